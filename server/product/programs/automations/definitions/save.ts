import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import { cleanName } from '../../../../../base/text/clean-name.js'
import { newUuid, timeOf, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { ownWorkspace } from '../../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { ApiError, refusedValue } from '../../../../platform/http/errors/api-error.js'
import { keepTopics } from '../../../audience/topics/topic-rows.js'
import { lockedProject } from '../../../workspace/projects/locked-project.js'
import type { Project } from '../../../workspace/projects/projects.js'
import {
  lockAutomation,
  type AutomationKey,
  type AutomationRow,
  type AutomationVersionRow,
} from '../automation-rows.js'
import { changeAutomation, wrongStatus } from './change.js'
import { checkDefinition, type CheckedDefinition } from './check.js'

type Content = components['schemas']['CreateAutomationVersionRequest']

/** The most automations of a project that are not archived. */
export const maxAutomations = 200

/** The most versions of an automation. None is ever deleted alone, so the last one's number counts them. */
export const maxVersions = 500

/** Locks a project, so that one request at a time adds automations to it and the count holds. */
const lockProject = statement<[workspaceId: WorkspaceId, projectId: Uuid]>(
  'lock_project_of_automations',
  lockedProject('', 'no key update'),
)

const countAutomations = statement<[workspaceId: WorkspaceId, projectId: Uuid], { count: number }>(
  'count_automations_of_project',
  `select count(*)::int as count from automations
   where workspace_id = $1 and project_id = $2 and status <> 'archived'`,
)

const insertReferences = statement<
  [
    workspaceId: WorkspaceId,
    automationId: Uuid,
    version: number,
    templates: readonly Uuid[],
    lists: readonly Uuid[],
    segments: readonly Uuid[],
    topics: readonly Uuid[],
  ]
>(
  'insert_references_of_automation',
  `insert into automation_references (workspace_id, automation_id, version, kind, referenced_id)
   select own.workspace_id, $2, $3, named.kind, named.id
   from ${ownWorkspace} cross join (
     select 'template' as kind, unnest($4::uuid[]) as id
     union all select 'list', unnest($5::uuid[])
     union all select 'segment', unnest($6::uuid[])
     union all select 'topic', unnest($7::uuid[])
   ) named`,
)

/**
 * Returns the cleaned name of an automation.
 *
 * @throws ApiError 422 `validation_failed` if the name has no visible character
 */
export function automationName(given: string): string {
  const name = cleanName(given)
  if (name === null) throw refusedValue('/body/name', 'empty', 'must have a visible character')
  return name
}

/**
 * Stores a draft with its first version.
 *
 * @throws ApiError 422 `validation_failed` if the content has mistakes, or the project has as many automations as it
 *   may
 */
export async function insertAutomation(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  {
    project,
    name,
    createdBy,
  }: { readonly project: Project; readonly name: string; readonly createdBy: Uuid },
  content: Content,
): Promise<AutomationRow> {
  await lockProject(trx, workspaceId, project.id)
  const [counted] = await countAutomations(trx, workspaceId, project.id)
  if ((counted?.count ?? 0) >= maxAutomations) {
    const message = `has ${maxAutomations} automations that are not archived, the maximum`
    throw refusedValue('/body/project_id', 'too_many', message)
  }
  const checked = await checkDefinition(trx, { workspaceId, projectId: project.id }, content, '/body')
  const id = newUuid()
  const [row] = (await trx('automations')
    .insert({
      workspace_id: workspaceId,
      id,
      project_id: project.id,
      environment: project.environment,
      name,
      status: 'draft',
      latest_version: 1,
      updated_at: timeOf(id),
    })
    .returning('*')) as AutomationRow[]
  if (row === undefined) throw new Error('an automation that was stored is not returned')
  await insertVersion(trx, row, checked, createdBy)
  return row
}

/**
 * Stores the next version of an automation.
 *
 * @throws ApiError 404 `not_found`; 409 `invalid_state` if the automation is archived or has as many versions as it
 *   may; 422 `validation_failed`
 */
export async function insertNextVersion(
  trx: Knex.Transaction,
  key: AutomationKey,
  createdBy: Uuid,
  content: Content,
): Promise<AutomationVersionRow> {
  const before = await lockAutomation(trx, key)
  if (before.status === 'archived') throw wrongStatus(before, 'get another version')
  if (before.latest_version >= maxVersions) {
    const message = `The automation has ${maxVersions} versions, the maximum.`
    throw new ApiError('invalid_state', message)
  }
  const place = { workspaceId: key.workspaceId, projectId: before.project_id }
  const checked = await checkDefinition(trx, place, content, '/body')
  const row = await changeAutomation(trx, before, { latest_version: before.latest_version + 1 })
  return insertVersion(trx, row, checked, createdBy)
}

/** Stores the latest version of an automation. */
async function insertVersion(
  trx: Knex.Transaction,
  { workspace_id, id, project_id, latest_version: version }: AutomationRow,
  { definition, references: { template, list, segment, topic } }: CheckedDefinition,
  createdBy: Uuid,
): Promise<AutomationVersionRow> {
  const [row] = (await trx('automation_versions')
    .insert({
      workspace_id,
      automation_id: id,
      version,
      definition: JSON.stringify(definition),
      created_by: createdBy,
    })
    .returning('*')) as AutomationVersionRow[]
  if (row === undefined) throw new Error('a version that was stored is not returned')
  const topics = [...(await keepTopics(trx, workspace_id, project_id, topic)).values()]
  await insertReferences(trx, workspace_id, id, version, template, list, segment, topics)
  return row
}

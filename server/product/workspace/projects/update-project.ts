import type { components } from '../../../../generated/api-types.js'
import type { SessionPrincipal, WorkspaceKeyPrincipal } from '../../../platform/auth/principal.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { lockedProject } from './locked-project.js'
import { chosenDesign } from './page-design.js'
import type { DesignedProject } from './projects.js'
import { noSuchProject, visibleProjects } from './visible-projects.js'
import { shownName } from '../shown-name.js'

/** Selects the campaign, and the automation, that send from a project by themselves: one of each at most. */
const selectSending = statement<
  [workspaceId: WorkspaceId, projectId: Uuid],
  { kind: 'campaign' | 'automation'; id: Uuid }
>(
  'select_what_sends_from_project',
  `(select 'campaign' as kind, id from unnest(array['scheduled', 'sending', 'paused']) as sending (status)
    cross join lateral (
      select id from campaigns
      where workspace_id = $1 and campaigns.status = sending.status and project_id = $2 limit 1
    ) campaign limit 1)
   union all
   (select 'automation', id from automations
    where workspace_id = $1 and project_id = $2 and status = 'active' limit 1)`,
)

/** Locks a project against its use: `keepInUse` holds it on the same machine. */
const hold = statement<[workspaceId: WorkspaceId, projectId: Uuid]>(
  'hold_project_to_update',
  lockedProject('', 'no key update'),
)

/**
 * Changes a project's name, tracking or page design, or archives or restores it.
 *
 * @throws ApiError 404 `not_found`; 409 `invalid_state` if a campaign or automation sends from it by itself; 422
 *   `validation_failed`
 */
export async function updateProject(
  { sql: trx }: Transaction,
  principal: WorkspaceKeyPrincipal | SessionPrincipal,
  id: Uuid,
  { name, archived, tracking, pages }: components['schemas']['UpdateProjectRequest'],
): Promise<DesignedProject> {
  const given = name === undefined ? {} : { name: shownName(name) }
  await hold(trx, principal.workspaceId, id)
  const project = (await visibleProjects(trx, principal).where({ id }).forNoKeyUpdate().first()) as
    | DesignedProject
    | undefined
  if (project === undefined) throw noSuchProject()
  const isArchived = project.archived_at !== null
  if (archived === true && !isArchived) await refuseWhileSending(trx, principal.workspaceId, id)
  const changes = {
    ...given,
    ...(tracking?.opens !== undefined && { track_opens: tracking.opens }),
    ...(tracking?.clicks !== undefined && { track_clicks: tracking.clicks }),
    ...(pages !== undefined && { page_design: chosenDesign(project.page_design, pages) }),
    ...(archived !== undefined && archived !== isArchived && { archived_at: archived ? new Date() : null }),
  }
  if (Object.keys(changes).length === 0) return project
  await trx<DesignedProject>('projects').where({ id }).update(changes)
  if (changes.archived_at !== undefined) {
    const { workspaceId } = principal
    const gives = changes.archived_at === null
    recordInLedger(trx, { kind: 'project_archived', workspaceId, id, state: {}, gives })
  }
  return { ...project, ...changes }
}

async function refuseWhileSending(
  trx: Transaction['sql'],
  workspaceId: WorkspaceId,
  id: Uuid,
): Promise<void> {
  const [sending] = await selectSending(trx, workspaceId, id)
  if (sending === undefined) return
  const message =
    sending.kind === 'campaign'
      ? `The campaign ${toTypeId('cmp', sending.id)} is scheduled, being sent or paused. Cancel it first, or wait until it is sent.`
      : `The automation ${toTypeId('aut', sending.id)} is active. Pause or archive it first.`
  throw new ApiError('invalid_state', message)
}

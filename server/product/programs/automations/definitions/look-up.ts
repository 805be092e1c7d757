import type { Knex } from 'knex'
import { unknownNamed } from '../../../audience/segments/rules/inline.js'
import { mistakesInRules } from '../../../audience/segments/rules/resolve.js'
import { keepTopics } from '../../../audience/topics/topic-rows.js'
import { keepSegments } from '../../../audience/segments/segment-rows.js'
import type { RulePlace } from '../../../audience/segments/rules/rule.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { ErrorDetail } from '../../../../platform/http/errors/api-error.js'
import { referencesOf, type Named, type NamedTemplate } from './named.js'

type OfProject = [workspaceId: WorkspaceId, projectId: Uuid, ids: readonly Uuid[]]

/** Locks templates, so that none is deleted before the version that names it can be seen. */
const keepTemplates = statement<OfProject, { id: Uuid; latest_version: number }>(
  'keep_templates_of_automation',
  `select id, latest_version from templates
   where workspace_id = $1 and id = any($3::uuid[]) and kind = 'message'
     and (project_id is null or project_id = $2)
   order by id for key share`,
)

const keepLists = statement<OfProject, { id: Uuid }>(
  'keep_lists_of_automation',
  `select id from subscriber_lists where workspace_id = $1 and id = any($3::uuid[]) and project_id = $2
   order by id for key share`,
)

/** Locks an inbound route against deletion. A disabled route will do, since it can be enabled again. */
const keepRoute = statement<[workspaceId: WorkspaceId, projectId: Uuid, id: Uuid], { id: Uuid }>(
  'keep_inbound_route_of_automation',
  `select id from inbound_routes where workspace_id = $1 and id = $3 and project_id = $2 for key share`,
)

/**
 * Looks up the things that a definition names, and locks them against deletion until the transaction ends.
 *
 * @returns the mistakes of references to missing things, and the mistakes of the rules
 */
export async function mistakesInNamed(
  trx: Knex.Transaction,
  place: RulePlace,
  named: Named,
): Promise<ErrorDetail[]> {
  const { workspaceId, projectId } = place
  const { templates, lists, topics, route, rules } = named
  const { template, list, segment, topic } = referencesOf(named)
  const mistakes: ErrorDetail[] = []
  if (template.length > 0) {
    const rows = await keepTemplates(trx, workspaceId, projectId, template)
    const latest = new Map(rows.map(({ id, latest_version }) => [id, latest_version]))
    mistakes.push(...templates.flatMap((each) => inTemplate(each, latest.get(each.id))))
  }
  if (list.length > 0) {
    const found = new Set((await keepLists(trx, workspaceId, projectId, list)).map(({ id }) => id))
    const missing = lists.filter(({ id }) => !found.has(id))
    mistakes.push(...missing.map(({ path }) => unknownNamed('list', path)))
  }
  const keptTopics = await keepTopics(trx, workspaceId, projectId, topic)
  const missingTopics = topics.filter(({ key }) => !keptTopics.has(key))
  mistakes.push(...missingTopics.map(({ path }) => unknownNamed('topic', path)))
  if (route !== undefined && (await keepRoute(trx, workspaceId, projectId, route.id)).length === 0) {
    mistakes.push({ path: route.path, code: 'not_found', message: 'must be an inbound route of the project' })
  }
  if (segment.length > 0) await keepSegments(trx, place, segment)
  return [...mistakes, ...(await mistakesInRules(trx, place, rules))]
}

/**
 * Returns the mistakes of a reference to a template.
 *
 * @param latest the template's latest version; undefined if there is no such template. Versions are numbered from 1,
 *   and none is deleted alone.
 */
function inTemplate({ at, version }: NamedTemplate, latest: number | undefined): ErrorDetail[] {
  if (latest === undefined) {
    const message = 'must be a template for messages that the project can use'
    return [{ path: `${at}/template_id`, code: 'not_found', message }]
  }
  if (version === undefined || version <= latest) return []
  return [{ path: `${at}/version`, code: 'not_found', message: 'must be a version that the template has' }]
}

import type { Knex } from 'knex'
import { batcherBy } from '../../../platform/db/batching/batcher.js'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { longestReplyDomain, type ReplyAddresses } from '../../delivery/bounce/reply-address.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import type { Project } from '../../workspace/projects/projects.js'

/** The parts of an inbound route that answers need. */
interface ReplyRoute {
  readonly project_id: Uuid
  readonly domain: string
  readonly enabled: boolean
}

/** Finds a route of a workspace; undefined if there is none. */
export type FindReplyRoute = (workspaceId: WorkspaceId, id: Uuid) => Promise<ReplyRoute | undefined>

/** Selects routes row by row by the primary key. */
const selectRoutes = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]], ReplyRoute & { id: Uuid }>(
  'select_reply_routes',
  `select route.* from unnest($2::uuid[]) asked (id)
   cross join lateral (
     select id, project_id, domain, enabled from inbound_routes
     where workspace_id = $1 and id = asked.id limit 1
   ) route`,
)

/** Makes a finder of routes. Simultaneous look-ups of a workspace share a query. */
export function replyRouteFinder(db: Knex): FindReplyRoute {
  return batcherBy(async (workspaceId: WorkspaceId, ids: Uuid[]) => {
    const rows = await selectRoutes(db, workspaceId, [...new Set(ids)])
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => found.get(id))
  })
}

/** Services that make a message's own Reply-To. */
export interface Replying {
  readonly findReplyRoute: FindReplyRoute
  readonly replyAddresses: ReplyAddresses
}

/** Makes the address that takes the answers to a message. */
export type ReplyAddressOf = (messageId: Uuid) => string

/**
 * Checks the inbound route that a send names for its answers.
 *
 * @returns undefined if the send names none
 * @throws ApiError 422 `validation_failed`
 */
export async function admitReplyRoute(
  { findReplyRoute, replyAddresses }: Replying,
  workspaceId: WorkspaceId,
  project: Project,
  {
    send,
    at,
  }: {
    readonly send: { readonly reply_route_id?: string; readonly reply_to?: unknown }
    /** JSON Pointer to the message in the request. */
    readonly at: string
  },
): Promise<ReplyAddressOf | undefined> {
  if (send.reply_route_id === undefined) return undefined
  const path = `${at}/reply_route_id`
  if (send.reply_to !== undefined) {
    throw refusedValue(path, 'one_of', 'must be left out if there is a `reply_to`')
  }
  const routeId = fromTypeId('inr', send.reply_route_id)
  const route = await findReplyRoute(workspaceId, routeId)
  if (route?.project_id !== project.id) {
    throw refusedValue(path, 'not_found', 'must be an inbound route of the project')
  }
  if (!route.enabled) throw refusedValue(path, 'disabled', 'must be an inbound route that is enabled')
  const { domain } = route
  if (domain.length > longestReplyDomain) {
    const message = `must be an inbound route with a domain of at most ${longestReplyDomain} characters`
    throw refusedValue(path, 'too_long', message)
  }
  return (messageId) => replyAddresses.addressOf({ messageId, routeId, domain })
}

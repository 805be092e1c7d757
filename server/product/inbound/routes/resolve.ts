import type { Uuid } from '../../../platform/db/ids.js'
import type { ReplyAddresses } from '../../delivery/bounce/reply-address.js'
import type { RouteFinder } from './find.js'
import type { ReceivingRoute } from './inbound-route-rows.js'

/** The route that an address leads to. */
export interface ResolvedRoute {
  /** The route, enabled or not. */
  readonly route: ReceivingRoute
  /** The message of ours that a reply address stands for. */
  readonly provenMessageId: Uuid | null
}

/**
 * Returns the route of a reply address, or else the most specific one for an address; undefined if there is none. The
 * promise rejects with failures of the database.
 */
export async function resolveRoute(
  address: string,
  replies: ReplyAddresses,
  routes: RouteFinder,
): Promise<ResolvedRoute | undefined> {
  const replied = replies.read(address)
  const answered = replied && (await routes.byId(replied.domain, replied.routeId))
  if (replied !== undefined && answered !== undefined)
    return { route: answered, provenMessageId: replied.messageId }
  const route = await routes.find(address)
  return route && { route, provenMessageId: null }
}

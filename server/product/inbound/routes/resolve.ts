import type { Uuid } from '../../../platform/db/ids.js'
import type { ReplyAddresses } from '../../delivery/bounce/reply-address.js'
import type { RouteFinder } from './find.js'
import type { ReceivingRoute } from './inbound-route-rows.js'

/** The route that an address leads to. */
export interface ResolvedRoute {
  /** Enabled or not. */
  readonly route: ReceivingRoute
  /** The message of ours that a reply address stands for. */
  readonly provenMessageId: Uuid | null
}

/**
 * The route of a reply address, or else the most specific one for an address; undefined where there is none. What the
 * promise rejects with is the failure of the database.
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

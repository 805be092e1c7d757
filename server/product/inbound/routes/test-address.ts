import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { toTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import type { ReplyAddresses } from '../../delivery/bounce/reply-address.js'
import { foldAddress } from '../../../../base/addresses/address.js'
import { currentRoutes } from './find.js'
import { resolveRoute } from './resolve.js'
import type { ReceivingRoute } from './inbound-route-rows.js'
import { storedOf } from './stored.js'
import { routeReplies, verdictOn } from './verdict.js'

type Schemas = components['schemas']

/**
 * Returns the receiver's reply to an address in RCPT. Routes of other workspaces count as none.
 *
 * @param sender the envelope sender; without one, no sender is blocked
 */
export async function testAddress(
  db: Knex,
  replies: ReplyAddresses,
  workspaceId: WorkspaceId,
  { recipient, sender = '' }: Schemas['TestInboundRouteRequest'],
): Promise<Schemas['InboundRouteTest']> {
  const address = foldAddress(recipient)
  const [found, stored] = await Promise.all([
    resolveRoute(address, replies, currentRoutes(db)),
    storedOf(db, workspaceId),
  ])
  const route = found?.route.workspace_id === workspaceId ? found.route : undefined
  const reason = verdictOn(route, sender, stored)
  const { code, text } = routeReplies[reason]
  return {
    recipient: address,
    accepted: reason === 'accepted',
    reason,
    reply: `${code} ${text}`,
    route: route === undefined ? null : tested(route),
  }
}

function tested({ id, name, recipient }: ReceivingRoute): Schemas['TestedInboundRoute'] {
  return { id: toTypeId('inr', id), name, recipient }
}

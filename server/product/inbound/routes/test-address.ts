import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Visibility } from '../../../platform/auth/principal.js'
import { toTypeId } from '../../../platform/db/ids.js'
import { isVisible } from '../../../platform/http/access/visible.js'
import type { ReplyAddresses } from '../../delivery/bounce/reply-address.js'
import { foldAddress } from '../../../../base/addresses/address.js'
import { currentRoutes } from './find.js'
import { resolveRoute } from './resolve.js'
import type { ReceivingRoute } from './inbound-route-rows.js'
import { storedOf } from './stored.js'
import { routeReplies, verdictOn } from './verdict.js'

type Schemas = components['schemas']

/**
 * Returns the receiver's reply to an address in RCPT. Routes that the credential does not see count as none.
 *
 * @param sender the envelope sender; without one, no sender is blocked
 */
export async function testAddress(
  db: Knex,
  replies: ReplyAddresses,
  visibility: Visibility,
  { recipient, sender = '' }: Schemas['TestInboundRouteRequest'],
): Promise<Schemas['InboundRouteTest']> {
  const address = foldAddress(recipient)
  const [found, stored] = await Promise.all([
    resolveRoute(address, replies, currentRoutes(db)),
    storedOf(db, visibility.workspaceId),
  ])
  const route = found !== undefined && isVisible(found.route, visibility) ? found.route : undefined
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

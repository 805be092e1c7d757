import type { Knex } from 'knex'
import type { components } from '../../../generated/api-types.js'
import { toTypeId, type Uuid } from '../../db/ids.js'
import type { ReplyAddresses } from '../../delivery/bounce/reply-address.js'
import { foldAddress } from '../../mail-address.js'
import { routeFor, routeOfDomain } from './find.js'
import type { ReceivingRoute } from './rows.js'
import { storedOf } from './stored.js'
import { routeReplies, verdictOn } from './verdict.js'

type Schemas = components['schemas']

/**
 * What the receiver would answer when an address is named. The routes of other workspaces are none.
 *
 * @param sender of the envelope; without one, no sender is blocked
 */
export async function testAddress(
  db: Knex,
  replies: ReplyAddresses,
  workspaceId: Uuid,
  { recipient, sender = '' }: Schemas['TestInboundRouteRequest'],
): Promise<Schemas['InboundRouteTest']> {
  const address = foldAddress(recipient)
  const [found, { bytes }] = await Promise.all([routeAt(db, replies, address), storedOf(db, workspaceId)])
  const route = found?.workspace_id === workspaceId ? found : undefined
  const reason = verdictOn(route, sender, bytes)
  const { code, text } = routeReplies[reason]
  return {
    recipient: address,
    accepted: reason === 'accepted',
    reason,
    reply: `${code} ${text}`,
    route: route === undefined ? null : tested(route),
  }
}

/** As the receiver finds it (`inbound/recipients.ts`), without what that remembers. */
async function routeAt(
  db: Knex,
  replies: ReplyAddresses,
  address: string,
): Promise<ReceivingRoute | undefined> {
  const replied = replies.read(address)
  const route = replied && (await routeOfDomain(db, replied.domain, replied.routeId))
  return route ?? routeFor(db, address)
}

function tested({ id, name, recipient }: ReceivingRoute): Schemas['TestedInboundRoute'] {
  return { id: toTypeId('inr', id), name, recipient }
}

import type { components } from '../../../../generated/api-types.js'
import { newUuid, toTypeId } from '../../../platform/db/ids.js'
import type { Transaction } from '../../../platform/db/transaction.js'
import { insertEvent } from '../../../platform/events/insert-event.js'
import type { Wakes } from '../../../platform/queue/wakes.js'
import type { InboundLinks } from '../links/links.js'
import { receivedEvent } from './event.js'
import { lockInboundMessage, type MessageKey } from './find.js'

/**
 * Records the event of a message once more, in the caller's transaction, with links that work from now on. Automations
 * are not started: they have had the message.
 *
 * @throws ApiError 404 `not_found`
 */
export async function replayInboundMessage(
  tx: Transaction,
  key: MessageKey,
  links: InboundLinks,
  wakes: Wakes,
): Promise<components['schemas']['InboundReplay']> {
  const row = await lockInboundMessage(tx.sql, key)
  const event = receivedEvent(row, links, { replayed: true, now: new Date(), eventId: newUuid() })
  await insertEvent(tx.sql, key.workspaceId, event)
  tx.afterCommit(wakes.webhooks)
  return { inbound_message_id: toTypeId('inm', row.id), event_id: toTypeId('evt', event.id) }
}

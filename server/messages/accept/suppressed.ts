import type { UnsentReason } from '../../audience/suppressions/reason.js'
import { newUuid } from '../../db/ids.js'
import type { NewEvent } from '../../events/event-types.js'
import type { NewMessage } from '../admit/new-message.js'

/**
 * The same message, with the recipients that nothing is sent to marked so and an event for each of them.
 *
 * @param reasons why nothing is sent to addresses; others may be among them
 */
export function withoutSuppressed(
  message: NewMessage,
  reasons: ReadonlyMap<string, UnsentReason>,
): NewMessage {
  if (!message.recipients.some(({ address }) => reasons.has(address))) return message
  const recipients = message.recipients.map((recipient) => ({
    ...recipient,
    suppressionReason: reasons.get(recipient.address) ?? null,
  }))
  const events = recipients.flatMap(({ logTypeId, email, suppressionReason: reason }): NewEvent[] => {
    if (reason === null) return []
    const { projectId, environment, typeId, category } = message
    const data = { message_id: typeId, log_id: logTypeId, recipient: email, category, reason }
    return [{ id: newUuid(), projectId, environment, type: 'message.suppressed', data }]
  })
  return { ...message, recipients, events: [...message.events, ...events] }
}

import { unsentReason, type UnsentReason } from '../../audience/unsent-reason.js'
import { newUuid, type WorkspaceId } from '../../../platform/db/ids.js'
import type { NewEvent } from '../../../platform/events/event-types.js'
import { ofNoProgram, programIn } from '../../../platform/events/program-of-mail.js'
import type { NewMessage } from '../admit/new-message.js'
import type { FindSuppressions } from '../../audience/suppressions/find.js'
import type { FindSubscriber } from '../../audience/subscriptions/find-subscriber.js'
import type { SubscriptionLinks } from '../../audience/subscriptions/links/links.js'

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
    const whose = { message_id: typeId, log_id: logTypeId, recipient: email, category }
    const data = { ...whose, ...programIn(ofNoProgram), reason }
    return [{ id: newUuid(), projectId, environment, type: 'message.suppressed', data }]
  })
  return { ...message, recipients, events: [...message.events, ...events] }
}

/** What says who may be sent to. */
export interface Addressing {
  readonly findSuppressions: FindSuppressions
  readonly findSubscriber: FindSubscriber
  readonly links: SubscriptionLinks
}

/**
 * The same message, with the recipients that nothing is sent to marked so: suppressed addresses and, where it
 * is to a list, who has not confirmed it. Who has can leave the list by the message itself (RFC 8058).
 */
export async function addressed(
  { findSuppressions, findSubscriber, links }: Addressing,
  workspaceId: WorkspaceId,
  message: NewMessage,
): Promise<NewMessage> {
  const { listId, projectId, recipients } = message
  const addresses = recipients.map(({ address }) => address)
  const [recipient] = recipients
  const [suppressions, subscriber] = await Promise.all([
    findSuppressions(workspaceId, projectId, addresses),
    listId === null || recipient === undefined
      ? undefined
      : findSubscriber(workspaceId, listId, recipient.address),
  ])
  const needed = { confirmation: listId !== null, optedIn: false }
  const reasons = new Map<string, UnsentReason>()
  for (const address of addresses) {
    const standing = { suppressed: suppressions.get(address), subscription: subscriber?.status }
    const reason = unsentReason(needed, standing)
    if (reason !== null) reasons.set(address, reason)
  }
  const marked = withoutSuppressed(message, reasons)
  if (subscriber?.status !== 'confirmed' || recipient === undefined) return marked
  const url = links.unsubscribeUrl({ workspaceId, subscriptionId: subscriber.id, logId: recipient.logId })
  return { ...marked, listUnsubscribe: { url } }
}

import type { UnsentReason } from '../../audience/suppressions/reason.js'
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
  const suppressions = findSuppressions(workspaceId, projectId, addresses)
  const [recipient] = recipients
  if (listId === null || recipient === undefined) return withoutSuppressed(message, await suppressions)

  const { address, logId } = recipient
  const [reasons, subscriber] = await Promise.all([
    suppressions,
    findSubscriber(workspaceId, listId, address),
  ])
  if (subscriber?.status !== 'confirmed') {
    return withoutSuppressed(message, new Map<string, UnsentReason>([[address, 'not_confirmed'], ...reasons]))
  }
  const url = links.unsubscribeUrl({ workspaceId, subscriptionId: subscriber.id, logId })
  return withoutSuppressed({ ...message, listUnsubscribe: { url } }, reasons)
}

import { newUuid, toTypeId } from '../../../platform/db/ids.js'
import type { NewEvent } from '../../../platform/events/event-types.js'
import { ofNoProgram, programIn } from '../../../platform/events/program-of-mail.js'
import type { LinkDelivery } from './links/delivery.js'
import type { SubscriptionRow } from './subscription-rows.js'

/** Returns the event of a request or of a confirmation. */
export function subscriptionEvent(
  row: SubscriptionRow,
  type: 'subscription.requested' | 'subscription.confirmed',
  source: string,
): NewEvent {
  return { ...frameOf(row), type, data: { ...whoseSubscription(row), source } }
}

/**
 * Returns the event of an unsubscription.
 *
 * @param delivery the mail whose link was used; undefined if there was none
 */
export function unsubscribedEvent(
  row: SubscriptionRow,
  source: string,
  delivery: LinkDelivery | undefined,
): NewEvent {
  return {
    ...frameOf(row),
    type: 'message.unsubscribed',
    data: {
      ...whoseSubscription(row),
      source,
      message_id: delivery === undefined ? null : toTypeId('msg', delivery.messageId),
      log_id: delivery === undefined ? null : toTypeId('log', delivery.logId),
      ...programIn(delivery ?? ofNoProgram),
    },
  }
}

function frameOf({ project_id, environment }: SubscriptionRow) {
  return { id: newUuid(), projectId: project_id, environment }
}

function whoseSubscription(row: SubscriptionRow) {
  return {
    list_id: toTypeId('lst', row.list_id),
    subscription_id: toTypeId('sub', row.id),
    contact_id: toTypeId('con', row.contact_id),
    email: row.email,
  }
}

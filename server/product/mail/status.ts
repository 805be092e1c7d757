import type { components } from '../../../generated/api-types.js'

export type RecipientStatus = components['schemas']['RecipientStatus']
export type MessageStatus = components['schemas']['MessageStatus']

/**
 * Returns a message's status, derived from its recipients' so that the two can never disagree. A suppressed recipient
 * has no influence while others wait, and counts as one that did not get the message.
 */
export function statusOf(recipients: readonly RecipientStatus[]): MessageStatus {
  const sentTo = recipients.filter((status) => status !== 'suppressed')
  if (sentTo.length === 0) return 'failed'
  const all = (status: RecipientStatus) => sentTo.every((own) => own === status)
  const some = (...statuses: RecipientStatus[]) => sentTo.some((own) => statuses.includes(own))
  if (all('scheduled')) return 'scheduled'
  if (all('cancelled')) return 'cancelled'
  // A scheduled recipient among others: the message's time has come and a worker has taken some of its recipients.
  if (some('queued', 'deferred', 'scheduled')) return 'queued'
  if (all('delivered') && sentTo.length === recipients.length) return 'delivered'
  return some('delivered') ? 'partially_delivered' : 'failed'
}

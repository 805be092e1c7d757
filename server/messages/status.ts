import type { components } from '../../generated/api-types.js'

export type RecipientStatus = components['schemas']['RecipientStatus']
export type MessageStatus = components['schemas']['MessageStatus']

/** A message's status, derived from its recipients' so that the two can never disagree. */
export function statusOf(recipients: readonly RecipientStatus[]): MessageStatus {
  const all = (status: RecipientStatus) => recipients.every((own) => own === status)
  const some = (...statuses: RecipientStatus[]) => recipients.some((own) => statuses.includes(own))
  if (all('scheduled')) return 'scheduled'
  if (all('cancelled')) return 'cancelled'
  // Scheduled among others: its time has come and a worker has taken some of it.
  if (some('queued', 'deferred', 'scheduled')) return 'queued'
  if (all('delivered')) return 'delivered'
  return some('delivered') ? 'partially_delivered' : 'failed'
}

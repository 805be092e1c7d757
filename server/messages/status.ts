import type { components } from '../../generated/api-types.js'

export type RecipientStatus = components['schemas']['RecipientStatus']
export type MessageStatus = components['schemas']['MessageStatus']

/** A message's status, derived from its recipients' so that the two can never disagree. */
export function statusOf(recipients: readonly RecipientStatus[]): MessageStatus {
  if (recipients.some((status) => status === 'queued' || status === 'deferred')) return 'queued'
  if (recipients.every((status) => status === 'delivered')) return 'delivered'
  return recipients.some((status) => status === 'delivered') ? 'partially_delivered' : 'failed'
}

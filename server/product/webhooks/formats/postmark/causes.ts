import type { components } from '../../../../../generated/api-types.js'

type Schemas = components['schemas']

type Cause = readonly [
  reason: 'HardBounce' | 'SpamComplaint' | 'ManualSuppression',
  origin: 'Recipient' | 'Customer',
]

/** Postmark's reason and origin for each reason of a suppression. */
export const causes: Readonly<Record<Schemas['SuppressionReason'], Cause>> = {
  hard_bounce: ['HardBounce', 'Recipient'],
  soft_bounce: ['HardBounce', 'Recipient'],
  complaint: ['SpamComplaint', 'Recipient'],
  unsubscribe: ['ManualSuppression', 'Recipient'],
  manual: ['ManualSuppression', 'Customer'],
  import: ['ManualSuppression', 'Customer'],
  erasure: ['ManualSuppression', 'Customer'],
}

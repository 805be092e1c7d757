import type { components } from '../../generated/api-types.js'

type DeliveryAttempt = components['schemas']['DeliveryAttempt']

/** What version 0.1.0 of the service did not store. */
type Later = 'server' | 'tls' | 'duration_ms'

/** An attempt as it stands in its log. Those that version 0.1.0 recorded lack some fields. */
export type StoredAttempt = Omit<DeliveryAttempt, Later> & Partial<Pick<DeliveryAttempt, Later>>

/** An attempt in the contract's shape. */
export function presentAttempt(stored: StoredAttempt): DeliveryAttempt {
  return { server: null, tls: null, duration_ms: null, ...stored }
}

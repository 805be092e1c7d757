import type { components } from '../../../generated/api-types.js'

type DeliveryAttempt = components['schemas']['DeliveryAttempt']

/** Fields that earlier versions of the service did not store. */
type Later = 'server' | 'tls' | 'duration_ms' | 'source'

/** An attempt with all fields that its log stores. */
export type WholeAttempt = Omit<DeliveryAttempt, 'conversation'>

/** An attempt as its log stores it. Attempts that an earlier version recorded lack some fields. */
export type StoredAttempt = Omit<WholeAttempt, Later> & Partial<Pick<WholeAttempt, Later>>

/** SQL: whether any of some stored attempts ended with a bounce, or a report of one. */
export const hasBounced = (attempts: string) => `${attempts} @> '[{"outcome": "bounced"}]'`

/**
 * Returns an attempt in the contract's shape.
 *
 * @param conversation text of the SMTP conversation, which is stored separately
 */
export function presentAttempt(stored: StoredAttempt, conversation: string | null): DeliveryAttempt {
  return { server: null, tls: null, duration_ms: null, source: null, ...stored, conversation }
}

import type { components } from '../../../generated/api-types.js'

type DeliveryAttempt = components['schemas']['DeliveryAttempt']

/** What version 0.1.0 of the service did not store. */
type Later = 'server' | 'tls' | 'duration_ms'

/** An attempt with all that is stored in its log. */
export type WholeAttempt = Omit<DeliveryAttempt, 'conversation'>

/** An attempt as it stands in its log. Those that version 0.1.0 recorded lack some fields. */
export type StoredAttempt = Omit<WholeAttempt, Later> & Partial<Pick<WholeAttempt, Later>>

/** SQL: whether any of some stored attempts ended with a bounce, or a report of one. */
export const hasBounced = (attempts: string) => `${attempts} @> '[{"outcome": "bounced"}]'`

/**
 * An attempt in the contract's shape.
 *
 * @param conversation what was said, which is stored apart
 */
export function presentAttempt(stored: StoredAttempt, conversation: string | null): DeliveryAttempt {
  return { server: null, tls: null, duration_ms: null, ...stored, conversation }
}

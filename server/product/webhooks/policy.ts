import type { WebhookConfig } from '../../platform/config/defaults.js'
import type { EventType } from '../../platform/events/event-types.js'
import type { Signal } from '../../platform/queue/limiter/adaptive-limiter.js'
import type { SendResult } from './send/webhook.js'

/** Facts of an attempt that was made. */
export interface WebhookAttemptFacts {
  readonly result: SendResult
  /** Attempts before this one, in this round of the schedule. */
  readonly attempts: number
  readonly eventType: EventType
}

/** Verdict on a delivery after an attempt. */
export type WebhookVerdict =
  | { readonly outcome: 'delivered' | 'failed' | 'dead_letter' }
  | { readonly outcome: 'retry'; readonly afterSeconds: number }

/**
 * Largest deviation of a wait from the schedule, as a fraction of the wait, so that deliveries that failed together
 * don't return together.
 */
const jitter = 0.2

/** Decides what happens to a delivery after an attempt. */
export function judgeWebhook(
  { result, attempts, eventType }: WebhookAttemptFacts,
  { backoffSeconds }: Pick<WebhookConfig, 'backoffSeconds'>,
  random: () => number = Math.random,
): WebhookVerdict {
  if (result.error === null) return { outcome: 'delivered' }
  // Somebody is waiting for the result of a test; nobody would expect it half a day later.
  if (saysGone(result) || eventType === 'webhook.test') return { outcome: 'failed' }
  const base = backoffSeconds[attempts]
  if (base === undefined) return { outcome: 'dead_letter' }
  const { retryAfterSeconds } = result
  if (retryAfterSeconds !== null) {
    return { outcome: 'retry', afterSeconds: Math.min(Math.max(retryAfterSeconds, base), 2 * base) }
  }
  return { outcome: 'retry', afterSeconds: base * (1 - jitter + 2 * jitter * random()) }
}

/** Returns whether the endpoint says that it is gone for good (RFC 9110, section 15.5.11). */
export function saysGone(result: SendResult): boolean {
  return result.status === 410
}

/** Returns an attempt's signal about its endpoint's pace. An endpoint that answers is alive, whatever it answers. */
export function signalOf({ error, status }: SendResult): Signal {
  if (error === null) return 'success'
  if (status === null) return 'failure'
  return status === 429 || status === 503 ? 'overload' : 'alive'
}

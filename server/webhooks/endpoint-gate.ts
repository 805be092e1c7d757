import { LRUCache } from 'lru-cache'
import type { WebhookConfig } from '../config/defaults.js'
import type { Uuid } from '../db/ids.js'
import { AdaptiveLimiter, type Signal } from '../queue/adaptive-limiter.js'
import { LimiterGate } from '../queue/limiter-gate.js'

/** Failed connections in a row after which an endpoint's circuit opens. */
const failuresToOpen = 5
/**
 * An endpoint whose last reply took less, in milliseconds, has deliveries claimed for it before it has
 * capacity for them, so that claims are few and it need not wait for one. Claimed for a slow one they would
 * be held for nothing.
 */
const quickMs = 100
/** How many times its limit a quick endpoint may have on its way and waiting. */
const aheadOfQuick = 3
/** The number of endpoints whose last reply time is kept. */
const maxKept = 10_000

/** The limit of each endpoint, learned from the outcomes of its attempts. */
export function endpointLimiter(config: WebhookConfig): AdaptiveLimiter {
  const openMs = (times: number) => Math.min(config.maxOpenMs, config.openMs * 2 ** times)
  return new AdaptiveLimiter({
    start: config.endpointStart,
    min: 1,
    max: config.maxPerEndpoint,
    failuresToOpen,
    openMs,
    throttleMs: openMs,
  })
}

/** An endpoint's key: a subscription that gets another URL begins anew. */
export function endpointOf(subscriptionId: Uuid, url: string): string {
  return `${subscriptionId} ${url}`
}

/** Where claimed webhooks wait, for a moment, until their endpoint has capacity. */
export class EndpointGate extends LimiterGate {
  readonly #lastMs = new LRUCache<string, number>({ max: maxKept })

  /**
   * @param maxWaitMs how long a webhook may wait and then still be sent within its lease, in milliseconds
   * @param now milliseconds, of a clock that only runs forwards
   */
  constructor(limiter: AdaptiveLimiter, maxWaitMs: number, now?: () => number) {
    super(limiter, { maxWaitMs, rejectWhenOpen: true, ...(now && { now }) })
  }

  /**
   * How many may be claimed for an endpoint now. A quick one with enough waiting gets more when that is worth
   * a claim.
   */
  free(endpoint: string): number {
    const waiting = this.waitingFor(endpoint)
    const quick = (this.#lastMs.get(endpoint) ?? Infinity) < quickMs
    const free = this.limiter.free(endpoint, quick ? aheadOfQuick : 1)
    return waiting > free / aheadOfQuick ? 0 : free - waiting
  }

  override end(endpoint: string, signal: Signal, tookMs: number): void {
    this.#lastMs.set(endpoint, tookMs)
    super.end(endpoint, signal, tookMs)
  }
}

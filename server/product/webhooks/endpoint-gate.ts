import { LRUCache } from 'lru-cache'
import type { WebhookConfig } from '../../platform/config/defaults.js'
import type { Uuid } from '../../platform/db/ids.js'
import { AdaptiveLimiter, type Signal } from '../../platform/queue/limiter/adaptive-limiter.js'
import { LimiterGate } from '../../platform/queue/limiter/limiter-gate.js'
import { atMostEntries } from '../../../base/caches/at-most-entries.js'

/** Failed connections in a row after which an endpoint's circuit opens. */
const failuresToOpen = 5
/**
 * How many times its limit a quick endpoint may have on its way and waiting. By 6, one with 50 at once ran dry at most
 * claims. By 10 it could fill its workspace's part (poll.ts), and the others there would wait where it becomes slow.
 */
const aheadOfQuick = 8
/** The number of endpoints of which is kept whether they are quick. */
const maxKept = 10_000

/** The limit of each endpoint, learned from the outcomes of its attempts. */
function endpointLimiter(config: WebhookConfig): AdaptiveLimiter {
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
  readonly #quickReplyMs: number
  /** Whether the last reply of an endpoint was quick. */
  readonly #quick = new LRUCache<string, boolean>(atMostEntries(maxKept))

  /**
   * @param maxWaitMs how long a webhook may wait and then still be sent within its lease, in milliseconds
   * @param now milliseconds, of a clock that only runs forwards
   */
  constructor(config: WebhookConfig, maxWaitMs: number, now?: () => number) {
    super(endpointLimiter(config), { maxWaitMs, rejectWhenOpen: true, ...(now && { now }) })
    this.#quickReplyMs = config.quickReplyMs
  }

  /**
   * How many may be claimed for an endpoint now. A quick one with enough waiting gets more when that is worth
   * a claim, which is while half of what may wait is still there to be sent meanwhile.
   */
  free(endpoint: string): number {
    const waiting = this.waitingFor(endpoint)
    const free = this.limiter.free(endpoint, this.#quick.get(endpoint) ? aheadOfQuick : 1)
    return waiting > free / 2 ? 0 : free - waiting
  }

  override end(endpoint: string, signal: Signal, tookMs: number): void {
    const quick = tookMs < this.#quickReplyMs
    // It seldom changes, and to look costs less than to write.
    if (this.#quick.peek(endpoint) !== quick) this.#quick.set(endpoint, quick)
    super.end(endpoint, signal, tookMs)
  }
}

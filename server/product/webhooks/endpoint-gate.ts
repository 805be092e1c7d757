import { LRUCache } from 'lru-cache'
import type { WebhookConfig } from '../../platform/config/defaults.js'
import type { Uuid } from '../../platform/db/ids.js'
import { AdaptiveLimiter, type Signal } from '../../platform/queue/limiter/adaptive-limiter.js'
import { LimiterGate } from '../../platform/queue/limiter/limiter-gate.js'
import { atMostEntries } from '../../../base/caches/at-most-entries.js'

/** Failed connections in a row after which an endpoint's circuit opens. */
const failuresToOpen = 5
/**
 * Factor by which a quick endpoint's claimed deliveries, in flight and waiting, may exceed its limit. With 6, an
 * endpoint with 50 at once ran dry at most claims. With 10 it could fill its workspace's part (poll.ts), and that
 * workspace's other deliveries would wait when the endpoint becomes slow.
 */
const aheadOfQuick = 8
/** Number of endpoints that the gate remembers as quick or slow. */
const maxKept = 10_000

/** Returns the limiter that learns each endpoint's limit from the outcomes of its attempts. */
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

/** Returns an endpoint's key. It contains the URL, so that a subscription that gets another URL begins anew. */
export function endpointOf(subscriptionId: Uuid, url: string): string {
  return `${subscriptionId} ${url}`
}

/** An `EndpointGate` holds claimed webhooks, for a moment, until their endpoint has capacity. */
export class EndpointGate extends LimiterGate {
  readonly #quickReplyMs: number
  /** True for each endpoint whose last reply was quick. */
  readonly #quick = new LRUCache<string, boolean>(atMostEntries(maxKept))

  /**
   * @param maxWaitMs longest time in milliseconds that a webhook can wait and still be sent within its lease
   * @param now milliseconds of a monotonic clock
   */
  constructor(config: WebhookConfig, maxWaitMs: number, now?: () => number) {
    super(endpointLimiter(config), { maxWaitMs, rejectWhenOpen: true, ...(now && { now }) })
    this.#quickReplyMs = config.quickReplyMs
  }

  /**
   * Returns how many deliveries may be claimed for an endpoint now. An endpoint gets more only when that is worth a
   * claim: when at most half of its free capacity is taken by waiting deliveries, which are sent meanwhile.
   */
  free(endpoint: string): number {
    const waiting = this.waitingFor(endpoint)
    const free = this.limiter.free(endpoint, this.#quick.get(endpoint) ? aheadOfQuick : 1)
    return waiting > free / 2 ? 0 : free - waiting
  }

  override end(endpoint: string, signal: Signal, tookMs: number): void {
    const quick = tookMs < this.#quickReplyMs
    // The value seldom changes, and a look-up costs less than a write.
    if (this.#quick.peek(endpoint) !== quick) this.#quick.set(endpoint, quick)
    super.end(endpoint, signal, tookMs)
  }
}

import type { AdaptiveLimiter, Signal } from './adaptive-limiter.js'

interface Waiting {
  readonly resolve: (entered: boolean) => void
  /** The time at which the send has waited for too long. */
  readonly until: number
}

export interface LimiterGateOptions {
  /** The max wait of a send at the gate, in milliseconds; none if absent. */
  readonly maxWaitMs?: number
  /** True if waiting sends are rejected when their circuit opens, rather than sent one by one. */
  readonly rejectWhenOpen?: boolean
  /** Returns milliseconds of a clock that only runs forwards. */
  readonly now?: () => number
}

/**
 * Holds claimed sends, in the order of their arrival, until the limiter lets them begin:
 *
 *   waiting --a send to the same key has ended, and the limiter has a slot--> entered
 *           --the key's circuit opens, rejectWaiting(), maxWaitMs, or its signal--> rejected
 */
export class LimiterGate {
  readonly limiter: AdaptiveLimiter
  readonly #maxWaitMs: number
  readonly #rejectWhenOpen: boolean
  readonly #now: () => number
  /** Waiting sends by key, the first one first. */
  readonly #waiting = new Map<string, Waiting[]>()

  constructor(limiter: AdaptiveLimiter, options: LimiterGateOptions = {}) {
    const { maxWaitMs = Infinity, rejectWhenOpen = false, now = () => performance.now() } = options
    this.limiter = limiter
    this.#maxWaitMs = maxWaitMs
    this.#rejectWhenOpen = rejectWhenOpen
    this.#now = now
  }

  /** Returns the number of sends to a key that wait. */
  waitingFor(key: string): number {
    return this.#waiting.get(key)?.length ?? 0
  }

  /**
   * Waits until a send may begin. A send that has entered must call {@link end} or {@link giveUp}.
   *
   * @param signal ends the wait
   * @returns false if the send was rejected: the job is to be given back
   */
  async enter(key: string, signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted) return false
    if (!this.#waiting.has(key) && this.limiter.mayBegin(key)) {
      this.limiter.begin(key)
      return true
    }
    return new Promise((resolve) => {
      const one = { resolve, until: this.#now() + this.#maxWaitMs }
      const others = this.#waiting.get(key)
      if (others === undefined) this.#waiting.set(key, [one])
      else others.push(one)
      signal?.addEventListener('abort', () => this.#leave(key, one), { once: true })
    })
  }

  /** To be called when a send has ended. While any send waits, another one is under way that will call this. */
  end(key: string, signal: Signal, tookMs: number): void {
    this.limiter.end(key, signal, tookMs)
    if (this.#rejectWhenOpen && this.limiter.free(key, Infinity) === 0) this.rejectWaiting(key)
    else this.#admit(key)
  }

  /** To be called when a send that has entered was not made. */
  giveUp(key: string): void {
    this.limiter.end(key, undefined)
    this.#admit(key)
  }

  /** Rejects the sends that wait for a key. */
  rejectWaiting(key: string): void {
    const waiting = this.#waiting.get(key) ?? []
    this.#waiting.delete(key)
    for (const { resolve } of waiting) resolve(false)
  }

  /** Rejects all sends that wait. */
  rejectAll(): void {
    for (const key of this.#waiting.keys()) this.rejectWaiting(key)
  }

  #leave(key: string, one: Waiting): void {
    const waiting = this.#waiting.get(key)
    const at = waiting?.indexOf(one) ?? -1
    if (waiting === undefined || at === -1) return
    waiting.splice(at, 1)
    if (waiting.length === 0) this.#waiting.delete(key)
    one.resolve(false)
  }

  #admit(key: string): void {
    const waiting = this.#waiting.get(key)
    while (waiting !== undefined && this.limiter.mayBegin(key)) {
      const next = waiting.shift()
      if (next === undefined) break
      const inTime = this.#now() < next.until
      if (inTime) this.limiter.begin(key)
      next.resolve(inTime)
    }
    if (waiting?.length === 0) this.#waiting.delete(key)
  }
}

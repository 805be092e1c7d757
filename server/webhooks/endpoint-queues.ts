import { LRUCache } from 'lru-cache'
import type { Destinations, Sign } from '../pacing/destinations.js'

/**
 * An endpoint whose last reply took less, in milliseconds, has deliveries claimed for it before it has room for them, so
 * that claims are few and it need not wait for one. Claimed for a slow one they would be held for nothing.
 */
const quickMs = 100
/** How many times its limit a quick endpoint may have on its way and waiting. */
const aheadOfQuick = 3
/** Endpoints whose last reply is remembered. */
const maxKept = 10_000

interface Waiting {
  readonly resolve: (begun: boolean) => void
  /** When it has waited for too long. */
  readonly until: number
}

/**
 * Where claimed deliveries wait, for a moment, until their endpoint has room:
 *
 *   waiting --a send has ended, and there is room--> begun
 *           --a send has ended, and the endpoint is to rest, or is gone--> sent away
 *           --waited for maxWaitMs, as the endpoint has turned slow--> sent away
 */
export class EndpointQueues {
  readonly #paces: Destinations
  readonly #maxWaitMs: number
  readonly #now: () => number
  /** By endpoint, in the order in which they came. */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #lastMs = new LRUCache<string, number>({ max: maxKept })

  /**
   * @param maxWaitMs how long one may wait and then still be sent within its lease, in milliseconds
   * @param now milliseconds, of a clock that only runs forwards
   */
  constructor(paces: Destinations, maxWaitMs: number, now: () => number = () => performance.now()) {
    this.#paces = paces
    this.#maxWaitMs = maxWaitMs
    this.#now = now
  }

  /** How many may be claimed for an endpoint now. A quick one with enough waiting gets more when that is worth a claim. */
  room(endpoint: string): number {
    const waiting = this.#countOf(endpoint)
    const quick = (this.#lastMs.get(endpoint) ?? Infinity) < quickMs
    const room = this.#paces.room(endpoint, quick ? aheadOfQuick : 1)
    return waiting > room / aheadOfQuick ? 0 : room - waiting
  }

  /**
   * Waits until a send to an endpoint may begin, which it has then.
   *
   * @returns false where it has not: the delivery is to be given back
   */
  async take(endpoint: string): Promise<boolean> {
    // Nobody waits then: who can begin does so when a send ends.
    if (this.#paces.mayBegin(endpoint)) {
      this.#paces.begin(endpoint)
      return true
    }
    return new Promise((resolve) => {
      const others = this.#waiting.get(endpoint)
      const one = { resolve, until: this.#now() + this.#maxWaitMs }
      if (others === undefined) this.#waiting.set(endpoint, [one])
      else others.push(one)
    })
  }

  /** A send has ended. */
  end(endpoint: string, sign: Sign, durationMs: number): void {
    this.#paces.end(endpoint, sign)
    this.#lastMs.set(endpoint, durationMs)
    const waiting = this.#waiting.get(endpoint)
    if (waiting === undefined) return
    const rests = this.#paces.room(endpoint, Infinity) === 0
    if (rests) this.leave(endpoint)
    else this.#begin(endpoint, waiting)
  }

  /** A send that may have begun has not. */
  giveUp(endpoint: string): void {
    this.#paces.end(endpoint, undefined)
    const waiting = this.#waiting.get(endpoint)
    if (waiting !== undefined) this.#begin(endpoint, waiting)
  }

  /** Sends away what waits for an endpoint. */
  leave(endpoint: string): void {
    const waiting = this.#waiting.get(endpoint) ?? []
    this.#waiting.delete(endpoint)
    for (const { resolve } of waiting) resolve(false)
  }

  /** Sends all away that wait. */
  clear(): void {
    for (const endpoint of this.#waiting.keys()) this.leave(endpoint)
  }

  #begin(endpoint: string, waiting: Waiting[]): void {
    while (this.#paces.mayBegin(endpoint)) {
      const next = waiting.shift()
      if (next === undefined) break
      const inTime = this.#now() < next.until
      if (inTime) this.#paces.begin(endpoint)
      next.resolve(inTime)
    }
    if (waiting.length === 0) this.#waiting.delete(endpoint)
  }

  #countOf(endpoint: string): number {
    return this.#waiting.get(endpoint)?.length ?? 0
  }
}

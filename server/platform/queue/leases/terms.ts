import type { LeaseTerm } from './owner.js'

export interface TermLimits {
  /** A heartbeat is late if its last beat began this long ago, in milliseconds. */
  readonly pauseMs: number
  /** The max wait of a send for a late heartbeat, in milliseconds. */
  readonly maxWaitMs: number
}

interface Waiting {
  readonly since: number
  readonly resolve: (mayBegin: boolean) => void
}

/**
 * The terms of a process, one after the other:
 *
 *   in time --pauseMs after the start of the last beat--> late --a beat--> in time
 *   either --the others have taken the process for dead--> over, and the next term begins
 */
export class Terms {
  readonly #limits: TermLimits
  readonly #now: () => number
  #current = new OneTerm(this)
  #beatAt = -Infinity

  /** @param now milliseconds, of a clock that only runs forwards */
  constructor(limits: TermLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  get current(): LeaseTerm {
    return this.#current
  }

  get isInTime(): boolean {
    return this.#now() - this.#beatAt < this.#limits.pauseMs
  }

  get now(): number {
    return this.#now()
  }

  /** To be called with the time at which a beat began that was written. */
  beaten(beganAt: number): void {
    this.#beatAt = beganAt
    if (this.isInTime) this.#current.settle(true)
  }

  /** To be called when the others have taken the process for dead. */
  lost(): void {
    const over = this.#current
    this.#current = new OneTerm(this)
    this.#beatAt = -Infinity
    over.end()
  }

  /** Ends the waits of sends that have waited for too long. To be called now and then. */
  endWaits(): void {
    this.#current.settle(false, this.#now() - this.#limits.maxWaitMs)
  }

  close(): void {
    this.#current.end()
  }
}

class OneTerm implements LeaseTerm {
  readonly #terms: Terms
  #waiting: Waiting[] = []
  #over = false

  constructor(terms: Terms) {
    this.#terms = terms
  }

  async mayBegin(): Promise<boolean> {
    if (this.#over) return false
    if (this.#terms.isInTime) return true
    return new Promise((resolve) => this.#waiting.push({ since: this.#terms.now, resolve }))
  }

  end(): void {
    this.#over = true
    this.settle(false)
  }

  /** Answers the sends that have waited since `until` or for longer. */
  settle(mayBegin: boolean, until = Infinity): void {
    const waiting = this.#waiting
    this.#waiting = waiting.filter(({ since }) => since > until)
    for (const { since, resolve } of waiting) if (since <= until) resolve(mayBegin)
  }
}

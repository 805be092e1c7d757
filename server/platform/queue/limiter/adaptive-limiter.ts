import type { Capacity } from './capacity.js'

/**
 * The meaning of a send's end for its destination: the send went well; the destination lives, though it
 * refused this send; it could not be reached, or broke off; or it says that it is overloaded.
 */
export type Signal = 'success' | 'alive' | 'failure' | 'overload'

/** The limits of a kind of destination, and how it recovers. */
export interface LimiterRules {
  /** The max number of sends at once to a destination that nothing is known of. */
  readonly start: number
  readonly min: number
  readonly max: number
  /** Failures in a row, without a sign of life between, after which nothing is sent there for a while. */
  readonly failuresToOpen: number
  /**
   * Returns the time for which the circuit stays open, in milliseconds, by the number of times that it has opened in
   * a row before.
   */
  readonly openMs: (timesOpened: number) => number
  /**
   * Returns the pause of an overloaded server, in milliseconds, by the number of times that it was throttled before.
   */
  readonly throttleMs: (times: number) => number
  /** Absent if destinations get their full limit before they have answered. */
  readonly probation?: ProbationRules
}

/**
 * Destinations that have not answered yet, or are slow to, are on probation: together they get a part of all
 * sends.
 */
export interface ProbationRules {
  /** The max number of sends at once before the first answer. */
  readonly start: number
  /**
   * A send that takes longer than this many milliseconds is slow, and so is a destination that is silent for as long.
   */
  readonly patienceMs: number
}

interface KeyState {
  /** The max number of sends in flight. It grows by fractions. */
  limit: number
  inFlight: number
  /** The number of failures in a row. */
  failures: number
  /** The number of times that the circuit has opened in a row. */
  timesOpened: number
  timesThrottled: number
  /** The time until which nothing is sent. */
  openUntil: number
  /** True if the circuit was open, and one send is to show whether the destination lives. */
  halfOpen: boolean
  /** True if the one send in flight began while the circuit was open. */
  begunWhileOpen: boolean
  /** True if the destination has answered since it became known, or since its circuit opened last. */
  answered: boolean
  /** True if the last send took no longer than `patienceMs`. */
  quick: boolean
  /**
   * The time at which the destination last answered, or at which the first of the sends in flight began, whichever is
   * later.
   */
  waitedForSince: number
  usedAt: number
}

/** The max number of keys that are kept: more than a process sends to in an hour's work, and little memory. */
const maxKept = 10_000
/** Milliseconds for which the state of an unused key is kept: an hour later it says little. */
const keptMs = 3_600_000

/**
 * Limits the number of sends in flight to each key, a destination or an endpoint, by the outcomes of the sends
 * before: additive increase, and decrease by failures (AIMD), with a circuit breaker.
 *
 *   closed --failuresToOpen failures in a row--> open --openMs later--> half-open --a sign of life--> closed
 *                                                                                --a failure--> open
 *   open --a sign of life of a send that began meanwhile--> closed
 *   closed --a server says that it is overloaded--> throttled --throttleMs later--> closed
 *
 * The limit grows by 1/limit with each success, which is by one for a round of sends that all went well. A failed
 * connection takes one off: connections that fail together take the limit down together, and a single one does little
 * harm. If a server says that it is overloaded, the limit is halved at once.
 *
 *   on probation --a quick answer--> proven
 *   proven --a slow answer or failure, an open circuit, or silence while a send waits--> on probation
 *
 * On probation a destination that answers keeps its limit. A silent destination gets one more send now and then, to
 * show whether it is silent: a single connection that hangs must not hold up all mail to it.
 */
export class AdaptiveLimiter {
  readonly #rules: LimiterRules
  readonly #now: () => number
  /** The states by key, in the order of use: the key that was used last is the last. */
  readonly #known = new Map<string, KeyState>()

  /** @param now milliseconds, of a clock that only runs forwards */
  constructor(rules: LimiterRules, now: () => number = () => performance.now()) {
    this.#rules = rules
    this.#now = now
  }

  capacity(): Capacity {
    const now = this.#now()
    const { start, probation } = this.#rules
    const byDefault = probation?.start ?? start
    const proven = new Map<string, number>()
    const onProbation = new Map<string, number>()
    for (const [key, state] of this.#known) {
      const free = this.#freeOf(state, now, 1)
      if (probation !== undefined && !this.#isOnProbation(state, now)) proven.set(key, free)
      else if (free !== byDefault) (probation === undefined ? proven : onProbation).set(key, free)
    }
    return { byDefault, proven, ...(probation && { onProbation }) }
  }

  /** Tells whether the sends to a destination count among those to destinations on probation. */
  isOnProbation(key: string): boolean {
    const state = this.#known.get(key)
    if (state === undefined) return this.#rules.probation !== undefined
    return this.#isOnProbation(state, this.#now())
  }

  /**
   * Returns the number of sends that may be claimed now.
   *
   * @param ahead how many times the limit may be claimed, for sends that may wait here
   */
  free(key: string, ahead = 1): number {
    const state = this.#known.get(key)
    if (state === undefined) return (this.#rules.probation?.start ?? this.#rules.start) * ahead
    return this.#freeOf(state, this.#now(), ahead)
  }

  /**
   * Tells whether a send may begin now. While nothing more is to be sent, sends that were claimed before go one by
   * one.
   */
  mayBegin(key: string): boolean {
    const state = this.#known.get(key)
    if (state === undefined) return true
    const limit = isClosed(state, this.#now()) ? this.#limitOf(state) : 1
    return state.inFlight < limit
  }

  begin(key: string): void {
    const state = this.#known.get(key) ?? this.#unknown()
    const now = this.#now()
    state.begunWhileOpen = state.halfOpen && !isClosed(state, now)
    if (state.inFlight === 0) state.waitedForSince = now
    state.inFlight += 1
    state.usedAt = now
    this.#known.delete(key)
    this.#known.set(key, state)
    this.#forgetOld()
  }

  /**
   * Records the end of a send.
   *
   * @param signal undefined if nothing was sent
   * @param tookMs how long the send took, in milliseconds
   */
  end(key: string, signal: Signal | undefined, tookMs = 0): void {
    const state = this.#known.get(key)
    if (state === undefined) return
    state.inFlight -= 1
    if (signal === undefined) return
    const now = this.#now()
    const slow = this.#isTooLong(tookMs)
    if (signal !== 'failure') {
      state.quick = !slow
      state.waitedForSince = now
    } else if (slow) {
      state.quick = false
      // A destination that has never answered, and is silent again, would hold up too much if it were asked as often
      // as others.
      if (!state.answered) state.failures = this.#rules.failuresToOpen
    }
    // A send that was under way when the circuit opened tells nothing new.
    if (signal === 'overload' && now >= state.openUntil) this.#slowDown(state, now)
    else if (signal === 'failure' && now >= state.openUntil) this.#countFailure(state, now)
    else if (signal === 'success') this.#countSuccess(state)
    else if (signal === 'alive') this.#countSignOfLife(state)
  }

  get size(): number {
    return this.#known.size
  }

  /** The number of keys to which nothing is sent for a while. */
  get stopped(): number {
    const now = this.#now()
    return [...this.#known.values()].filter((state) => !isClosed(state, now)).length
  }

  #freeOf(state: KeyState, now: number, ahead: number): number {
    if (!isClosed(state, now)) return 0
    const limit = state.halfOpen ? 1 : this.#limitOf(state) * ahead
    const free = Math.max(0, limit - state.inFlight)
    if (!this.#isSilent(state, now)) return free
    return this.#isTooLong(now - state.usedAt) ? Math.min(1, free) : 0
  }

  #limitOf({ halfOpen, answered, limit }: KeyState): number {
    if (halfOpen) return 1
    const { probation } = this.#rules
    return Math.floor(probation === undefined || answered ? limit : Math.min(limit, probation.start))
  }

  #isOnProbation(state: KeyState, now: number): boolean {
    if (this.#rules.probation === undefined) return false
    return !state.answered || !state.quick || this.#isSilent(state, now)
  }

  #isSilent({ inFlight, waitedForSince }: KeyState, now: number): boolean {
    return inFlight > 0 && this.#isTooLong(now - waitedForSince)
  }

  #isTooLong(ms: number): boolean {
    return ms > (this.#rules.probation?.patienceMs ?? Infinity)
  }

  #countSuccess(state: KeyState): void {
    this.#countSignOfLife(state)
    state.timesThrottled = 0
    state.limit = Math.min(this.#rules.max, state.limit + 1 / state.limit)
  }

  /** Counts a sign of life: a server that refuses a message lives. */
  #countSignOfLife(state: KeyState): void {
    state.answered = true
    state.failures = 0
    state.timesOpened = 0
    state.halfOpen = false
    if (state.begunWhileOpen) state.openUntil = -Infinity
    state.begunWhileOpen = false
  }

  #countFailure(state: KeyState, now: number): void {
    state.limit = Math.max(this.#rules.min, state.limit - 1)
    state.failures += 1
    if (!state.halfOpen && state.failures < this.#rules.failuresToOpen) return
    state.openUntil = now + this.#rules.openMs(state.timesOpened)
    state.timesOpened += 1
    state.failures = 0
    state.halfOpen = true
    state.answered = false
  }

  #slowDown(state: KeyState, now: number): void {
    this.#countSignOfLife(state)
    state.limit = Math.max(this.#rules.min, state.limit / 2)
    state.openUntil = now + this.#rules.throttleMs(state.timesThrottled)
    state.timesThrottled += 1
  }

  #unknown(): KeyState {
    return {
      limit: this.#rules.start,
      inFlight: 0,
      failures: 0,
      timesOpened: 0,
      timesThrottled: 0,
      openUntil: -Infinity,
      halfOpen: false,
      begunWhileOpen: false,
      answered: false,
      quick: false,
      waitedForSince: 0,
      usedAt: 0,
    }
  }

  #forgetOld(): void {
    const before = this.#now() - keptMs
    for (const [key, state] of this.#known) {
      if (this.#known.size <= maxKept && state.usedAt >= before) return
      // Keys with sends in flight are no more than the worker's concurrency.
      if (state.inFlight === 0) this.#known.delete(key)
    }
  }
}

function isClosed(state: KeyState, now: number): boolean {
  return now >= state.openUntil
}

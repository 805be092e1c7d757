import type { Rooms } from './rooms.js'

/**
 * What the end of a send says about its destination: it went well; the destination lives, though it took this one not;
 * it could not be reached, or broke off; or it says itself that it is sent too much.
 */
export type Sign = 'success' | 'alive' | 'failure' | 'overload'

/** How much a kind of destination is trusted with, and how it is let recover. */
export interface DestinationRules {
  /** Sends at once to a destination that nothing is known of. */
  readonly start: number
  readonly min: number
  readonly max: number
  /** Failures in a row, without a sign of life between, after which nothing is sent there for a while. */
  readonly failuresToRest: number
  /** How long nothing is sent, in milliseconds, by how often it has rested in a row before. Then one send probes. */
  readonly restMs: (rests: number) => number
  /** The same where a server says that it is sent too much. */
  readonly slowMs: (times: number) => number
  /** Absent where a destination is trusted before it has answered. */
  readonly probation?: ProbationRules
}

/** Destinations that have not answered yet, or are slow to, are on probation: together they get a part of all sends. */
export interface ProbationRules {
  /** Sends at once before the first answer. */
  readonly start: number
  /** A send that takes longer than so many milliseconds is slow, and a destination that says nothing for as long. */
  readonly patienceMs: number
}

interface Destination {
  /** Not whole: it grows by fractions. */
  limit: number
  inFlight: number
  failures: number
  rests: number
  slowed: number
  /** Until when nothing is sent. */
  closedUntil: number
  /** It has rested, and one send is to show whether it lives. */
  probing: boolean
  /** The one send under way began while it rested. */
  early: boolean
  /** It has answered since it became known, or since it last rested. */
  answered: boolean
  /** The last send did not take longer than there is patience for. */
  quick: boolean
  /** When it last answered, or the first of those under way began after that. */
  waitedForSince: number
  usedAt: number
}

/** More than a process sends to in an hour's work, and little memory. */
const maxKept = 10_000
/** What a destination bore an hour ago says little about now. */
const keptMs = 3_600_000

/**
 * How many sends each destination has room for, learned from what came of those before:
 *
 *   open --failuresToRest failures in a row--> resting --restMs later--> probing --a sign of life--> open
 *                                                                       --a failure--> resting
 *   resting --a sign of life of a send that began meanwhile--> open
 *   open --a server says that it is too much--> slowed --slowMs later--> open
 *
 * The limit grows by 1/limit a success, which is by one for a round of sends that all went well. A failed connection
 * takes one off: those that fail together take it down together, and a stray one does little harm. Where a server says
 * that it is too much, it is halved at once.
 *
 *   on probation --a quick answer--> proven
 *   proven --a slow answer or failure, a rest, or silence while a send waits--> on probation
 *
 * On probation a destination that answers keeps its limit. One that is silent gets one more send now and then, to show
 * whether it is: a single connection that hangs must not hold up all mail to it.
 */
export class Destinations {
  readonly #rules: DestinationRules
  readonly #now: () => number
  /** The one used last is the last. */
  readonly #known = new Map<string, Destination>()

  /** @param now milliseconds, of a clock that only runs forwards */
  constructor(rules: DestinationRules, now: () => number = () => performance.now()) {
    this.#rules = rules
    this.#now = now
  }

  rooms(): Rooms {
    const now = this.#now()
    const { start, probation } = this.#rules
    const otherwise = probation?.start ?? start
    const of = new Map<string, number>()
    const onProbation = new Map<string, number>()
    for (const [name, destination] of this.#known) {
      const room = this.#roomOf(destination, now, 1)
      if (probation !== undefined && !this.#isOnProbation(destination, now)) of.set(name, room)
      else if (room !== otherwise) (probation === undefined ? of : onProbation).set(name, room)
    }
    return { otherwise, of, ...(probation && { onProbation }) }
  }

  /** Whether what is sent to a destination counts among what is sent to those that have to prove themselves. */
  isOnProbation(name: string): boolean {
    const destination = this.#known.get(name)
    if (destination === undefined) return this.#rules.probation !== undefined
    return this.#isOnProbation(destination, this.#now())
  }

  /** @param ahead how many times the limit may be on its way, for those that may wait here */
  room(name: string, ahead = 1): number {
    const destination = this.#known.get(name)
    if (destination === undefined) return (this.#rules.probation?.start ?? this.#rules.start) * ahead
    return this.#roomOf(destination, this.#now(), ahead)
  }

  /** Whether a send may begin now. Where nothing more is to be sent, what was claimed before goes one by one. */
  mayBegin(name: string): boolean {
    const destination = this.#known.get(name)
    if (destination === undefined) return true
    const limit = isOpen(destination, this.#now()) ? this.#limitOf(destination) : 1
    return destination.inFlight < limit
  }

  begin(name: string): void {
    const destination = this.#known.get(name) ?? this.#unknown()
    const now = this.#now()
    destination.early = destination.probing && !isOpen(destination, now)
    if (destination.inFlight === 0) destination.waitedForSince = now
    destination.inFlight += 1
    destination.usedAt = now
    this.#known.delete(name)
    this.#known.set(name, destination)
    this.#forgetOld()
  }

  /**
   * @param sign undefined if nothing was sent
   * @param tookMs from its begin on
   */
  end(name: string, sign: Sign | undefined, tookMs = 0): void {
    const destination = this.#known.get(name)
    if (destination === undefined) return
    destination.inFlight -= 1
    if (sign === undefined) return
    const now = this.#now()
    const slow = this.#isTooLong(tookMs)
    if (sign !== 'failure') {
      destination.quick = !slow
      destination.waitedForSince = now
    } else if (slow) {
      destination.quick = false
      // It has said nothing for long, and never before: to be asked as often as others would hold up too much.
      if (!destination.answered) destination.failures = this.#rules.failuresToRest
    }
    // What was under way when it closed tells nothing new.
    if (sign === 'overload' && now >= destination.closedUntil) this.#slowDown(destination, now)
    else if (sign === 'failure' && now >= destination.closedUntil) this.#countFailure(destination, now)
    else if (sign === 'success') this.#countSuccess(destination)
    else if (sign === 'alive') this.#countSignOfLife(destination)
  }

  get size(): number {
    return this.#known.size
  }

  #roomOf(destination: Destination, now: number, ahead: number): number {
    if (!isOpen(destination, now)) return 0
    const limit = destination.probing ? 1 : this.#limitOf(destination) * ahead
    const room = Math.max(0, limit - destination.inFlight)
    if (!this.#isSilent(destination, now)) return room
    return this.#isTooLong(now - destination.usedAt) ? Math.min(1, room) : 0
  }

  #limitOf({ probing, answered, limit }: Destination): number {
    if (probing) return 1
    const { probation } = this.#rules
    return Math.floor(probation === undefined || answered ? limit : Math.min(limit, probation.start))
  }

  #isOnProbation(destination: Destination, now: number): boolean {
    if (this.#rules.probation === undefined) return false
    return !destination.answered || !destination.quick || this.#isSilent(destination, now)
  }

  #isSilent({ inFlight, waitedForSince }: Destination, now: number): boolean {
    return inFlight > 0 && this.#isTooLong(now - waitedForSince)
  }

  #isTooLong(ms: number): boolean {
    return ms > (this.#rules.probation?.patienceMs ?? Infinity)
  }

  #countSuccess(destination: Destination): void {
    this.#countSignOfLife(destination)
    destination.slowed = 0
    destination.limit = Math.min(this.#rules.max, destination.limit + 1 / destination.limit)
  }

  /** A server that refuses a message lives. */
  #countSignOfLife(destination: Destination): void {
    destination.answered = true
    destination.failures = 0
    destination.rests = 0
    destination.probing = false
    if (destination.early) destination.closedUntil = -Infinity
    destination.early = false
  }

  #countFailure(destination: Destination, now: number): void {
    destination.limit = Math.max(this.#rules.min, destination.limit - 1)
    destination.failures += 1
    if (!destination.probing && destination.failures < this.#rules.failuresToRest) return
    destination.closedUntil = now + this.#rules.restMs(destination.rests)
    destination.rests += 1
    destination.failures = 0
    destination.probing = true
    destination.answered = false
  }

  #slowDown(destination: Destination, now: number): void {
    this.#countSignOfLife(destination)
    destination.limit = Math.max(this.#rules.min, destination.limit / 2)
    destination.closedUntil = now + this.#rules.slowMs(destination.slowed)
    destination.slowed += 1
  }

  #unknown(): Destination {
    return {
      limit: this.#rules.start,
      inFlight: 0,
      failures: 0,
      rests: 0,
      slowed: 0,
      closedUntil: -Infinity,
      probing: false,
      early: false,
      answered: false,
      quick: false,
      waitedForSince: 0,
      usedAt: 0,
    }
  }

  #forgetOld(): void {
    const before = this.#now() - keptMs
    for (const [name, destination] of this.#known) {
      if (this.#known.size <= maxKept && destination.usedAt >= before) return
      // Those in flight are no more than the worker's hands.
      if (destination.inFlight === 0) this.#known.delete(name)
    }
  }
}

function isOpen(destination: Destination, now: number): boolean {
  return now >= destination.closedUntil
}

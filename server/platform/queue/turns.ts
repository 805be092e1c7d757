import type { Uuid } from '../db/ids.js'
import { isDatabaseAway, isMachineAway } from '../db/connection/unavailable.js'
import type { ProgressMonitor } from '../../../base/concurrency/progress-monitor.js'

/** The max wait of the others for a turn, in milliseconds. */
const patienceMs = 1000

/** The max number of turns that others do not wait for: each may hold a connection of the pool. */
const maxSlow = 4

/** The rest of a key after a failure, in milliseconds: twice as long after each further one. */
const minRestMs = 1000
const maxRestMs = 30_000

/**
 * The max rest of a key whose machine is away, in milliseconds: the machine may be back at any time, and then mail
 * waits for it.
 */
const maxAwayRestMs = 4000

/**
 * A key that has no further turn is forgotten this long after its rest, in milliseconds: it has nothing due any more.
 */
const forgetMs = 60_000

interface Resting {
  readonly until: number
  readonly ms: number
}

export interface TurnsOptions {
  /** The worker's name in the health checks and the metric, such as `delivery worker`. */
  readonly worker: string
  readonly progress: Pick<ProgressMonitor, 'askSetAside'>
}

/**
 * Takes a worker's keys, such as workspaces, one after the other: each has its turn. A failure in the turn of one key
 * costs that key alone:
 *
 *   free --its turn begins--> taking --it ends--> free
 *   taking --patienceMs--> slow: the others go on without it --it ends--> free
 *   taking, slow --it fails--> resting --minRestMs, twice as long each time--> free
 *
 * A locked row, a statement that takes too long and a mistake of ours concern only the key whose turn it is. If the
 * database is away no turn goes well, so that ends the round, and no key rests. If the database is spread over
 * machines and one of them is away, the keys whose rows are there rest.
 */
export class Turns {
  readonly #now: () => number
  /** The turns that are under way, with their keys. Only {@link run} lets a key have several. */
  readonly #taking = new Map<Promise<unknown>, Uuid>()
  readonly #slow = new Map<Promise<unknown>, Uuid>()
  readonly #resting = new Map<Uuid, Resting>()

  /** @param now milliseconds, of a clock that only runs forwards */
  constructor({ worker, progress }: TurnsOptions, now: () => number = () => performance.now()) {
    this.#now = now
    progress.askSetAside(worker, () => this.#failing)
  }

  /** The number of slow turns: work that counts as under way, but that nobody waits for. */
  get slow(): number {
    return this.#slow.size
  }

  /** Tells whether a turn of this key may begin. */
  isFree(key: Uuid): boolean {
    return ![...this.#taking.values()].includes(key) && !this.#isResting(key)
  }

  /** Returns the keys whose turn may not begin, except those whose turn is taken in time. */
  setAside(): Uuid[] {
    return [...this.#slow.values(), ...[...this.#resting.keys()].filter((key) => this.#isResting(key))]
  }

  /**
   * Takes a turn, and waits for it for a limited time.
   *
   * @param onFailure called with the error of a turn that is not thrown
   * @returns the result; undefined if the turn is slow and goes on, or has failed by itself
   * @throws the error of a turn that failed because the database is away
   */
  async take<T>(
    key: Uuid,
    work: () => Promise<T>,
    onFailure: (error: unknown) => void,
  ): Promise<T | undefined> {
    let patience: NodeJS.Timeout | undefined
    const slow = new Promise<undefined>((resolve) => {
      patience = setTimeout(() => {
        if (this.#slow.size < maxSlow) resolve(undefined)
      }, patienceMs)
    })
    let awaited = true
    const turn = this.run(key, work).catch((error: unknown) => {
      if (awaited && isDatabaseAway(error)) throw error
      onFailure(error)
      return undefined
    })
    try {
      return await Promise.race([turn, slow])
    } finally {
      awaited = false
      clearTimeout(patience)
    }
  }

  /**
   * Takes a turn to its end. A slow turn does not count as taken, but is in {@link slow}.
   *
   * @throws the turn's own error
   */
  async run<T>(key: Uuid, work: () => Promise<T>): Promise<T> {
    const turn = work()
    this.#taking.set(turn, key)
    const patience = setTimeout(() => {
      if (this.#slow.size < maxSlow) this.#slow.set(turn, key)
    }, patienceMs)
    try {
      const result = await turn
      this.#resting.delete(key)
      return result
    } catch (error) {
      if (!isDatabaseAway(error)) this.#rest(key, isMachineAway(error) ? maxAwayRestMs : maxRestMs)
      throw error
    } finally {
      clearTimeout(patience)
      this.#taking.delete(turn)
      this.#slow.delete(turn)
    }
  }

  /** Resolves when no turn is under way. */
  async ended(): Promise<void> {
    while (this.#taking.size > 0) await Promise.allSettled(this.#taking.keys())
  }

  /** The number of keys that have no turns now because their last one has failed, or does not end. */
  get #failing(): number {
    this.#forget()
    return new Set([...this.#slow.values(), ...this.#resting.keys()]).size
  }

  #isResting(key: Uuid): boolean {
    return (this.#resting.get(key)?.until ?? -Infinity) > this.#now()
  }

  #forget(): void {
    for (const [key, { until }] of this.#resting)
      if (until + forgetMs < this.#now()) this.#resting.delete(key)
  }

  #rest(key: Uuid, maxMs: number): void {
    this.#forget()
    const ms = Math.min(maxMs, (this.#resting.get(key)?.ms ?? minRestMs / 2) * 2)
    this.#resting.set(key, { until: this.#now() + ms, ms })
  }
}

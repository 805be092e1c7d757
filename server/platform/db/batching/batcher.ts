import { currentTransaction, PoolInTransactionError } from '../transaction/transaction-context.js'
import { currentPlace, inPlaces, type Place } from '../../tracing/tracing.js'
import type { WatchedTask } from '../../../../base/concurrency/progress-monitor.js'
import { setImmediate as turnOfTheLoop, setTimeout as sleep } from 'node:timers/promises'

export interface BatchLimits<Item> {
  /** The max number of items that go together. */
  readonly max?: number
  /** The max weight of the items that go together, in the unit of `weigh`. A single item goes whatever its weight. */
  readonly maxWeight?: number
  readonly weigh?: (item: Item) => number
  /**
   * The min time from one call to the next in milliseconds, for calls that cost more than a caller's wait; none if
   * absent.
   */
  readonly apartMs?: number
  /**
   * This many waiting items are a batch by themselves: they begin a call beside those in flight, of which there are
   * at most {@link maxCalls}. If absent, there is one call at a time.
   */
  readonly besideFrom?: number
  /** Begins to watch a run of calls, so that the health checks can tell of a call that does not end. */
  readonly watch?: () => WatchedTask
}

/** The max number of calls at a time. Each takes a connection of the pool, and keeps a backend of PostgreSQL busy. */
const maxCalls = 3

/**
 * Lets concurrent callers share one call: while a call is in flight, the items that arrive form a batch and go
 * together in the next one. There is no timer, so an idle system has no delay and a busy one gets large batches: the
 * first call waits only for the end of this turn of the event loop, in which the requests that came with it are read.
 *
 * A call in flight may wait for a pool connection, so code in a transaction must not join a call that began outside
 * it: each would wait for the other. Such a caller gets a PoolInTransactionError.
 *
 * @param run takes the gathered items and returns their results in the same order; if it throws, all of them fail
 */
export function batcher<Item, Result>(
  run: (items: Item[]) => Promise<readonly Result[]>,
  limits: BatchLimits<Item> = {},
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item
    /** The caller's place in a trace. */
    place: Place | undefined
    resolve(result: Result): void
    reject(reason: unknown): void
  }
  const { max = 500, maxWeight = Infinity, weigh = () => 1, apartMs = 0, besideFrom = Infinity } = limits
  let waiting: Waiting[] = []
  /** Calls in flight, or about to begin. */
  let calls = 0
  /** True if a call is about to begin, with all items that come in this turn of the event loop. */
  let gathers = false
  /** The transaction that the call in flight belongs to; undefined if it began outside of any. */
  let runningIn: object | undefined

  function take(): Waiting[] {
    let count = 0
    let weight = 0
    for (const { item } of waiting) {
      weight += weigh(item)
      if (count === max || (count > 0 && weight > maxWeight)) break
      count += 1
    }
    const taken = waiting.slice(0, count)
    waiting = waiting.slice(count)
    return taken
  }

  async function drain(): Promise<void> {
    calls += 1
    runningIn = currentTransaction()
    const task = limits.watch?.()
    gathers = true
    await turnOfTheLoop()
    gathers = false
    while (waiting.length > 0) {
      const batch = take()
      const pause = apartMs > 0 ? sleep(apartMs) : undefined
      try {
        const places = batch.map((entry) => entry.place)
        const results = await inPlaces(places, () => run(batch.map((entry) => entry.item)))
        batch.forEach((entry, index) => entry.resolve(results[index] as Result))
      } catch (error) {
        batch.forEach((entry) => entry.reject(error))
      }
      await pause
      task?.cameRound()
    }
    task?.end()
    calls -= 1
  }

  /** Tells whether a call is to begin for the items that wait now. */
  function begins(): boolean {
    if (calls === 0) return true
    const isAlone = gathers || runningIn !== undefined
    return !isAlone && waiting.length >= besideFrom && calls < maxCalls
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const transaction = currentTransaction()
      if (calls > 0 && transaction !== undefined && transaction !== runningIn)
        throw new PoolInTransactionError()
      waiting.push({ item, place: currentPlace(), resolve, reject })
      if (begins()) void drain()
    })
}

/**
 * Makes a `batcher` for each key, such as a workspace: items under different keys neither wait for each other nor go
 * together.
 */
export function batcherBy<Key, Item, Result>(
  run: (key: Key, items: Item[]) => Promise<readonly Result[]>,
  limits: BatchLimits<Item> = {},
): (key: Key, item: Item) => Promise<Result> {
  interface KeyedBatcher {
    call: (item: Item) => Promise<Result>
    inFlight: number
  }
  const batchers = new Map<Key, KeyedBatcher>()
  return (key, item) => {
    const own = batchers.get(key) ?? {
      call: batcher((items: Item[]) => run(key, items), limits),
      inFlight: 0,
    }
    batchers.set(key, own)
    own.inFlight += 1
    return own.call(item).finally(() => {
      own.inFlight -= 1
      // An idle key takes no memory.
      if (own.inFlight === 0) batchers.delete(key)
    })
  }
}

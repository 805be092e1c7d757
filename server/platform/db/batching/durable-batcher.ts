import type { Logger } from 'pino'
import { batcherBy, type BatchLimits } from './batcher.js'
import type { RetriedWrites } from './retried-writes.js'
import { tookTooLong } from '../connection/unavailable.js'

/** The min and max wait before an item that the database rejects is written again, in milliseconds. */
const minRetryMs = 1_000
const maxRetryMs = 60_000
/** The max wait before an item that took too long is written again: a lock may end at any time. */
const maxLateRetryMs = 5_000

/**
 * The max number of items that are written one by one at the same time: one that waits for a lock holds up none of
 * the others then.
 */
const maxAlone = 4

export interface DurableBatcherOptions<Key, Item> extends BatchLimits<Item> {
  readonly retried: RetriedWrites<Key>
  /** Writes items of one key. It must have no effect if it throws. */
  readonly write: (key: Key, items: readonly Item[]) => Promise<void>
  readonly log: Logger
  /** The items in messages of the log, such as `outcomes of deliveries`. */
  readonly items: string
}

/**
 * Lets concurrent callers share writes, like {@link batcherBy}, and keeps trying until each item is written:
 *
 * - If the database stores nothing for a while, the batch is kept in memory, and its key counts as retried.
 * - If the database rejects a batch, or it takes too long, as while somebody else has locked a row, its items are
 *   written one by one. One that fails alone is logged, and tried again alone after an increasing wait; the other
 *   items of its key do not wait for it.
 *
 * @returns a function that resolves when the item is written, and throws WritesEndedError if the process
 *   stops first
 */
export function durableBatcher<Key, Item>(
  options: DurableBatcherOptions<Key, Item>,
): (key: Key, item: Item) => Promise<void> {
  const { retried, write, log, items: name, ...limits } = options

  function writeUntilStored(key: Key, items: readonly Item[]): Promise<void> {
    let since: number | undefined
    const onTrouble = (error: unknown) => {
      since = performance.now()
      log.error({ err: error, count: items.length }, `${name} cannot be stored now and are kept in memory`)
    }
    return retried
      .write(key, () => write(key, items), onTrouble)
      .then(() => {
        if (since === undefined) return
        const seconds = Math.round((performance.now() - since) / 1000)
        log.info({ count: items.length, seconds }, `${name} that were kept in memory are stored`)
      })
  }

  /**
   * Writes one item by itself.
   *
   * @returns the reason why the item is not written; undefined if it is
   */
  const writeAlone = (key: Key, item: Item): Promise<unknown> =>
    writeUntilStored(key, [item]).then(
      () => undefined,
      (error: unknown) => error,
    )

  async function writeEach(key: Key, items: readonly Item[]): Promise<unknown[]> {
    const failures: unknown[] = []
    const left = items.entries()
    const writeNext = async () => {
      for (const [index, item] of left) failures[index] = await writeAlone(key, item)
    }
    await Promise.all(Array.from({ length: Math.min(maxAlone, items.length) }, writeNext))
    return failures
  }

  /** Writes items one after the other: each may wait for a lock, on a connection of the pool. */
  const writeAgain = batcherBy<Key, Item, unknown>((key, items) => writeEach(key, items), { max: 1 })

  const writeTogether = batcherBy<Key, Item, unknown>(async (key, items) => {
    try {
      await writeUntilStored(key, items)
      return items.map(() => undefined)
    } catch (error) {
      return items.length === 1 ? [error] : writeEach(key, items)
    }
  }, limits)

  return async (key, item) => {
    const written = retried.begin(key)
    try {
      let failure = await writeTogether(key, item)
      for (let waitMs = minRetryMs; failure !== undefined; waitMs *= 2) {
        retried.throwIfEnded()
        const late = tookTooLong(failure)
        const what = late ? 'the database takes too long for one' : 'the database rejects one'
        log.error({ err: failure }, `${name}: ${what}, which is kept in memory`)
        await retried.pauseRejected(Math.min(waitMs, late ? maxLateRetryMs : maxRetryMs))
        failure = await writeAgain(key, item)
      }
    } finally {
      written()
    }
  }
}

import type { Logger } from 'pino'
import { batcherBy, type BatchLimits } from './batcher.js'
import type { HeldWrites } from './held-writes.js'

/** The min and max wait before an item that the database rejects is written again, in milliseconds. */
const minRetryMs = 1_000
const maxRetryMs = 60_000

export interface DurableBatcherOptions<Key, Item> extends BatchLimits<Item> {
  readonly held: HeldWrites<Key>
  /** Writes items of one key. It must have no effect if it throws. */
  readonly write: (key: Key, items: readonly Item[]) => Promise<void>
  readonly log: Logger
  /** The items in messages of the log, such as `outcomes of deliveries`. */
  readonly items: string
}

/**
 * Lets concurrent callers share writes, like {@link batcherBy}, and keeps trying until each item is written:
 *
 * - If the database stores nothing for a while, the batch is held and its key counts as held.
 * - If the database rejects a batch, its items are written one by one. A rejected item is our mistake: it is
 *   logged, and tried again after an increasing wait, and the other items of its key do not wait for it.
 *
 * @returns a function that resolves when the item is written, and throws WritesEndedError if the process
 *   stops first
 */
export function durableBatcher<Key, Item>(
  options: DurableBatcherOptions<Key, Item>,
): (key: Key, item: Item) => Promise<void> {
  const { held, write, log, items: name, ...limits } = options

  function writeHeld(key: Key, items: readonly Item[]): Promise<void> {
    let since: number | undefined
    const onTrouble = (error: unknown) => {
      since = performance.now()
      log.error({ err: error, count: items.length }, `${name} cannot be stored now and are held in memory`)
    }
    return held
      .write(key, () => write(key, items), onTrouble)
      .then(() => {
        if (since === undefined) return
        const seconds = Math.round((performance.now() - since) / 1000)
        log.info({ count: items.length, seconds }, `${name} that were held are stored`)
      })
  }

  const writeTogether = batcherBy<Key, Item, unknown>(async (key, items) => {
    if (items.length > 1) {
      try {
        await writeHeld(key, items)
        return items.map(() => undefined)
      } catch {
        // One of them is rejected.
      }
    }
    const failures: unknown[] = []
    for (const item of items) {
      failures.push(
        await writeHeld(key, [item]).then(
          () => undefined,
          (error: unknown) => error,
        ),
      )
    }
    return failures
  }, limits)

  return async (key, item) => {
    const written = held.begin(key)
    try {
      for (let waitMs = minRetryMs; ; waitMs = Math.min(maxRetryMs, waitMs * 2)) {
        const failure = await writeTogether(key, item)
        if (failure === undefined) return
        held.throwIfEnded()
        log.error({ err: failure }, `${name}: the database rejects one, which is held in memory`)
        await held.pauseRejected(waitMs)
      }
    } finally {
      written()
    }
  }
}

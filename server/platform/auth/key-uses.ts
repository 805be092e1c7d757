import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { durableBatcher } from '../db/batching/durable-batcher.js'
import { RetriedWrites } from '../db/batching/retried-writes.js'
import type { Uuid } from '../db/ids.js'
import { serviceStatement } from '../db/statements/statement.js'
import { withTimeout } from '../../../base/time/with-timeout.js'
import { atMostEntries } from '../../../base/caches/at-most-entries.js'

/**
 * A process ignores further uses of a key for this long after it noted one, in milliseconds. Since another process
 * may have written a use up to a minute earlier, the time of a key's last use is up to 5 minutes old.
 */
const apartMs = 4 * 60_000

/** A use is not written if another process wrote one less than this before, in milliseconds. */
const writtenApartMs = 60_000

/** The max number of keys whose use waits to be written: about 2 MB. */
const maxWaiting = 10_000

/** The min time between two writes of a process, in milliseconds. */
const writesApartMs = 500

/** The max time in milliseconds that a stop waits for uses to be written. */
const closeMs = 2_000

/**
 * Writes uses of keys. The ids come sorted: two processes that write the same keys then lock them in the same order.
 */
export const touchKeys = serviceStatement<
  [ids: readonly Uuid[], at: readonly Date[], unlessSince: readonly Date[]]
>(
  'touch_keys',
  `update api_keys set last_used_at = used.at
   from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as used (id, at, unless_since)
   where api_keys.id = used.id and (api_keys.last_used_at is null or api_keys.last_used_at < used.unless_since)`,
)

interface KeyUse {
  readonly id: Uuid
  at: Date
}

/**
 * Notes when API keys are used. Each process writes a key at most once in 4 minutes, and keys that are used at the same
 * time share a write. No request waits for it. While the database stores nothing, the last use of each key waits.
 */
export class KeyUses {
  readonly #writes = new RetriedWrites<'uses'>()
  readonly #write: (key: 'uses', use: KeyUse) => Promise<void>
  /** The time at which the use of each key was noted. That use is written or waits to be. */
  readonly #noted: LRUCache<Uuid, Date>
  readonly #waiting = new Map<Uuid, { readonly use: KeyUse; readonly written: Promise<void> }>()
  readonly #now: () => Date
  readonly #max: number

  /**
   * @param now the time of the database
   * @param max the max number of keys that it remembers, and of those that wait
   */
  constructor(db: Knex, log: Logger, now: () => Date, max = maxWaiting) {
    this.#now = now
    this.#max = max
    this.#noted = new LRUCache(atMostEntries(max))
    this.#write = durableBatcher({
      retried: this.#writes,
      write: async (_key, uses) => {
        const sorted = uses.toSorted((one, other) => (one.id < other.id ? -1 : 1))
        await touchKeys(
          db,
          sorted.map(({ id }) => id),
          sorted.map(({ at }) => at),
          sorted.map(({ at }) => new Date(at.getTime() - writtenApartMs)),
        )
      },
      log,
      items: 'uses of API keys',
      apartMs: writesApartMs,
    })
  }

  /** Notes that a key is used now. Never waits and never throws. */
  note(id: Uuid): void {
    const at = this.#now()
    const waiting = this.#waiting.get(id)
    if (waiting !== undefined) {
      waiting.use.at = at
      return
    }
    const noted = this.#noted.get(id)
    if (noted !== undefined && at.getTime() - noted.getTime() < apartMs) return
    if (this.#waiting.size >= this.#max) return
    this.#noted.set(id, at)
    const use = { id, at }
    // Writing fails only once the process stops.
    const written = this.#write('uses', use)
      .catch(() => undefined)
      .finally(() => this.#waiting.delete(id))
    this.#waiting.set(id, { use, written })
  }

  /** Waits until all noted uses are written, for two seconds at most. The rest is dropped. */
  async close(): Promise<void> {
    const all = () => Promise.all([...this.#waiting.values()].map(({ written }) => written))
    const late = () => new Error('the database takes too long')
    await withTimeout(all(), closeMs, late).catch(() => undefined)
    this.#writes.end()
    await all()
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { storageRefusalOf } from './storage-refusal.js'
import { isUnavailable } from './unavailable.js'

/** Times of the wait, in milliseconds. */
export interface AwaitLimits {
  /** The max duration of the whole wait. */
  readonly maxMs: number
  /** The pause from the end of one try to the next one. */
  readonly everyMs: number
}

/** The time that a PostgreSQL takes to recover from a crash, or other clients to give connections back. */
const defaultLimits: AwaitLimits = { maxMs: 60_000, everyMs: 1_000 }

/**
 * Waits at a start until the database accepts connections: it may be starting, restarting, or out of connections
 * (53300) for a moment. An error that does not pass by itself, such as a wrong password, is thrown at once.
 *
 * @throws the last error, once it has waited for too long
 */
export async function awaitDatabase(
  db: Pick<Knex, 'raw'>,
  log: Pick<Logger, 'warn' | 'info'>,
  { maxMs, everyMs }: AwaitLimits = defaultLimits,
): Promise<void> {
  const began = performance.now()
  for (let tries = 1; ; tries += 1) {
    try {
      await db.raw('select 1')
      if (tries > 1) log.info({ tries }, 'the database is there')
      return
    } catch (error) {
      const passes = isUnavailable(error) && storageRefusalOf(error) === undefined
      if (!passes || performance.now() - began + everyMs > maxMs) throw error
      if (tries === 1)
        log.warn({ err: error, max_seconds: maxMs / 1000 }, 'the database cannot be reached: waiting for it')
      await sleep(everyMs)
    }
  }
}

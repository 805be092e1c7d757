import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { serviceStatement } from '../statements/statement.js'

/** Milliseconds between two questions for the time. In between, a clock that only runs forwards keeps it. */
const everyMs = 10_000

const readTime = serviceStatement<[], { readonly ms: number }>(
  'read_time',
  'select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms',
)

/** The time of the database, which all processes share: the clock of a process may be wrong. */
export interface DatabaseClock {
  /** Returns the time, which is never ahead of the database, and behind by the time of an answer. */
  readonly now: () => Date
  readonly close: () => void
}

/**
 * Asks the database for its time, now and from then on. While the database is away, the clock goes on from the last
 * answer.
 *
 * @throws the error of the first question
 */
export async function openDatabaseClock(db: Knex, log: Pick<Logger, 'debug'>): Promise<DatabaseClock> {
  let aheadMs = await ahead(db)
  let asking = false
  const timer = setInterval(() => {
    if (asking) return
    asking = true
    ahead(db)
      .then((ms) => (aheadMs = ms))
      .catch((error: unknown) => log.debug({ err: error }, 'the database did not tell its time'))
      .finally(() => (asking = false))
  }, everyMs).unref()
  return {
    now: () => new Date(performance.now() + aheadMs),
    close: () => clearInterval(timer),
  }
}

/** Asks the database for its present time by one more query. */
export async function databaseNow(db: Knex): Promise<Date> {
  const [row] = await readTime(db)
  if (row === undefined) throw new Error('the database told no time')
  return new Date(row.ms)
}

/** Returns the offset from this process's steady clock to the database's time, in milliseconds. */
async function ahead(db: Knex): Promise<number> {
  return (await databaseNow(db)).getTime() - performance.now()
}

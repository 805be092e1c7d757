import { defaultStatementSeconds } from '../../config/defaults.js'
/**
 * Time-outs of the database. PostgreSQL ends slow statements itself. The service also gives up, a few seconds
 * later, because an unreachable server sends no error, and because the embedded database has no timers.
 */
export interface TimeLimits {
  /** The max duration of a statement. */
  readonly statementMs: number
  /** The max wait for a lock. */
  readonly lockMs: number
  /** The max pause between two statements of a transaction. */
  readonly idleMs: number
  /** The max wait for the reply to a statement, including the network's round trip. */
  readonly replyMs: number
  /** The max duration of a transaction from its first statement to its commit. */
  readonly transactionMs: number
  /** The max silence of the embedded database before it counts as failed. */
  readonly unresponsiveMs: number
}

/** The max wait for a lock: equal to a request's max wait for another request with the same idempotency key. */
const maxLockMs = 10_000

/** Time for the network, and for PostgreSQL to report its own time-out first. */
const replyGraceMs = 5_000

/** Derives all limits from the max duration of a statement in seconds. */
export function timeLimits(statementSeconds: number): TimeLimits {
  const statementMs = statementSeconds * 1000
  return {
    statementMs,
    lockMs: Math.min(maxLockMs, statementMs),
    idleMs: statementMs,
    replyMs: statementMs + replyGraceMs,
    // The service's transactions have few statements, and rarely a slow one.
    transactionMs: 2 * statementMs,
    // The embedded database's statements cannot be cancelled, so a slow one gets time to end. Meanwhile
    // requests are answered with 503.
    unresponsiveMs: 4 * statementMs,
  }
}

/** Limits for an operator's command: ten minutes per statement, since the operator can watch and stop it. */
export const commandLimits = timeLimits(600)

/** Limits for the heartbeat: a beat that has hung leaves time for another one before the process is late. */
export const heartbeatLimits: TimeLimits = {
  ...timeLimits(defaultStatementSeconds),
  statementMs: 3_000,
  lockMs: 3_000,
  replyMs: 4_000,
}

/**
 * Max duration of the migrations, which may rewrite large tables. Includes the wait for other processes: six
 * hours.
 */
export const migrationMs = 6 * 3600_000

/**
 * Max duration of a vacuum of one table of the embedded database: half an hour, enough for some gigabytes.
 */
export const vacuumMs = 1800_000

/** Max duration of a job that reads a table of the history as a whole: two hours, enough for a terabyte. */
export const readingMs = 2 * 3600_000

/** Max duration of a report's import: ten minutes. That of a DMARC report can write millions of rows. */
export const importMs = 600_000

/**
 * Max time to open a connection. With the embedded database, also the max wait of a request for a connection of the
 * pool.
 */
export const connectMs = 10_000

/** Max wait of a request for a connection of PostgreSQL's pool, so that it is refused within 10 seconds. */
export const acquireMs = 8_000

/** Max time for the pool's connections to close. Statements that are in flight after it are abandoned. */
export const closeMs = 5_000

/**
 * The database took too long, and the operation was abandoned. Like the database's absence, this is
 * temporary.
 */
export class DatabaseTimeoutError extends Error {
  override name = 'DatabaseTimeoutError'
}

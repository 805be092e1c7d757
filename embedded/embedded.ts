import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { withTimeout } from '../base/time/with-timeout.js'
import { lockDataDir } from './lock.js'
import { UnknownPartError } from './pglite/unknown-part-error.js'
import type { EmbeddedWorkerData, FromWorker, ToWorker } from './worker.js'

/** The embedded database, running in this process. */
export interface EmbeddedDatabase {
  /** The folder of the Unix socket, which libpq and pg take as `host`. */
  readonly socketFolder: string
  /** Calls back when the database ends unexpectedly or stops responding. */
  onFailure(listener: (error: Error) => void): void
  /** Calls back with a sentence that the operator should know. */
  onNotice(listener: (notice: string) => void): void
  /**
   * Lets the database be silent for `maxMs()` milliseconds, if that is longer than usual, as during a long
   * statement.
   */
  allow(maxMs: () => number): void
  close(): Promise<void>
}

/** The embedded database took too long. Like its absence, this is temporary. */
export class EmbeddedTimeoutError extends Error {
  override name = 'EmbeddedTimeoutError'
}

/** Limits of time, in milliseconds. */
export interface EmbeddedLimits {
  /** The max pause of a client in a transaction. */
  readonly idleMs: number
  /** The max silence of the database before it counts as failed. */
  readonly unresponsiveMs: number
}

const usualLimits: EmbeddedLimits = { idleMs: 30_000, unresponsiveMs: 120_000 }

/** Max time for the database to open, which may include replaying its write-ahead log: ten minutes. */
const openMs = 600_000

/** Max time for the database to close. */
const closeMs = 10_000

/** The file name that every PostgreSQL client looks for in the socket's folder. */
export const socketName = '.s.PGSQL.5432'

/** Unix socket addresses end at 107 bytes on Linux and at 103 on macOS. */
const longestSocketPath = 103

/**
 * Returns the folder of the embedded database's socket: the database's own, so that `psql -h <data dir>/db` finds it;
 * if that path is too long for a socket address, one for this data folder among the temporary files.
 */
export function socketFolderOf(dataDir: string): string {
  const usual = path.join(dataDir, 'db')
  if (Buffer.byteLength(path.join(usual, socketName)) <= longestSocketPath) return usual
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return path.join(tmpdir(), `postseal-${digest}`)
}

/** Returns the path of the embedded database's socket. */
export function socketPathOf(dataDir: string): string {
  return path.join(socketFolderOf(dataDir), socketName)
}

/**
 * The bytes of a function of PGlite that run before V8 compiles it for speed: eleven times as many as by default.
 * Otherwise a start compiles much that is hardly used after it. Under load a function has run them in a moment.
 */
const tieringBudget = 20_000_000

export interface EmbeddedOptions {
  /** True if the database is in memory: the folder holds only its socket and its lock. */
  readonly inMemory?: boolean
  /** True if a commit is flushed to the disk before its reply, which is the default. Never in memory. */
  readonly flush?: boolean
  readonly limits?: EmbeddedLimits
}

/**
 * Starts the embedded database of a data folder.
 *
 * @throws DataDirInUseError if another process runs the database
 * @throws EmbeddedTimeoutError if the database does not open in time
 * @throws UnknownPartError if PGlite is not as this release knows it
 */
export async function startEmbedded(
  dataDir: string,
  { inMemory = false, flush = true, limits = usualLimits }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const folder = path.join(dataDir, 'db')
  const socketFolder = socketFolderOf(dataDir)
  const socketPath = socketPathOf(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 })
  if (socketFolder !== folder) refuseForeignFolder(socketFolder)
  const lock = await lockDataDir(dataDir, socketPath)
  rmSync(socketPath, { force: true })
  // A killed process leaves this file; only the lock above counts.
  rmSync(path.join(folder, 'postmaster.pid'), { force: true })

  const data: EmbeddedWorkerData = {
    folder: inMemory ? undefined : folder,
    prepared: fileURLToPath(new URL('./prepared.tar.br', import.meta.url)),
    flush: flush && !inMemory,
    socketPath,
    idleMs: limits.idleMs,
  }
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudget}`)
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: data })
  const tellWorker = (message: ToWorker) => worker.postMessage(message)
  let closing = false
  let fail: (error: Error) => void = () => undefined
  let notice: (notice: string) => void = () => undefined
  let allowedMs = () => 0
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.once('exit', (code) => {
    lock.release()
    if (!closing) fail(new Error(`the embedded database ended with code ${code}`))
  })
  const ready = new Promise<void>((resolve, reject) => {
    fail = reject
    worker.on('error', (error) => fail(UnknownPartError.from(error)))
    worker.on('message', (message: FromWorker) => {
      if (message === 'ready') resolve()
      else if (message === 'pong') watchdog.answered()
      else notice(message.notice)
    })
  })
  const late = () => new EmbeddedTimeoutError(`the embedded database did not open within ${openMs / 1000} s`)
  await withTimeout(ready, openMs, late).catch(async (error: unknown) => {
    closing = true
    await worker.terminate()
    throw error
  })
  // Between start and the caller's listener nothing may be swallowed.
  let failure: Error | undefined
  fail = (error) => (failure ??= error)

  const watchdog = startWatchdog(
    () => tellWorker('ping'),
    () => Math.max(limits.unresponsiveMs, allowedMs()),
    (silentMs) => {
      const seconds = Math.round(silentMs / 1000)
      fail(new EmbeddedTimeoutError(`the embedded database has not responded for ${seconds} seconds`))
    },
  )
  void ended.then(() => watchdog.stop())

  return {
    socketFolder,
    onFailure: (listener) => {
      fail = listener
      if (failure !== undefined) listener(failure)
    },
    onNotice: (listener) => {
      notice = listener
    },
    allow: (maxMs) => {
      allowedMs = maxMs
    },
    close: async () => {
      closing = true
      watchdog.stop()
      tellWorker('stop')
      // If a statement is still running, its uncommitted changes are lost, as if the process were killed.
      await withTimeout(ended, closeMs, () => new EmbeddedTimeoutError()).catch(() => worker.terminate())
    },
  }
}

/**
 * Refuses a folder of another user. Among the temporary files anybody may have made the folder first, and whoever
 * owns it could put a database of their own behind the socket.
 *
 * @throws Error if it is not a folder of this user alone
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

/** The number of questions within the max silence. */
const asks = 10

/**
 * Asks for signs of life at an interval, until no answer has come for too long. The silence is measured in
 * unanswered questions rather than in time, so that a sleeping machine or a busy event loop in this thread
 * does not look like silence.
 *
 * @param ask asks once; the answer must call `answered`
 * @param maxMs returns the max silence in milliseconds; called before each question, since the limit may
 *   change
 * @param fail called once, with the length of the silence in milliseconds
 */
function startWatchdog(
  ask: () => void,
  maxMs: () => number,
  fail: (silentMs: number) => void,
): { answered(): void; stop(): void } {
  const everyMs = maxMs() / asks
  let unanswered = 0
  const timer = setInterval(() => {
    if (unanswered * everyMs >= maxMs()) {
      clearInterval(timer)
      fail(unanswered * everyMs)
      return
    }
    // Only one question is in flight at a time: more would only pile up.
    if (unanswered === 0) ask()
    unanswered += 1
  }, everyMs)
  timer.unref()
  return {
    answered: () => {
      unanswered = 0
    },
    stop: () => clearInterval(timer),
  }
}

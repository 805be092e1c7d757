import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { existsSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { compilePostgres } from './pglite/compiled.js'
import { reportFatal } from './pglite/fatal.js'
import { checkVersions, internalsOf, mainLoopOf } from './pglite/private-parts.js'
import { timeOutIdleTransactions } from './clients/idle-transaction-timeout.js'
import { delayReplies } from './durability/delayed-replies.js'
import { openFlushed, settings } from './durability/open-flushed.js'
import { gatherPipelines, keepPipelinesWhole } from './clients/pipelines.js'
import { placePrepared, preparedTar } from './prepared.js'
import { shareStatements } from './clients/shared-statements.js'
import { WalFlush } from './durability/wal-flush.js'

/**
 * The worker thread that runs the embedded database: PGlite on a folder or in memory, served on a Unix socket. It
 * posts `ready` when it listens, answers each `ping` with `pong`, posts notices for the operator, and ends on `stop`.
 * If PGlite is not as this release knows it, it ends with an UnknownPartError.
 */
export interface EmbeddedWorkerData {
  /** The database's folder; undefined if the database is in memory. */
  readonly folder: string | undefined
  /** The archive with a new database's files. */
  readonly prepared: string
  /** True if a commit is flushed to the disk before its reply. */
  readonly flush: boolean
  readonly socketPath: string
  /** The max pause of a client in a transaction, in milliseconds. */
  readonly idleMs: number
}

export type ToWorker = 'ping' | 'stop'
export type FromWorker = 'ready' | 'pong' | { readonly notice: string }

const { folder, prepared, flush, socketPath, idleMs } = workerData as EmbeddedWorkerData
const tell = (message: FromWorker) => parentPort?.postMessage(message)
// Thrown outside of any promise, the error ends this thread, and the main thread gets it.
const fail = (error: unknown) =>
  setImmediate(() => {
    throw error
  })
checkVersions()
const wal = new WalFlush(fail)
const opened = await open()
const db = reportFatal(opened, mainLoopOf(opened), fail)
const session = shareStatements(keepPipelinesWhole(db))
const idleTimeout = timeOutIdleTransactions(session, idleMs, (notice) => tell({ notice }))
const delayed = delayReplies(idleTimeout.db, wal)
const server = new PGLiteSocketServer({ db: delayed.db, path: socketPath, maxConnections: 64 })
const internals = internalsOf(server)
idleTimeout.watch(internals)
delayed.delay(internals.queryQueue)
gatherPipelines(internals.queryQueue)
await server.start()
tell('ready')

async function open(): Promise<PGlite> {
  // The build, which makes the archive, has no archive yet: it gets a database made by initdb.
  const isPrepared = existsSync(prepared)
  if (folder === undefined) {
    const files = isPrepared ? { loadDataDir: await preparedTar(prepared) } : {}
    return PGlite.create({ dataDir: 'memory://', ...(await options()), ...files })
  }
  if (isPrepared || flush) await placePrepared(prepared, folder, flush)
  return flush ? openFlushed(folder, wal) : PGlite.create({ dataDir: folder, ...(await options()) })
}

async function options() {
  return { startParams: settings, pgliteWasmModule: await compilePostgres() }
}

parentPort?.on('message', (message: ToWorker) => {
  if (message === 'ping') return tell('pong')
  void (async () => {
    idleTimeout.stop()
    await server.stop()
    await db.close()
    parentPort?.close()
  })()
})

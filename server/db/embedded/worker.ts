import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { parentPort, workerData } from 'node:worker_threads'
import { reportFatal } from './fatal.js'
import { keepPipelinesWhole } from './pipelines.js'

/**
 * The worker thread that is the embedded database: PGlite on a folder or in memory, served on a Unix socket. It says
 * `ready` when it listens and ends when it is told to `stop`.
 */
export interface EmbeddedWorkerData {
  /** The folder that it is kept in, or `memory://`. */
  readonly storage: string
  readonly socketPath: string
}

const { storage, socketPath } = workerData as EmbeddedWorkerData
// Thrown outside of any promise it ends this thread, and the main one is told why.
const fail = (error: unknown) =>
  setImmediate(() => {
    throw error
  })
const db = reportFatal(await PGlite.create({ dataDir: storage }), fail)
const server = new PGLiteSocketServer({ db: keepPipelinesWhole(db), path: socketPath, maxConnections: 64 })
await server.start()
parentPort?.postMessage('ready')

parentPort?.once('message', () => {
  void (async () => {
    await server.stop()
    await db.close()
    parentPort?.close()
  })()
})

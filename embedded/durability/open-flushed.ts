import { PGlite } from '@electric-sql/pglite'
import { compilePostgres } from '../pglite/compiled.js'
import { refuseUnflushed, startParameters } from '../pglite/private-parts.js'
import { DurableFS } from './durable-fs.js'
import type { WalFlush } from './wal-flush.js'

/**
 * PostgreSQL's settings as PGlite has them, except for its memory for pages. That memory is touched as a whole at
 * each start, and the system caches the pages that are not in it.
 */
export const settings = [...startParameters(), '-c', 'shared_buffers=16MB']

/** Settings with flushes (`-F` turns them off), and by the one call that reaches the file system. */
const flushing = [...settings.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync']

/**
 * Opens a PGlite whose commits are durable once `wal` has flushed them.
 *
 * @throws UnknownPartError if PGlite is not as known, or a commit asks for no flush
 */
export async function openFlushed(folder: string, wal: WalFlush): Promise<PGlite> {
  const db = await PGlite.create({
    fs: new DurableFS(folder, wal),
    startParams: flushing,
    pgliteWasmModule: await compilePostgres(),
  })
  const before = wal.requested
  // The smallest possible commit: a record of the log that nothing reads.
  await db.query(`select pg_logical_emit_message(true, 'postseal', 'is this flushed?')`)
  if (wal.requested === before) refuseUnflushed()
  wal.flushNow()
  return db
}

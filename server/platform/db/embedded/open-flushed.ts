import { PGlite } from '@electric-sql/pglite'
import { compilePostgres } from './compiled.js'
import { DurableFS } from './durable-fs.js'
import type { WalFlush } from './wal-flush.js'

/**
 * PostgreSQL's settings as PGlite has them, but for its memory for pages. It is touched as a whole at each start, and
 * what is not in it the system has in its own.
 */
export const settings = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

/** With flushes (`-F` turns them off), and by the one call that reaches the file system. */
const flushing = [...settings.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync']

/** Opens a PGlite whose commits are durable once `wal` has flushed them. */
export async function openFlushed(folder: string, wal: WalFlush): Promise<PGlite> {
  const db = await PGlite.create({
    fs: new DurableFS(folder, wal),
    startParams: flushing,
    pgliteWasmModule: await compilePostgres(),
  })
  wal.flushNow()
  return db
}

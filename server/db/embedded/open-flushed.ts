import { PGlite } from '@electric-sql/pglite'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { DurableFS } from './durable-fs.js'
import { syncFolder } from './sync-folder.js'
import type { WalFlush } from './wal-flush.js'

/**
 * PostgreSQL's settings as PGlite has them, but with flushes (`-F` turns them off), and by the one call that
 * reaches the file system.
 */
const settings = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
]

/** Opens or makes a PGlite whose commits are durable once `wal` has flushed them. */
export async function openFlushed(folder: string, wal: WalFlush): Promise<PGlite> {
  const isNew = !existsSync(path.join(folder, 'PG_VERSION'))
  const db = await PGlite.create({ fs: new DurableFS(folder, wal), startParams: settings })
  wal.flushNow()
  // What makes a database flushes nothing.
  if (isNew) await syncFolder(folder)
  return db
}

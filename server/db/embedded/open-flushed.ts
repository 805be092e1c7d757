import { PGlite } from '@electric-sql/pglite'
import { existsSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { DurableFS } from './durable-fs.js'
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
  if (isNew) await syncTree(folder)
  return db
}

/** Files that are flushed at once: as many threads as Node has for it. */
const atOnce = 4

/** Flushes a folder with all that it contains to the disk. */
async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const left = [folder, ...paths].values()
  const loop = async () => {
    for (const each of left) {
      const file = await open(each, 'r')
      try {
        await file.sync()
      } finally {
        await file.close()
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, loop))
}

import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * The files of a ledger's folder. `NAME.ledger` is written by one process, or was. `NAME.closing` is being compacted:
 * nobody writes to it any more. A process finds by this name that its file was taken from it, and begins another.
 */
export const fileEnd = '.ledger'
export const closingEnd = '.closing'

/** A file of a ledger. */
export interface LedgerFile {
  readonly path: string
  readonly bytes: number
  readonly modified: Date
}

/** A name that sorts by time, and that no other process uses. @param kind what wrote it */
export function newFileName(kind: 'log' | 'compacted', now = new Date()): string {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return `${stamp}-${kind}-${randomBytes(6).toString('hex')}${fileEnd}`
}

/** The files of a folder by name, which is the order in which they were begun; none where it is missing. */
export async function filesOf(folder: string): Promise<LedgerFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
  const ours = names.filter((name) => name.endsWith(fileEnd) || name.endsWith(closingEnd)).sort()
  const found = await Promise.all(
    ours.map(async (name): Promise<LedgerFile[]> => {
      const file = path.join(folder, name)
      // Compaction may have removed it meanwhile, and what it had is in a new one.
      const stats = await stat(file).catch(() => undefined)
      return stats?.isFile() === true ? [{ path: file, bytes: stats.size, modified: stats.mtime }] : []
    }),
  )
  return found.flat()
}

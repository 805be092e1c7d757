import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * The files of a ledger's folder. `NAME.ledger` is written by one process, or was. `NAME.closing` is being compacted:
 * nobody writes to it any more. A process finds by this name that its file was taken from it, and begins another. A
 * file that was taken over has something between its NAME, which has no dot, and `.closing`.
 */
export const fileEnd = '.ledger'
export const closingEnd = '.closing'

/** A file of a ledger. */
export interface LedgerFile {
  readonly path: string
  readonly bytes: number
  /** The time of the last write. */
  readonly modified: Date
  /** The time of the last write or rename. */
  readonly changed: Date
}

/** Makes a name that sorts by time, and that no other process uses. @param kind the kind of its writer */
export function newFileName(kind: 'log' | 'compacted', now = new Date()): string {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return `${stamp}-${kind}-${randomBytes(6).toString('hex')}${fileEnd}`
}

/** Returns the part of a file's name that every renaming keeps. */
export function stemOf(file: string): string {
  return path.basename(file).split('.', 1).join('')
}

/**
 * Returns the paths of a folder's files by name, which is the order in which they were begun; none if the folder is
 * missing.
 */
export async function pathsOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => name.endsWith(fileEnd) || name.endsWith(closingEnd))
    .sort()
    .map((name) => path.join(folder, name))
}

/** Returns the files of a folder by name, without those that somebody renames or removes meanwhile. */
export async function filesOf(folder: string): Promise<LedgerFile[]> {
  const found = await Promise.all(
    (await pathsOf(folder)).map(async (file): Promise<LedgerFile[]> => {
      const stats = await stat(file).catch(() => undefined)
      if (stats?.isFile() !== true) return []
      return [{ path: file, bytes: stats.size, modified: stats.mtime, changed: stats.ctime }]
    }),
  )
  return found.flat()
}

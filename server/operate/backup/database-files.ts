import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** Folders that the database fills anew when it opens. Only the folders themselves have to exist. */
const refilled = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

/** Folder of the write-ahead log, of which the copy needs a range. */
export const walFolder = 'pg_wal'

/** Files that belong to the running process, or are made anew: its lock, sockets, temporary and cached files. */
const left =
  /^(postmaster\.(pid|opts)|\.s\.PGSQL\..*|backup_label(\.old)?|tablespace_map(\.old)?|pgsql_tmp.*|pg_internal\.init.*)$/

export interface DatabaseFile {
  /** Path within the folder of the database. */
  readonly name: string
  readonly isFolder: boolean
  readonly bytes: number
}

/** Lists the files in a copy of a database's folder, without the write-ahead log. `pg_control` comes last. */
export async function databaseFiles(folder: string): Promise<DatabaseFile[]> {
  const found: DatabaseFile[] = []
  await walk(folder, '', found)
  const isControl = ({ name }: DatabaseFile) => name === 'global/pg_control'
  return [...found.filter((file) => !isControl(file)), ...found.filter(isControl)]
}

async function walk(folder: string, within: string, found: DatabaseFile[]): Promise<void> {
  for (const entry of await readdir(path.join(folder, within), { withFileTypes: true })) {
    if (left.test(entry.name)) continue
    const name = within === '' ? entry.name : `${within}/${entry.name}`
    if (entry.isDirectory()) {
      found.push({ name, isFolder: true, bytes: 0 })
      if (within !== '' || !(refilled.has(entry.name) || entry.name === walFolder))
        await walk(folder, name, found)
    } else if (entry.isFile()) {
      // A file may be deleted while the folder is read: then the write-ahead log has its deletion.
      const bytes = await sizeOf(path.join(folder, name))
      if (bytes !== undefined) found.push({ name, isFolder: false, bytes })
    }
  }
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Describes a backup's archive: a tar, packed by gzip, whose first entry is the manifest and whose last entry marks
 * the end.
 */

export const manifestName = 'postseal-backup.json'
export const endName = 'end.json'

/** The kind and the layout of an archive. A change that an older version could not read has a new format. */
export const kind = 'postseal-backup'
export const format = 1

/** First entry of an archive. */
export interface Manifest {
  readonly kind: typeof kind
  readonly format: number
  /** Version of the service that made the archive. */
  readonly version: string
  readonly created_at: string
  /** Migrations of the archive's database. */
  readonly migrations: readonly string[]
}

/** Last entry of an archive. */
export interface End {
  /** Number of files between the first and the last entry. */
  readonly files: number
}

/** Folder of the database, in the archive and in the data folder. */
export const databaseFolder = 'db'

/** Files of the data folder beside the database that a restored service needs. */
export const keptFiles = ['secret.key', 'credentials.json'] as const

/** Returns whether an entry may be in an archive. Any other one could be meant to escape from the folder. */
export function isEntryName(name: string): boolean {
  if ((keptFiles as readonly string[]).includes(name)) return true
  const [top, ...below] = name.split('/')
  return top === databaseFolder && below.every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part))
}

/**
 * What a backup's archive is: a tar, packed by gzip, of which the first entry says what it is and the last
 * that it ends.
 */

export const manifestName = 'postseal-backup.json'
export const endName = 'end.json'

/** The kind and the layout of an archive. A change that an older version could not read has a new format. */
export const kind = 'postseal-backup'
export const format = 1

/** The first entry. */
export interface Manifest {
  readonly kind: typeof kind
  readonly format: number
  /** The version of the service that made it. */
  readonly version: string
  readonly created_at: string
  /** The migrations of its database. */
  readonly migrations: readonly string[]
}

/** The last entry. */
export interface End {
  /** The number of files between the first and the last entry. */
  readonly files: number
}

/** The folder of the database, in the archive and in the data folder. */
export const databaseFolder = 'db'

/** Files of the data folder beside the database that a restored service needs. */
export const keptFiles = ['secret.key', 'credentials.json'] as const

/** Whether an entry may be in an archive. Any other one could be meant to escape from the folder. */
export function isEntryName(name: string): boolean {
  if ((keptFiles as readonly string[]).includes(name)) return true
  const [top, ...below] = name.split('/')
  return top === databaseFolder && below.every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part))
}

/** The reason why a database that answers does not store anything. */
export type StorageRefusal = 'disk_full' | 'read_only' | 'out_of_resources' | 'system_error'

/** A sentence for each reason. */
export const refusalSentences: Readonly<Record<StorageRefusal, string>> = {
  disk_full: "The database's disk is full.",
  read_only: 'The database is read-only.',
  out_of_resources: 'The database is out of resources.',
  system_error: 'The database cannot use its files.',
}

/**
 * Returns why the database refused a statement, if the reason is its state and not the statement:
 * PostgreSQL's class 53 (insufficient resources), its codes for system and I/O errors, and 25006 (read-only,
 * as after a failover).
 */
export function storageRefusalOf(error: unknown): StorageRefusal | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return undefined
  // PostgreSQL has no code for EROFS, and reports it as a missing privilege.
  if (code === '42501' && /Read-only file system$/.test(error.message)) return 'read_only'
  if (code === '25006') return 'read_only'
  if (code === '53100') return 'disk_full'
  // 53300, too many connections, is about a new connection and not about what is stored.
  if (/^53(?!300)[0-9A-Z]{3}$/.test(code)) return 'out_of_resources'
  return code === '58000' || code === '58030' ? 'system_error' : undefined
}

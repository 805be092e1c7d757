import type { Knex } from 'knex'
import { version } from '../../config/version.js'

/** The database has a schema that this version of the service does not know. */
export class NewerSchemaError extends Error {
  override name = 'NewerSchemaError'

  /**
   * @param migration the newest migration that is unknown here
   * @param needed the version of the service that ran it; undefined if the database has no record of it
   */
  constructor(migration: string, needed: string | undefined) {
    super(`${refusal(migration, needed)}, or restore a backup from before the upgrade.`)
  }
}

function refusal(migration: string, needed: string | undefined): string {
  if (needed === undefined) {
    return (
      `The database was migrated by a newer version of Postseal: this version, ${version}, does not know its ` +
      `migration ${migration}. Start the newer version`
    )
  }
  // Two builds of one version, such as of two commits.
  if (needed === version) {
    return (
      `The database has the migration ${migration}, which this build of Postseal ${version} does not know. ` +
      'Start the build that ran the migration'
    )
  }
  return (
    `The database was migrated by Postseal ${needed}, which is newer than this version, ${version}. ` +
    `Start version ${needed} or newer`
  )
}

/** The known migrations that the database lacks. */
export interface SchemaState {
  readonly missing: readonly string[]
}

/**
 * Compares the migrations of the database with those that this version knows.
 *
 * @throws NewerSchemaError if the database has others
 */
export async function checkSchema(db: Knex, known: readonly string[]): Promise<SchemaState> {
  const applied = await namesIn(
    db,
    'schema_migrations',
    'select name, null as version from schema_migrations',
  )
  const unknown = [...applied.keys()].filter((name) => !known.includes(name)).sort()
  const newest = unknown.at(-1)
  if (newest !== undefined) {
    const versions = await namesIn(
      db,
      'schema_versions',
      'select migration as name, version from schema_versions',
    )
    throw new NewerSchemaError(newest, versions.get(newest) ?? undefined)
  }
  return { missing: known.filter((name) => !applied.has(name)) }
}

/** Records that this version has run these migrations. */
export async function recordVersion(db: Knex, migrations: readonly string[]): Promise<void> {
  for (const migration of migrations)
    await db('schema_versions').insert({ migration, version }).onConflict('migration').ignore()
}

async function namesIn(db: Knex, table: string, select: string): Promise<Map<string, string | null>> {
  const found = await db.raw<{ rows: { present: boolean }[] }>(
    'select to_regclass(?) is not null as present',
    [table],
  )
  if (found.rows[0]?.present !== true) return new Map()
  const { rows } = await db.raw<{ rows: { name: string; version: string | null }[] }>(select)
  return new Map(rows.map((row) => [row.name, row.version]))
}

import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.js'
import { ConfigError } from '../../config/config-error.js'
import { advisoryLocks } from '../transaction/advisory-locks.js'
import { openDatabase } from '../connection/database.js'
import { migrate, migrations } from './migrate.js'
import { inTransaction } from '../transaction/transaction.js'

/**
 * Brings the schema up to date, and sets how long the audit log is kept. If the operator named an owner of the
 * schema, the owner does it, and lets the service's own role use the tables: all rights on their rows, but in the
 * audit log only to read and to add.
 *
 * @param db the database as the service uses it
 * @param steps the migrations of this version, unless a test says otherwise
 * @throws ConfigError if the service's own role could change the audit log all the same; NewerSchemaError
 */
export async function prepareSchema(
  db: Knex,
  config: Config,
  log: Logger,
  steps = migrations,
): Promise<void> {
  const { migrationDatabaseUrl, auditRetentionDays } = config
  if (migrationDatabaseUrl === undefined) {
    logMigrations(await migrate(db, steps), log)
    if (!(await keepAuditLog(db, auditRetentionDays))) {
      log.warn(
        'POSTSEAL_AUDIT_RETENTION_DAYS has no effect here: only a process with POSTSEAL_MIGRATION_DATABASE_URL sets it',
      )
    }
    return
  }
  const owner = await openDatabase({
    ...config,
    databaseUrl: migrationDatabaseUrl,
    databaseConnections: 2,
    ledger: undefined,
  })
  try {
    logMigrations(await migrate(owner.db, steps), log)
    await keepAuditLog(owner.db, auditRetentionDays)
    await grantTo(await roleOf(db), owner.db)
    await refuseRoleThatMayChange(db)
  } finally {
    await owner.close()
  }
}

function logMigrations(run: readonly string[], log: Logger): void {
  if (run[0] === migrations[0]?.name) {
    log.info({ migrations: run.length }, 'created the tables of a new database')
    return
  }
  for (const migration of run) log.info({ migration }, 'migrated the database')
}

/**
 * Sets the days for which the audit log is kept.
 *
 * @returns false if this role may not set the number of days, and it differs
 */
async function keepAuditLog(db: Knex, days: number): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { same: boolean; may: boolean }[] }>(
    `select days = ? as same, has_table_privilege('audit_retention', 'update') as may from audit_retention`,
    [days],
  )
  if (rows[0]?.same === true) return true
  if (rows[0]?.may !== true) return false
  await db.raw('update audit_retention set days = ?', [days])
  return true
}

async function roleOf(db: Knex): Promise<string> {
  const { rows } = await db.raw<{ rows: { role: string }[] }>('select current_user as role')
  return rows[0]?.role ?? ''
}

/** The role's rights on tables of the schema on which it does not have all rights on rows. */
const rights: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    audit_events: 'select, insert',
    audit_retention: 'select',
    event_order: 'select',
    schema_migrations: 'select',
    schema_migrations_lock: 'select',
    schema_versions: 'select',
  }),
)
const allRights = 'select, insert, update, delete'

/** Grants what the role lacks, and revokes what it should not have. Processes that start together take turns. */
async function grantTo(role: string, owner: Knex): Promise<void> {
  await inTransaction(owner, async ({ sql: trx }) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.migrate])
    const { rows } = await trx.raw<{ rows: { schema: string }[] }>('select current_schema() as schema')
    const schema = rows[0]?.schema ?? 'public'
    await trx.raw('grant usage on schema ?? to ??', [schema, role])
    for (const table of await ownTables(trx, schema)) {
      const own = rights.get(table) ?? allRights
      if (own !== allRights) await trx.raw('revoke all on table ??.?? from ??', [schema, table, role])
      await trx.raw(`grant ${own} on table ??.?? to ??`, [schema, table, role])
    }
    for (const name of await ownFunctions(trx))
      await trx.raw(`grant execute on function ${name} to ??`, [role])
    const { rows: sequences } = await trx.raw<{ rows: { name: string }[] }>(
      `select sequencename as name from pg_sequences where schemaname = ? and sequenceowner = current_user`,
      [schema],
    )
    for (const { name } of sequences) {
      await trx.raw('grant usage, select on sequence ??.?? to ??', [schema, name, role])
    }
  })
}

/**
 * Returns the functions that do for the service's role what only the owner may, as PostgreSQL writes them in
 * statements.
 */
async function ownFunctions(trx: Knex): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { name: string }[] }>(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = current_schema()::regnamespace and proowner = current_user::regrole and prosecdef order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function ownTables(trx: Knex, schema: string): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { name: string }[] }>(
    'select tablename as name from pg_tables where schemaname = ? and tableowner = current_user order by 1',
    [schema],
  )
  return rows.map(({ name }) => name)
}

/**
 * Refuses a role that no grant holds back.
 *
 * @throws ConfigError if the role is a superuser, the owner, or a member of the owner
 */
export async function refuseRoleThatMayChange(db: Knex): Promise<void> {
  const { rows } = await db.raw<{ rows: { may: boolean }[] }>(
    `select has_table_privilege('audit_events', 'update') or has_table_privilege('audit_events', 'delete')
       or has_table_privilege('audit_events', 'truncate')
       or pg_has_role(tableowner, 'member') as may
     from pg_tables where schemaname = current_schema() and tablename = 'audit_events'`,
  )
  if (rows[0]?.may !== false) {
    throw new ConfigError(
      'The role of DATABASE_URL can change the audit log: use a role that is neither a superuser nor a member of the ' +
        'role of POSTSEAL_MIGRATION_DATABASE_URL (see docs/operate/audit.md).',
    )
  }
}

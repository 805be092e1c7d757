import type { Config } from '../../../platform/config/config.js'
import { ConfigError } from '../../../platform/config/config-error.js'
import { openDatabase } from '../../../platform/db/connection/database.js'
import { knownMigrations } from '../../../platform/db/schema/migrate.js'
import { refuseRoleThatMayChange } from '../../../platform/db/schema/prepare-schema.js'
import { probeClients, refusePooler } from '../../../platform/db/connection/refuse-pooler.js'
import { checkSchema, NewerSchemaError } from '../../../platform/db/schema/schema-version.js'
import { serviceStatement } from '../../../platform/db/statements/statement.js'
import { hasSecret, loadServiceKey, secretFile } from '../../../platform/auth/service-key.js'
import { secretOfRing } from '../../key-ring/key-ring.js'
import { readRing, secretIds } from '../../key-ring/key-rows.js'
import { explainStartFailure } from '../../start-failure.js'
import { statSync } from 'node:fs'
import { dependentMs, failed, ok, skipped, warning, type Check, type Finding } from './check.js'
import type { DatabaseProbe, OpenedDatabase } from './open-database.js'

/** Makes the checks of the database, its content, and the rights of the roles in it. */
export function databaseChecks(config: Config, probe: Promise<DatabaseProbe>): Check[] {
  const whenOpen = (name: string, run: (opened: OpenedDatabase) => Finding | Promise<Finding>): Check => ({
    name,
    maxMs: dependentMs,
    run: async () => {
      const { opened } = await probe
      return opened === undefined ? skipped('the database is not open') : run(opened)
    },
  })
  const { databaseUrl } = config
  const ofServer =
    databaseUrl === undefined
      ? []
      : [
          whenOpen('database role', (opened) => checkRole(config, opened)),
          whenOpen('connections', (opened) => checkConnections(config, opened)),
          whenOpen('pooler', () => checkPooler(databaseUrl)),
        ]
  return [
    { name: 'database', maxMs: dependentMs, run: async () => (await probe).finding },
    whenOpen('schema', ({ db }) => checkVersion({ db })),
    ...ofServer,
    { name: 'secret', maxMs: dependentMs, run: async () => checkSecret(config, (await probe).opened) },
  ]
}

async function checkVersion({ db }: Pick<OpenedDatabase, 'db'>): Promise<Finding> {
  try {
    const { missing } = await checkSchema(db, knownMigrations)
    if (missing.length === knownMigrations.length) return ok('empty; the first start creates the tables')
    if (missing.length === 0) return ok('of this version')
    return warning(
      `of an earlier version: ${missing.length} migrations are to run`,
      'The next start of this version runs them. Make a backup before that.',
    )
  } catch (error) {
    if (!(error instanceof NewerSchemaError)) throw error
    return failed('of a newer version; this version cannot start', error.message)
  }
}

const mayWrite = serviceStatement<[], { readonly may: boolean | null }>(
  'doctor_may_write',
  `select bool_and(has_table_privilege(oid, 'insert')) as may from pg_class
   where relnamespace = current_schema()::regnamespace and relname in ('messages', 'workspaces', 'service_keys')`,
)

/**
 * Checks whether the role of DATABASE_URL can do its work, and whether it can do no more if another role owns the
 * schema.
 */
async function checkRole(config: Config, { db, facts }: OpenedDatabase): Promise<Finding> {
  const { role, schema, may_create } = facts
  const { missing } = await checkSchema(db, knownMigrations).catch(() => ({ missing: [] }))
  if (config.migrationDatabaseUrl !== undefined) return checkTwoRoles(config, { db, facts }, missing)
  const [rights] = await mayWrite(db)
  const needsTables = missing.length > 0
  if (needsTables && !may_create)
    return failed(
      `${role} cannot create tables in ${schema ?? 'any schema'}`,
      `Grant it: grant create, usage on schema ${schema ?? 'public'} to ${role}; or set POSTSEAL_MIGRATION_DATABASE_URL ` +
        'to the owner of the database.',
    )
  if (rights?.may === false)
    return failed(
      `${role} cannot use the tables`,
      'Use the role that created them, or start a process with POSTSEAL_MIGRATION_DATABASE_URL, which grants what is needed.',
    )
  return ok(`${role} may use the tables${may_create ? ' and make them' : ''}`)
}

async function checkTwoRoles(
  config: Config,
  { db, facts }: Pick<OpenedDatabase, 'db' | 'facts'>,
  missing: readonly string[],
): Promise<Finding> {
  const databaseUrl = config.migrationDatabaseUrl
  const owner = await openDatabase({
    ...config,
    databaseUrl,
    databaseConnections: 1,
    statementSeconds: 3,
    ledger: undefined,
  })
  try {
    const [asOwner] = await askMayCreate(owner.db)
    if (asOwner === undefined || !asOwner.may)
      return failed(
        `${asOwner?.role ?? 'the role of POSTSEAL_MIGRATION_DATABASE_URL'} cannot create tables`,
        'Set POSTSEAL_MIGRATION_DATABASE_URL to the owner of the database.',
      )
    if (missing.length < knownMigrations.length) await refuseRoleThatMayChange(db)
    return ok(`${facts.role} uses the tables, ${asOwner.role} makes them`)
  } catch (error) {
    if (error instanceof ConfigError) return failed(`${facts.role} can change the audit log`, error.message)
    const explained = explainStartFailure(error, { ...config, databaseUrl })
    if (explained === undefined) throw error
    return failed(
      explained.sentence.replace(/ See DATABASE_URL\.$/, ''),
      'Correct POSTSEAL_MIGRATION_DATABASE_URL: it names the same database as DATABASE_URL, with the role that owns it.',
    )
  } finally {
    await owner.close()
  }
}

const askMayCreate = serviceStatement<[], { readonly role: string; readonly may: boolean }>(
  'doctor_may_create',
  `select current_user::text as role, coalesce(has_schema_privilege(current_schema(), 'create'), false) as may`,
)

/** Connections of a process beside its pool: one for its heartbeat and one for notifications. */
const besidePool = 2

function checkConnections({ databaseConnections }: Config, { facts }: OpenedDatabase): Finding {
  const limits = [facts.max_connections, facts.max_of_role, facts.max_of_database]
  const max = Math.min(...limits.filter((limit) => limit >= 0))
  const others = Math.max(0, facts.connected - facts.own)
  const processes = Math.max(1, facts.processes)
  const needed = processes * (databaseConnections + besidePool)
  const free = Math.max(0, max - others)
  const whom = processes === 1 ? 'a process needs' : `${processes} processes need`
  const seen = `${whom} up to ${needed}; ${free} of ${max} are not taken by others`
  if (free >= needed) return ok(seen)
  return warning(
    seen,
    'Raise max_connections of PostgreSQL or the limit of the role, or lower POSTSEAL_DATABASE_CONNECTIONS.',
  )
}

async function checkPooler(databaseUrl: string): Promise<Finding> {
  try {
    await refusePooler(probeClients(databaseUrl))
    return ok('none that shares connections between transactions')
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return failed('connections are shared between transactions', error.message)
  }
}

/** Checks whether the secret exists, is hidden from other users, and opens the keys in the database. */
async function checkSecret(config: Config, opened: OpenedDatabase | undefined): Promise<Finding> {
  const file = secretFile(config.dataDir)
  const place = config.secretKey === undefined ? file : 'POSTSEAL_SECRET_KEY'
  const isThere = hasSecret(config)
  const hasKeys = opened !== undefined && (await holdsKeys(opened))
  if (!hasKeys && !isThere) return ok('the first start makes it in the data folder')
  try {
    const secret = hasKeys ? await secretOfRing(opened.db, config) : loadServiceKey(config)
    if (config.secretKey === undefined && (statSync(file).mode & 0o077) !== 0)
      return warning(`${file} can be read by others`, `chmod 600 ${file}`)
    if (!hasKeys) return ok(`${place} has the right form${opened ? '; the database has no keys yet' : ''}`)
    return ok(`${place} opens the ${(await readRing(opened.db, secret)).length} keys of the database`)
  } catch (error) {
    const advice = error instanceof Error ? error.message : String(error)
    return failed(isThere ? `${place} cannot be used` : `${place} is missing`, advice)
  }
}

async function holdsKeys({ db }: OpenedDatabase): Promise<boolean> {
  const { missing } = await checkSchema(db, knownMigrations).catch(() => ({ missing: [] as string[] }))
  return missing.length < knownMigrations.length && (await secretIds(db)).length > 0
}

import type { Knex } from 'knex'
import { up as version1 } from './migrations/0001-version-1.js'
import { up as attemptConversations } from './migrations/0002-attempt-conversations.js'
import { up as webhookReceivers } from './migrations/0003-webhook-receivers.js'
import { up as logsByProgram } from './migrations/0004-logs-by-program.js'
import { up as keyUses } from './migrations/0005-key-uses.js'
import { up as queueOwners } from './migrations/0006-queue-owners.js'
import { up as manyMachines } from './migrations/0007-many-machines.js'
import { up as historyPartitions } from './migrations/0008-history-partitions.js'
import { up as mimeEntities } from './migrations/0009-mime-entities.js'
import { up as traces } from './migrations/0010-traces.js'
import { advisoryLocks } from './advisory-locks.js'
import { isDistributed, placeNewTables } from './distribute.js'
import { checkSchema, recordVersion } from './schema-version.js'
import { migrationMs } from './time-limits.js'
import { inTransaction } from './transaction.js'

export interface Migration {
  readonly name: string
  /** SQL. */
  readonly up: string
}

/** In the order in which they run. Published ones are never changed; a change is a new one. */
export const migrations: readonly Migration[] = [
  { name: '0001-version-1', up: version1 },
  { name: '0002-attempt-conversations', up: attemptConversations },
  { name: '0003-webhook-receivers', up: webhookReceivers },
  { name: '0004-logs-by-program', up: logsByProgram },
  { name: '0005-key-uses', up: keyUses },
  { name: '0006-queue-owners', up: queueOwners },
  { name: '0007-many-machines', up: manyMachines },
  { name: '0008-history-partitions', up: historyPartitions },
  { name: '0009-mime-entities', up: mimeEntities },
  { name: '0010-traces', up: traces },
]

/** The names of the migrations that this version knows. */
export const knownMigrations: readonly string[] = migrations.map(({ name }) => name)

/**
 * Brings the database to this version's schema. Processes that start together take turns. All of it is one
 * transaction, so a start that is killed half-way leaves nothing behind, not even the migrator's own lock
 * row.
 *
 * @param steps those of this version, unless a test says otherwise
 * @returns the names of the migrations that it ran
 * @throws NewerSchemaError if the database was migrated by a newer version of the service
 */
export async function migrate(db: Knex, steps = migrations): Promise<readonly string[]> {
  return inTransaction(
    db,
    async ({ sql: trx }) => {
      await trx.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.migrate])
      const { missing } = await checkSchema(
        trx,
        steps.map(({ name }) => name),
      )
      if (missing.length === 0) return []
      const [, run] = (await trx.migrate.latest({
        disableTransactions: true,
        tableName: 'schema_migrations',
        migrationSource: {
          getMigrations: () => Promise.resolve([...steps]),
          getMigrationName: (migration: Migration) => migration.name,
          getMigration: (migration: Migration) =>
            Promise.resolve({
              up: (knex: Knex) => knex.raw(migration.up),
              down: () => Promise.reject(new Error('migrations go forward only')),
            }),
        },
      })) as [batch: number, run: string[]]
      await recordVersion(trx, run)
      if (await isDistributed(trx)) await placeNewTables(trx)
      return run
    },
    { maxMs: migrationMs },
  )
}

import type { Knex } from 'knex'
import { up as version1 } from '../migrations/0001-version-1.js'
import { up as attemptConversations } from '../migrations/0002-attempt-conversations.js'
import { up as webhookReceivers } from '../migrations/0003-webhook-receivers.js'
import { indexes as indexesByProgram, up as logsByProgram } from '../migrations/0004-logs-by-program.js'
import { up as keyUses } from '../migrations/0005-key-uses.js'
import { up as queueOwners } from '../migrations/0006-queue-owners.js'
import { up as manyMachines } from '../migrations/0007-many-machines.js'
import { up as historyPartitions } from '../migrations/0008-history-partitions.js'
import { up as mimeEntities } from '../migrations/0009-mime-entities.js'
import { up as traces } from '../migrations/0010-traces.js'
import { up as engagements } from '../migrations/0011-engagements.js'
import { up as engagedContacts } from '../migrations/0012-engaged-contacts.js'
import { up as engagementsByKind } from '../migrations/0013-engagements-by-kind.js'
import { up as ownReturnPaths } from '../migrations/0014-own-return-paths.js'
import { up as logRetries } from '../migrations/0015-log-retries.js'
import { up as tlsReports } from '../migrations/0016-tls-reports.js'
import { up as sources } from '../migrations/0017-sources.js'
import { up as bulkSenders } from '../migrations/0018-bulk-senders.js'
import { up as reputation } from '../migrations/0019-reputation.js'
import { up as poolRelays } from '../migrations/0020-pool-relays.js'
import { up as workspaceLimits } from '../migrations/0021-workspace-limits.js'
import { up as contactImports } from '../migrations/0022-contact-imports.js'
import { up as topics } from '../migrations/0023-topics.js'
import { up as projectPages } from '../migrations/0024-project-pages.js'
import { up as identityProviders } from '../migrations/0027-identity-providers.js'
import { up as workspaceHosts } from '../migrations/0025-workspace-hosts.js'
import { up as passkeys } from '../migrations/0026-passkeys.js'
import { up as logSearch } from '../migrations/0028-log-search.js'
import { up as suppressionReplies } from '../migrations/0029-suppression-replies.js'
import { up as endedLinks } from '../migrations/0030-ended-links.js'
import { up as keysOfMessages } from '../migrations/0031-keys-of-messages.js'
import { up as refusedInARow } from '../migrations/0032-refused-in-a-row.js'
import { up as heldNewMail } from '../migrations/0033-held-new-mail.js'
import { up as mailTotals } from '../migrations/0034-mail-totals.js'
import { up as webhookFormats } from '../migrations/0035-webhook-formats.js'
import { up as templateAliases } from '../migrations/0036-template-aliases.js'
import { up as moreWebhookFormats } from '../migrations/0037-more-webhook-formats.js'
import { advisoryLocks } from '../transaction/advisory-locks.js'
import { isDistributed, placeNewTables } from '../placement/distribute.js'
import { buildIndexes, lockTables, untilLocked, type LargeIndex } from './migrate-beside.js'
import { checkSchema, recordVersion } from './schema-version.js'
import { migrationMs } from '../connection/time-limits.js'
import { inTransaction } from '../transaction/transaction.js'

export interface Migration {
  readonly name: string
  /** The SQL of the migration. */
  readonly up: string
  /** New indexes of tables that were there before. They are built before the migration runs. */
  readonly indexes?: readonly LargeIndex[]
  /** The tables of a released version that the migration locks. */
  readonly changes?: readonly string[]
}

/** The migrations in the order in which they run. Published ones are never changed; a change is a new migration. */
export const migrations: readonly Migration[] = [
  { name: '0001-version-1', up: version1 },
  { name: '0002-attempt-conversations', up: attemptConversations },
  { name: '0003-webhook-receivers', up: webhookReceivers },
  { name: '0004-logs-by-program', up: logsByProgram, indexes: indexesByProgram, changes: ['message_logs'] },
  { name: '0005-key-uses', up: keyUses, changes: ['api_keys'] },
  { name: '0006-queue-owners', up: queueOwners },
  { name: '0007-many-machines', up: manyMachines, changes: ['sign_in_links', 'statistics_pending'] },
  { name: '0008-history-partitions', up: historyPartitions },
  { name: '0009-mime-entities', up: mimeEntities, changes: ['message_contents'] },
  { name: '0010-traces', up: traces, changes: ['delivery_queue', 'webhook_queue'] },
  { name: '0011-engagements', up: engagements, changes: ['projects', 'messages', 'campaign_hours'] },
  { name: '0012-engaged-contacts', up: engagedContacts },
  { name: '0013-engagements-by-kind', up: engagementsByKind },
  { name: '0014-own-return-paths', up: ownReturnPaths, changes: ['domains'] },
  { name: '0015-log-retries', up: logRetries, changes: ['message_logs'] },
  { name: '0016-tls-reports', up: tlsReports },
  { name: '0017-sources', up: sources, changes: ['messages', 'message_logs'] },
  { name: '0018-bulk-senders', up: bulkSenders, changes: ['domains'] },
  { name: '0019-reputation', up: reputation, changes: ['workspaces'] },
  { name: '0020-pool-relays', up: poolRelays },
  { name: '0021-workspace-limits', up: workspaceLimits, changes: ['workspaces', 'automation_runs'] },
  { name: '0022-contact-imports', up: contactImports },
  { name: '0024-project-pages', up: projectPages, changes: ['projects'] },
  { name: '0025-workspace-hosts', up: workspaceHosts },
  {
    name: '0023-topics',
    up: topics,
    changes: ['message_logs', 'automation_references'],
  },
  { name: '0026-passkeys', up: passkeys, changes: ['sessions'] },
  { name: '0027-identity-providers', up: identityProviders, changes: ['sessions', 'sign_in_links'] },
  { name: '0028-log-search', up: logSearch },
  { name: '0029-suppression-replies', up: suppressionReplies, changes: ['suppressions'] },
  { name: '0030-ended-links', up: endedLinks },
  { name: '0031-keys-of-messages', up: keysOfMessages, changes: ['messages'] },
  {
    name: '0032-refused-in-a-row',
    up: refusedInARow,
    changes: ['contact_imports', 'contact_import_parts'],
  },
  { name: '0033-held-new-mail', up: heldNewMail, changes: ['queue_holds'] },
  { name: '0034-mail-totals', up: mailTotals, changes: ['statistics_pending'] },
  { name: '0035-webhook-formats', up: webhookFormats, changes: ['webhook_subscriptions'] },
  { name: '0036-template-aliases', up: templateAliases, changes: ['templates', 'template_versions'] },
  { name: '0037-more-webhook-formats', up: moreWebhookFormats, changes: ['webhook_subscriptions'] },
]

/** The names of the migrations that this version knows. */
export const knownMigrations: readonly string[] = migrations.map(({ name }) => name)

/**
 * Brings the database to this version's schema. Processes that start together take turns, and processes of an earlier
 * version go on meanwhile. All but the building of indexes is one transaction, so a start that is killed half-way
 * leaves nothing behind, not even the migrator's own lock row.
 *
 * @param steps the migrations of this version, unless a test says otherwise
 * @returns the names of the migrations that it ran
 * @throws NewerSchemaError if the database was migrated by a newer version of the service
 */
export async function migrate(db: Knex, steps = migrations): Promise<readonly string[]> {
  const names = steps.map(({ name }) => name)
  const toRun = async (sql: Knex) => {
    const { missing } = await checkSchema(sql, names)
    const run = steps.filter(({ name }) => missing.includes(name))
    // A new database has no tables yet, and nobody uses it.
    const beside = run.length < steps.length ? run : []
    return {
      run,
      indexes: beside.flatMap(({ indexes = [] }) => indexes),
      changes: beside.flatMap(({ changes = [] }) => changes),
    }
  }
  await buildIndexes(db, (await toRun(db)).indexes)
  return untilLocked(() =>
    inTransaction(
      db,
      async ({ sql: trx }) => {
        await trx.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.migrate])
        const { run, changes } = await toRun(trx)
        if (run.length === 0) return []
        await lockTables(trx, changes)
        return runIn(trx, steps)
      },
      { maxMs: migrationMs },
    ),
  )
}

async function runIn(trx: Knex.Transaction, steps: readonly Migration[]): Promise<readonly string[]> {
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
}

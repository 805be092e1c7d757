import type { Knex } from 'knex'
import { up as first } from './migrations/0001-first.js'
import { up as messaging } from './migrations/0002-messaging.js'
import { up as delivery } from './migrations/0003-delivery.js'
import { up as webhooks } from './migrations/0004-webhooks.js'
import { up as domains } from './migrations/0005-domains.js'
import { up as audience } from './migrations/0006-audience.js'
import { up as serviceKeys } from './migrations/0007-service-keys.js'
import { up as idempotencyScope } from './migrations/0008-idempotency-scope.js'
import { up as complaints } from './migrations/0009-complaints.js'
import { up as leaseOwners } from './migrations/0010-lease-owners.js'
import { up as holds } from './migrations/0011-holds.js'
import { up as purge } from './migrations/0012-purge.js'
import { up as templates } from './migrations/0013-templates.js'
import { up as campaigns } from './migrations/0014-campaigns.js'
import { up as automations } from './migrations/0015-automations.js'
import { up as inbound } from './migrations/0016-inbound.js'
import { up as signIn } from './migrations/0017-sign-in.js'
import { up as projects } from './migrations/0018-projects.js'
import { up as audit } from './migrations/0019-audit.js'
import { up as statistics } from './migrations/0020-statistics.js'
import { up as following } from './migrations/0021-following.js'
import { up as deletedAudience } from './migrations/0022-deleted-audience.js'
import { up as wakes } from './migrations/0023-wakes.js'
import { up as due } from './migrations/0024-due.js'
import { up as tokens } from './migrations/0025-tokens.js'
import { up as programSessions } from './migrations/0026-program-sessions.js'
import { up as sessionLocks } from './migrations/0027-session-locks.js'
import { up as signInDestinations } from './migrations/0028-sign-in-destinations.js'
import { up as auditByAddress } from './migrations/0029-audit-by-address.js'
import { up as endedSessions } from './migrations/0030-ended-sessions.js'
import { up as idempotencyRecords } from './migrations/0031-idempotency-records.js'
import { advisoryLocks } from './advisory-locks.js'
import { checkSchema, recordVersion } from './schema-version.js'
import { migrationMs } from './time-limits.js'
import { inTransaction } from './transaction.js'

/** In the order in which they run. Published ones are never changed; a change is a new one. */
const migrations = [
  { name: '0001-first', up: first },
  { name: '0002-messaging', up: messaging },
  { name: '0003-delivery', up: delivery },
  { name: '0004-webhooks', up: webhooks },
  { name: '0005-domains', up: domains },
  { name: '0006-audience', up: audience },
  { name: '0007-service-keys', up: serviceKeys },
  { name: '0008-idempotency-scope', up: idempotencyScope },
  { name: '0009-complaints', up: complaints },
  { name: '0010-lease-owners', up: leaseOwners },
  { name: '0011-holds', up: holds },
  { name: '0012-purge', up: purge },
  { name: '0013-templates', up: templates },
  { name: '0014-campaigns', up: campaigns },
  { name: '0015-automations', up: automations },
  { name: '0016-inbound', up: inbound },
  { name: '0017-sign-in', up: signIn },
  { name: '0018-projects', up: projects },
  { name: '0019-audit', up: audit },
  { name: '0020-statistics', up: statistics },
  { name: '0021-following', up: following },
  { name: '0022-deleted-audience', up: deletedAudience },
  { name: '0023-wakes', up: wakes },
  { name: '0024-due', up: due },
  { name: '0025-tokens', up: tokens },
  { name: '0026-program-sessions', up: programSessions },
  { name: '0027-session-locks', up: sessionLocks },
  { name: '0028-sign-in-destinations', up: signInDestinations },
  { name: '0029-audit-by-address', up: auditByAddress },
  { name: '0030-ended-sessions', up: endedSessions },
  { name: '0031-idempotency-records', up: idempotencyRecords },
] as const

/** The names of the migrations that this version knows. */
export const knownMigrations: readonly string[] = migrations.map(({ name }) => name)

/**
 * Brings the database to this version's schema. Processes that start together take turns. All of it is one
 * transaction, so a start that is killed half-way leaves nothing behind, not even the migrator's own lock
 * row.
 *
 * @returns the names of the migrations that it ran
 * @throws NewerSchemaError if the database was migrated by a newer version of the service
 */
export async function migrate(db: Knex): Promise<readonly string[]> {
  return inTransaction(
    db,
    async ({ sql: trx }) => {
      await trx.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.migrate])
      const { missing } = await checkSchema(trx, knownMigrations)
      if (missing.length === 0) return []
      const [, run] = (await trx.migrate.latest({
        disableTransactions: true,
        tableName: 'schema_migrations',
        migrationSource: {
          getMigrations: () => Promise.resolve([...migrations]),
          getMigrationName: (migration: (typeof migrations)[number]) => migration.name,
          getMigration: (migration: (typeof migrations)[number]) =>
            Promise.resolve({
              up: (knex: Knex) => knex.raw(migration.up),
              down: () => Promise.reject(new Error('migrations go forward only')),
            }),
        },
      })) as [batch: number, run: string[]]
      await recordVersion(trx, run)
      return run
    },
    { maxMs: migrationMs },
  )
}

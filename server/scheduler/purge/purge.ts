import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { SchedulerConfig } from '../../config/defaults.js'
import { minUuidAt, nilUuid, type Uuid } from '../../db/ids.js'
import { dayMs } from '../../workspace/retention.js'
import type { SchedulerMetrics } from '../metrics.js'
import type { Job } from '../scheduler.js'
import { inBatches, type PurgeBatch, type Purged } from './batch.js'
import { firstDayKept, purgeDmarcDays, purgeDmarcReports, purgeDmarcSources } from './dmarc.js'
import { expiringTables } from './expired-rows.js'
import { purgeEvents } from './events.js'
import { purgeMessages } from './messages.js'
import { purgeWebhookDeliveries } from './webhook-deliveries.js'

interface Workspace {
  readonly id: Uuid
  readonly retention_days: number
}

/** Purges what follows a position, in one transaction. */
export type PurgeStep = (trx: Knex, workspaceId: Uuid, after: Uuid, max: number) => Promise<PurgeBatch<Uuid>>

/**
 * Deletes what is past its retention. Reads end at the same time, to the millisecond, so nobody sees when it
 * goes.
 *
 * @param purgeErased erases what messages said to erased recipients, once no delivery needs it
 */
export function purgeJob(
  db: Knex,
  config: SchedulerConfig['purge'],
  purgeErased: PurgeStep,
  log: Logger,
  metrics: SchedulerMetrics,
): Job {
  return {
    name: 'purge',
    everySeconds: config.everySeconds,
    run: async (stopping) => {
      const total: Record<string, number> = {}
      const report = (purged: Purged) => {
        for (const [table, rows] of Object.entries(purged)) {
          if (rows === 0) continue
          total[table] = (total[table] ?? 0) + rows
          metrics.purged(table, rows)
        }
      }
      try {
        for (const workspace of await db<Workspace>('workspaces')
          .select('id', 'retention_days')
          .orderBy('id')) {
          if (!(await purgeWorkspace(db, workspace, config.batch, purgeErased, stopping, report))) break
        }
      } finally {
        if (Object.keys(total).length > 0)
          log.info({ purged: total }, 'rows past their retention were purged')
      }
    },
  }
}

/** Says whether it came to its end, as `inBatches` does. */
async function purgeWorkspace(
  db: Knex,
  workspace: Workspace,
  max: number,
  purgeErased: PurgeStep,
  stopping: AbortSignal,
  report: (purged: Purged) => void,
): Promise<boolean> {
  const { id } = workspace
  const before = new Date(Date.now() - workspace.retention_days * dayMs)
  const below = minUuidAt(before)
  const firstDay = firstDayKept(before, new Date())
  const run = <Position>(
    first: Position,
    purge: (trx: Knex, after: Position) => Promise<PurgeBatch<Position>>,
  ) => inBatches(db, first, stopping, purge, report)
  const purgeExpired = async () => {
    for (const { table, purge } of expiringTables) {
      const done = await run(true, async (trx) => {
        const rows = await purge(trx, { workspaceId: id, before, max })
        return { purged: { [table]: rows }, next: rows < max ? null : true }
      })
      if (!done) return false
    }
    return true
  }
  return (
    (await run(nilUuid, (trx, after) => purgeMessages(trx, id, after, below, max))) &&
    (await run(nilUuid, (trx, after) => purgeErased(trx, id, after, max))) &&
    // Before the events, which stay as long as one of their deliveries waits.
    (await run(nilUuid, (trx, after) => purgeWebhookDeliveries(trx, id, after, below, max))) &&
    (await run(nilUuid, (trx, after) => purgeEvents(trx, id, after, below, max))) &&
    (await purgeExpired()) &&
    (await run(true, (trx) => purgeDmarcDays(trx, id, firstDay, max))) &&
    (await run(true, (trx) => purgeDmarcReports(trx, id, firstDay, max))) &&
    (await run(nilUuid, (trx, after) => purgeDmarcSources(trx, id, after, firstDay, max)))
  )
}

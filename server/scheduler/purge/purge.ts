import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { SchedulerConfig } from '../../config/defaults.js'
import { nilUuid, type Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import { dayMs } from '../../workspace/retention.js'
import type { SchedulerMetrics } from '../metrics.js'
import type { Job } from '../scheduler.js'
import { recordPurge } from './audit.js'
import { inBatches, type AudiencePurge, type Purged, type PurgeTask } from './batch.js'
import { purgeTasks } from './tasks.js'

const selectRetention = statement<[ids: readonly Uuid[]], { id: Uuid; days: number }>(
  'select_retention_of_workspaces',
  'select id, retention_days as days from workspaces where id = any($1::uuid[])',
)

/**
 * Deletes what is past its retention. Reads end at the same time, to the millisecond, so nobody sees when it
 * goes. Workspaces that have nothing to purge cost nothing.
 */
export function purgeJob(
  db: Knex,
  config: SchedulerConfig['purge'],
  audience: AudiencePurge,
  log: Logger,
  metrics: SchedulerMetrics,
): Job {
  const tasks = purgeTasks(audience)
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
        for (const task of tasks) {
          if (!(await runTask(db, task, config.batch, stopping, report))) break
        }
      } finally {
        if (Object.keys(total).length > 0)
          log.info({ purged: total }, 'rows past their retention were purged')
      }
    },
  }
}

/**
 * @param max the max rows of a transaction, and the max workspaces that are looked up at once
 * @returns whether it came to its end, as `inBatches` does
 */
async function runTask(
  db: Knex,
  task: PurgeTask,
  max: number,
  stopping: AbortSignal,
  report: (purged: Purged) => void,
): Promise<boolean> {
  let after: Uuid | undefined = nilUuid
  while (after !== undefined) {
    const found = await task.workspaces(db, after, max)
    if (found.length === 0) return true
    const ids = found.map(({ id }) => id)
    const retention = new Map((await selectRetention(db, ids)).map(({ id, days }) => [id, days]))
    for (const { id, first } of found) {
      const days = retention.get(id)
      if (days === undefined) continue
      const scope = { workspaceId: id, before: new Date(Date.now() - days * dayMs) }
      if (task.isDue?.(first, scope) === false) continue
      const step = async (trx: Knex, position: Uuid) => {
        const batch = await task.purge(trx, scope, position, max)
        await recordPurge(trx, id, batch.purged)
        return batch
      }
      if (!(await inBatches(db, stopping, step, report))) return false
    }
    after = found.length < max ? undefined : found.at(-1)?.id
  }
  return true
}

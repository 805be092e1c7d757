import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { SchedulerConfig } from '../../config/scheduler.js'
import type { Uuid } from '../../db/ids.js'
import { gather } from '../../db/statements/statement.js'
import { dayMs } from '../../db/retention.js'
import type { SchedulerMetrics } from '../metrics.js'
import type { Job } from '../scheduler.js'
import { readDeferral, type Deferral } from '../partitions/deferral.js'
import { recordPurge } from '../record-purge.js'
import { inBatches, type Purged } from './batch.js'
import type { PurgeTask } from './task.js'
import { Visits, type Visit } from './visits.js'

const selectRetention = gather<[ids: readonly Uuid[]], { id: Uuid; days: number }>(
  'select_retention_of_workspaces',
  'select id, retention_days as days from workspaces where id = any($1::uuid[])',
)

/**
 * Deletes rows that are past their retention. Reads end at the same time, to the millisecond, so nobody sees when
 * rows go. Workspaces that have nothing to purge cost next to nothing.
 *
 * @param declared all tasks of the purge, in this order
 */
export function purgeJob(
  db: Knex,
  config: SchedulerConfig['purge'],
  declared: readonly PurgeTask[],
  { log, metrics }: { readonly log: Logger; readonly metrics: SchedulerMetrics },
): Job {
  const tasks = declared.map((task) => ({
    task,
    visits: new Visits(task.seldom === true || task.keptUntil !== undefined ? config.restSeconds * 1000 : 0),
  }))
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
      const deferral = await readDeferral(db)
      try {
        for (const { task, visits } of tasks) {
          const look = (after: Uuid) =>
            lookUp(db, task, { deferral, after, max: config.batch, stopping, report })
          if (!(await visits.run(Date.now(), look))) break
        }
      } finally {
        if (Object.keys(total).length > 0)
          log.info({ purged: total }, 'rows past their retention were purged')
      }
    },
  }
}

/**
 * Looks up the next workspaces that have such rows, and purges those that are due.
 *
 * @returns undefined if it did not come to its end, as `inBatches` does
 */
async function lookUp(
  db: Knex,
  task: PurgeTask,
  {
    deferral,
    after,
    max,
    stopping,
    report,
  }: {
    readonly deferral: Deferral
    readonly after: Uuid
    /** The max rows of a transaction, and the max workspaces that are looked up at once. */
    readonly max: number
    readonly stopping: AbortSignal
    readonly report: (purged: Purged) => void
  },
): Promise<Visit | undefined> {
  const found = await task.workspaces(db, after, max)
  const through = found.length < max ? undefined : found.at(-1)?.id
  let nextAt = Infinity
  if (found.length === 0) return { through, nextAt }
  const ids = found.map(({ id }) => id)
  const retention = new Map((await selectRetention(db, ids)).map(({ id, days }) => [id, days]))
  for (const workspace of found) {
    const { id } = workspace
    const days = retention.get(id)
    if (days === undefined) continue
    const keptUntil = task.keptUntil?.(workspace, days, deferral) ?? -Infinity
    if (keptUntil > Date.now()) {
      nextAt = Math.min(nextAt, keptUntil)
      continue
    }
    // A row is kept for another reason, or another row follows soon. If only the purge knows, it rests.
    if (task.keptUntil !== undefined) nextAt = -Infinity
    const before = new Date(Date.now() - days * dayMs)
    const beforeIn = (table: string) => deferral.before(table, before, days)
    const scope = { workspaceId: id, before, beforeIn }
    const step = async (trx: Knex, position: Uuid) => {
      const batch = await task.purge(trx, scope, position, max)
      if (task.isRecorded && Object.values(batch.purged).some((rows) => rows > 0)) await recordPurge(trx, id)
      return batch
    }
    if (!(await inBatches(db, stopping, step, report))) return undefined
  }
  return { through, nextAt }
}

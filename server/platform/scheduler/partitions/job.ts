import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { SchedulerConfig } from '../../config/scheduler.js'
import { serviceStatement } from '../../db/statements/statement.js'
import type { SchedulerMetrics } from '../metrics.js'
import type { Job } from '../scheduler.js'
import { dropPartitions } from './drop.js'
import { makePartitions } from './make.js'
import { historyTables, longestRetention, readDivisions } from './state.js'

const selectBytes = serviceStatement<[table: string], { bytes: string }>(
  'select_history_bytes',
  'select history_bytes($1) as bytes',
)

/**
 * Divides the tables of the history by time once they are large, makes partitions ahead, and drops those that are past
 * every retention.
 */
export function partitionsJob(
  db: Knex,
  config: SchedulerConfig['partitions'],
  {
    log,
    metrics,
    clock = () => new Date(),
  }: {
    readonly log: Logger
    readonly metrics: SchedulerMetrics
    /** Clock that tests set. */
    readonly clock?: () => Date
  },
): Job {
  return {
    name: 'partitions',
    everySeconds: config.everySeconds,
    run: async (stopping) => {
      if (!(await isLarge(db, config.fromBytes))) return
      const width = Math.ceil((await longestRetention(db)) / config.perRetention)
      for (const { table } of historyTables) {
        if (stopping.aborted) return
        if (await makePartitions(db, table, Math.max(1, width), clock()))
          log.info({ table }, 'made partitions of a table of the history')
      }
      if (stopping.aborted) return
      await dropPartitions(db, clock(), ({ table, partition }) => {
        const rows = Math.max(0, Math.round(partition.rows))
        log.info({ table, partition: partition.part, rows }, 'dropped a partition past every retention')
        metrics.purged(table, rows)
      })
    },
  }
}

/** Tells whether the tables are large enough together, or some of them are divided already. */
async function isLarge(db: Knex, fromBytes: number): Promise<boolean> {
  if ((await readDivisions(db)).some(({ isDivided }) => isDivided)) return true
  let bytes = 0
  for (const { table } of historyTables) bytes += Number((await selectBytes(db, table))[0]?.bytes ?? 0)
  return bytes >= fromBytes
}

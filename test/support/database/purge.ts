import type { Knex } from 'knex'
import pino from 'pino'
import { minUuidAt, type Uuid } from '../../../server/platform/db/ids.js'
import { purgeJob } from '../../../server/platform/scheduler/purge/purge.js'
import { purgeTasks } from '../../../server/process/purge-tasks.js'
import { addressTokens } from '../../../server/platform/auth/address-tokens.js'
import type { TestService } from '../service/service.js'
import type { Tenant } from '../workspace/tenant.js'
import { until } from '../time/until.js'

const day = 24 * 3600 * 1000
const retentionDays = 2

/** All that the scheduler purges, in its order. */
export const allTasks = purgeTasks(addressTokens(new Uint8Array(32)))

/**
 * Runs the purge once, where no service runs.
 *
 * @param batch the max rows of a transaction, and the max workspaces that are looked up at once
 * @returns how many rows of each table have gone
 */
export async function purgeOnce(db: Knex, batch: number): Promise<Record<string, number>> {
  const purged: Record<string, number> = {}
  const metrics = {
    ran: () => undefined,
    purged: (table: string, rows: number) => void (purged[table] = (purged[table] ?? 0) + rows),
  }
  const config = { everySeconds: 600, restSeconds: 0, batch }
  const job = purgeJob(db, config, allTasks, { log: pino({ level: 'silent' }), metrics })
  await job.run(new AbortController().signal)
  return purged
}

/** Has a workspace keep two days from now on. Answers the id below which everything is to go. */
export async function keepTwoDays(service: TestService, { workspaceId }: Tenant): Promise<Uuid> {
  await service.sql.query('update workspaces set retention_days = $2 where id = $1', [
    workspaceId,
    retentionDays,
  ])
  return minUuidAt(new Date(Date.now() - retentionDays * day))
}

/**
 * The purge of a workspace ends with its totals, so that one of long ago that has gone says that a run is through. It
 * may have been a run that had begun before; the next one has not.
 */
export async function untilPurged(service: TestService, { workspaceId }: Tenant): Promise<void> {
  for (const run of ['the run', 'the next run']) {
    await service.sql.query(
      `insert into sending_totals (workspace_id, hour, counted_by)
       values ($1, now() - interval '49 hours', gen_random_uuid())`,
      [workspaceId],
    )
    await until(async () => {
      const { rows } = await service.sql.query('select from sending_totals where workspace_id = $1', [
        workspaceId,
      ])
      return rows.length === 0
    }, `${run} to come to its end`)
  }
}

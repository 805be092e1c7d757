import { minUuidAt, type Uuid } from '../../server/platform/db/ids.js'
import type { TestService } from './service.js'
import type { Tenant } from './tenant.js'
import { until } from './until.js'

const day = 24 * 3600 * 1000
const retentionDays = 2

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

import knex from 'knex'
import { nilUuid, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import type { PurgeStep } from '../../../server/platform/scheduler/purge/task.js'
import type { TestService } from '../service/service.js'

/**
 * Runs a step of the purge for one workspace to its end, as the scheduler does.
 *
 * @param max rows of a batch
 * @returns how many rows of each table have gone
 */
export async function purgeAudience(
  { config }: TestService,
  workspaceId: WorkspaceId,
  step: PurgeStep,
  max: number,
): Promise<Record<string, number>> {
  const db = knex({ client: 'pg', connection: config.databaseUrl ?? '', pool: { min: 0, max: 1 } })
  const scope = { workspaceId, before: new Date() }
  const total: Record<string, number> = {}
  try {
    let after: Uuid | null = nilUuid
    while (after !== null) {
      const at: Uuid = after
      const { purged, next } = await db.transaction((trx) => step(trx, scope, at, max))
      for (const [table, rows] of Object.entries(purged)) total[table] = (total[table] ?? 0) + rows
      after = next
    }
  } finally {
    await db.destroy()
  }
  return total
}

import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import type { Uuid } from '../../../server/platform/db/ids.js'
import type { AutomationKey } from './population.js'

/**
 * Updates the same rows as the steps do, with the same indexes, as fast as plain updates of a batch can: prepared, a
 * transaction for each batch of 100 by their keys.
 *
 * @returns rows a second
 */
export async function bareUpdates(
  client: pg.Client,
  { workspaceId, id }: AutomationKey,
  count: number,
): Promise<number> {
  const { rows } = await client.query<{ id: Uuid }>(
    `select id from automation_runs where workspace_id = $1 and automation_id = $2 order by id limit $3`,
    [workspaceId, id, count],
  )
  const ids = rows.map((row) => row.id)
  const start = performance.now()
  for (let at = 0; at < ids.length; at += 100) {
    await client.query({
      name: 'bare_update_of_runs',
      text: `update automation_runs set status = 'running', step_key = 'bare', step_started_at = now(),
               due_at = now() + interval '1 day'
             where workspace_id = $1 and id = any($2::uuid[])`,
      values: [workspaceId, ids.slice(at, at + 100)],
    })
  }
  return (ids.length / (performance.now() - start)) * 1000
}

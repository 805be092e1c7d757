import type pg from 'pg'
import { performance } from 'node:perf_hooks'
import type { Uuid, WorkspaceId } from '../../../server/platform/db/ids.js'

/**
 * Measures how fast these rows are read and written without the service: one connection, prepared statements, nothing
 * checked or made.
 */

/** @returns the rows read a second, in pages along the primary key */
export async function bareReads(client: pg.Client, workspaceId: WorkspaceId): Promise<number> {
  const start = performance.now()
  let after = ''
  let read = 0
  for (;;) {
    const { rows } = await client.query<{ address: string }>({
      name: 'floor_read',
      text: `select address, reason, suppressed_at, note from suppressions
             where workspace_id = $1 and address > $2 order by address limit 1000`,
      values: [workspaceId, after],
    })
    read += rows.length
    after = rows.at(-1)?.address ?? ''
    if (rows.length < 1000) return perSecond(read, start)
  }
}

/**
 * @returns the rows written a second, 500 in each statement, which is a transaction; they are those of another
 * workspace
 */
export async function bareInserts(client: pg.Client, from: Uuid, to: Uuid): Promise<number> {
  const { rows } = await client.query<Record<string, unknown>>(
    `select gen_random_uuid() as id, address, reason, note, suppressed_at::text
     from suppressions where workspace_id = $1 order by address`,
    [from],
  )
  const start = performance.now()
  for (let at = 0; at < rows.length; at += 500) {
    const some = rows.slice(at, at + 500)
    await client.query({
      name: 'floor_insert',
      text: `insert into suppressions (workspace_id, id, address, reason, note, suppressed_at)
             select $1, * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])`,
      values: [
        to,
        ...['id', 'address', 'reason', 'note', 'suppressed_at'].map((name) => some.map((row) => row[name])),
      ],
    })
  }
  return perSecond(rows.length, start)
}

export function perSecond(rows: number, start: number): number {
  return (rows / (performance.now() - start)) * 1000
}

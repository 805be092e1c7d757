import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import { defaultPrograms } from '../../../server/platform/config/programs.js'
import { newUuid, type Uuid } from '../../../server/platform/db/ids.js'
import type { Project } from './population.js'

/**
 * Writes down the audience by one bare insert … select, and takes it back.
 *
 * @returns recipients a second
 */
export async function bareWalk(client: pg.Client, { workspaceId, projectId }: Project): Promise<number> {
  const campaignId = newUuid()
  const start = performance.now()
  const { rowCount } = await client.query(
    `insert into campaign_recipients (workspace_id, campaign_id, contact_id)
     select workspace_id, $3, id from contacts
     where workspace_id = $1 and project_id = $2 and unsubscribed_at is null`,
    [workspaceId, projectId, campaignId],
  )
  const rate = ((rowCount ?? 0) / (performance.now() - start)) * 1000
  await client.query('delete from campaign_recipients where campaign_id = $1', [campaignId])
  return rate
}

/** The tables that a release writes, each with the column that a campaign's rows are found by. */
const tables = {
  messages: 'campaign_id = $2',
  message_contents: 'message_id in (select id from messages where workspace_id = $1 and campaign_id = $2)',
  message_logs: 'campaign_id = $2',
  delivery_queue: 'campaign_id = $2',
  campaign_recipients: 'campaign_id = $2',
}

/**
 * Inserts the rows that a campaign's release has made once more, for another workspace, as fast as plain inserts
 * of many rows can: prepared, a transaction for each batch, with nothing made or checked while the clock runs.
 *
 * @returns recipients a second
 */
export async function bareInserts(
  client: pg.Client,
  { workspaceId }: Project,
  campaignId: Uuid,
): Promise<number> {
  const copies = new Map<string, Record<string, unknown>[]>()
  const other = newUuid()
  for (const [table, condition] of Object.entries(tables)) {
    const found = await client.query<Record<string, unknown>>(
      `select * from ${table} where workspace_id = $1 and ${condition}`,
      [workspaceId, campaignId],
    )
    copies.set(
      table,
      found.rows.map((row) => storable({ ...row, workspace_id: other })),
    )
  }
  const count = copies.get('messages')?.length ?? 0
  const size = defaultPrograms.releaseBatch
  const batches = Array.from({ length: Math.ceil(count / size) }, (_, index) =>
    [...copies].map(([table, rows]) => insertInto(table, rows.slice(index * size, (index + 1) * size))),
  )
  const start = performance.now()
  for (const batch of batches) {
    await client.query('begin')
    for (const insert of batch) await client.query(insert)
    await client.query('commit')
  }
  return (count / (performance.now() - start)) * 1000
}

/** Only the columns that have a value, with JSON as text. */
function storable(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, isJson(value) ? JSON.stringify(value) : value]),
  )
}

function isJson(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}

function insertInto(table: string, rows: readonly Record<string, unknown>[]) {
  const columns = Object.keys(rows[0] ?? {})
  const places = rows.map((_row, index) => {
    const first = index * columns.length + 1
    return `(${columns.map((_column, offset) => `$${first + offset}`).join()})`
  })
  return {
    name: `${table} ${rows.length}`,
    text: `insert into ${table} (${columns.join()}) values ${places.join()}`,
    values: rows.flatMap((row) => columns.map((column) => row[column])),
  }
}

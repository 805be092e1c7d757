import type { Knex } from 'knex'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  minUuidAt,
  newUuid,
  newWorkspaceId,
  type Uuid,
  type WorkspaceId,
} from '../../../server/platform/db/ids.js'
import { chunkBytes } from '../../../server/product/inbound/messages/inbound-message-rows.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../support/database/database.js'
import { insertInbound, insertRoute } from '../../support/inbound/inbound-rows.js'
import { purgeOnce } from '../../support/database/purge.js'

/** Tests which rows of inbound mail retention leaves, on a PostgreSQL without a service. */

const ago = (hours: number) => new Date(Date.now() - hours * 3600 * 1000)

let database: ConnectedDatabase
let db: Knex
let sql: pg.Pool
const projectId: Uuid = newUuid()
let workspaceId: WorkspaceId
let routeId: Uuid

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  sql = new pg.Pool({ connectionString: database.url })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})
beforeEach(async () => {
  workspaceId = newWorkspaceId()
  await sql.query(`insert into workspaces (id, name, retention_days) values ($1, 'A', 30)`, [workspaceId])
  routeId = await insertRoute(sql, { workspaceId, projectId })
})

const purge = (batch = 4) => purgeOnce(db, batch)

const put = (columns: object, raw?: Buffer) =>
  insertInbound(sql, { workspaceId, projectId, routeId }, { columns, ...(raw && { raw }) })
const idsIn = async (table: string, id = 'message_id') =>
  (
    await sql.query<{ id: Uuid }>(
      `select distinct ${id} as id from ${table} where workspace_id = $1 order by 1`,
      [workspaceId],
    )
  ).rows.map((row) => row.id)

test('messages go when they expire, with all that is theirs, and count no more', async () => {
  for (let n = 0; n < 9; n += 1) await put({ expires_at: ago(n) }, randomBytes(chunkBytes + 1))
  const kept = [await put({ expires_at: ago(-1) }), await put({})].map(({ row }) => row)
  // The route is no reason.
  await sql.query('delete from inbound_routes where workspace_id = $1', [workspaceId])

  expect(await purge()).toEqual({ inbound_messages: 9, inbound_chunks: 18, inbound_addresses: 18 })
  const ids = kept.map(({ id }) => id)
  expect(await idsIn('inbound_messages', 'id')).toEqual(ids)
  expect(await idsIn('inbound_chunks')).toEqual(ids)
  expect(await idsIn('inbound_addresses')).toEqual(ids)
  const { rows } = await sql.query(
    'select bytes::integer, messages from inbound_storage where workspace_id = $1',
    [workspaceId],
  )
  expect(rows).toEqual([{ bytes: kept.reduce((sum, row) => sum + row.stored_bytes, 0), messages: 2 }])
  expect(await purge()).toEqual({})
})

test('what came before the retention goes, however long it was to be kept', async () => {
  const idAt = (hours: number) => minUuidAt(ago(hours)).slice(0, 24) + randomBytes(6).toString('hex')
  const day = 24
  for (const days of [31, 40]) await put({ id: idAt(days * day), received_at: ago(days * day) })
  const { row } = await put({ id: idAt(29 * day), received_at: ago(29 * day) })
  await sql.query(
    `update inbound_messages set expires_at = now() + interval '1 day' where workspace_id = $1`,
    [workspaceId],
  )
  expect(await purge()).toMatchObject({ inbound_messages: 2 })
  expect(await idsIn('inbound_messages', 'id')).toEqual([row.id])
})

test('a transaction deletes only so many bytes, and one message at least', async () => {
  for (let n = 0; n < 3; n += 1) await put({ expires_at: ago(1), stored_bytes: 40_000_000 })
  const deleted: number[] = []
  const listen = (rows: { rows?: { messages?: number }[] }) => {
    const [{ messages = 0 } = {}] = rows.rows ?? []
    if (messages > 0) deleted.push(messages)
  }
  db.on('query-response', listen)
  try {
    expect(await purge(1000)).toMatchObject({ inbound_messages: 3 })
  } finally {
    db.off('query-response', listen)
  }
  expect(deleted).toEqual([1, 1, 1])
})

test('a message that somebody has locked waits for the next run', async () => {
  const { row } = await put({ expires_at: ago(1) })
  const client = await sql.connect()
  try {
    await client.query('begin')
    await client.query('select from inbound_messages where id = $1 for key share', [row.id])
    expect(await purge()).toEqual({})
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect(await purge()).toMatchObject({ inbound_messages: 1 })
})

test('uploads that came to nothing go after an hour', async () => {
  const upload = async (startedAt: Date, chunks: number) => {
    const id = newUuid()
    await sql.query('insert into inbound_uploads values ($1, $2, $3)', [workspaceId, id, startedAt])
    await sql.query(
      `insert into inbound_chunks select $1, $2, n, 'x' from generate_series(0, $3::integer - 1) n`,
      [workspaceId, id, chunks],
    )
    return id
  }
  for (const chunks of [0, 100, 300]) await upload(ago(1.1), chunks)
  const underWay = await upload(ago(0.9), 3)
  const { row } = await put({})
  expect(await purge(1)).toEqual({ inbound_uploads: 3, inbound_chunks: 400 })
  expect(await idsIn('inbound_uploads')).toEqual([underWay])
  expect((await idsIn('inbound_chunks')).sort()).toEqual([underWay, row.id].sort())
})

test('what repetitions are known by goes after a day', async () => {
  for (const hours of [23, 24.1, 25, 26, 27, 300])
    await sql.query('insert into inbound_receipts values ($1, $2, $3)', [
      ...[workspaceId, randomBytes(32), ago(hours)],
    ])
  expect(await purge()).toEqual({ inbound_receipts: 5 })
  expect(await idsIn('inbound_receipts', 'digest')).toHaveLength(1)
})

import knex, { type Knex } from 'knex'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../server/platform/db/connection/database.js'
import { migrate } from '../../../server/platform/db/schema/migrate.js'
import {
  minUuidAt,
  newUuid,
  newWorkspaceId,
  type Uuid,
  type WorkspaceId,
} from '../../../server/platform/db/ids.js'
import { followLagSeconds } from '../../../server/platform/events/follow/lag.js'
import { firstPosition, readFollowing } from '../../../server/platform/events/follow/read.js'
import { expectBounded } from '../../support/database/expect-bounded.js'
import { startPostgresServer, type PostgresServer } from '../../support/postgres/postgres-server.js'

/**
 * Tests how far following is behind while a transaction of another database of the server holds it up. The server is
 * one of its own, since the transaction holds up everybody who follows events.
 */

const role = 'plain'
const hour = 3600

let server: PostgresServer
let database: Database
/** By a role that owns nothing and sees no other role's activity. */
let db: Knex

beforeAll(async () => {
  server = await startPostgresServer(['-c', 'fsync=off'])
  database = await openDatabase({
    databaseUrl: `${server.url}/postgres`,
    databaseConnections: 2,
    databaseInMemory: false,
    embeddedFlush: false,
    dataDir: '',
    statementSeconds: 30,
  })
  await migrate(database.db)
  await database.db.raw('create database other')
  await database.db.raw(`create role ${role} login`)
  await database.db.raw(`grant select on events, workspaces, event_order to ${role}`)
  const url = new URL(`${server.url}/postgres`)
  url.username = role
  db = knex({ client: 'pg', connection: url.href, pool: { min: 1, max: 1 } })
})
afterAll(async () => {
  await db.destroy()
  await database.close()
  await server.stop()
})

async function recordAnHourAgo(workspaceId: WorkspaceId): Promise<Uuid> {
  const id = minUuidAt(new Date(Date.now() - hour * 1000))
  await database.db('events').insert({
    workspace_id: workspaceId,
    id,
    project_id: null,
    type: 'message.delivered',
    data: {},
  })
  return id
}

test('it rises while events wait for a transaction of another database, and ends with it', async () => {
  const workspaceId = newWorkspaceId()
  await database.db('workspaces').insert({ id: workspaceId, name: 'A' })
  const start = await firstPosition(db, undefined)
  const visibility = { workspaceId, projectId: null, environment: null }
  const none = { types: undefined, named: undefined, recipient: undefined }
  const followed = { visibility, ...none, retainedSince: new Date(0) }
  const read = async () => (await readFollowing(db, followed, start, { max: 10 })).rows.map(({ id }) => id)

  const writer = new pg.Client({ connectionString: `${server.url}/other` })
  await writer.connect()
  try {
    await writer.query('begin')
    await writer.query('select pg_current_xact_id()')
    // Nothing waits yet.
    expect(await followLagSeconds(db)).toBe(0)
    const id = await recordAnHourAgo(workspaceId)
    expect(await read()).toEqual([])
    // One look-up, however many events there are.
    await database.db('events').insert(
      Array.from({ length: 300 }, () => ({
        workspace_id: workspaceId,
        id: newUuid(),
        type: 'message.delivered',
        data: {},
      })),
    )
    await expectBounded(database.db, (trx) => followLagSeconds(trx), 1)
    const lag = await followLagSeconds(db)
    expect(lag).toBeGreaterThanOrEqual(hour)
    expect(lag).toBeLessThan(hour + 60)

    await writer.query('commit')
    expect(await followLagSeconds(db)).toBe(0)
    expect((await read())[0]).toBe(id)
  } finally {
    await writer.end()
  }
})

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { createDatabase, type TestDatabase } from '../../support/database/database.js'
import { send } from '../../support/messages/messages.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { until } from '../../support/time/until.js'

/** The audit log where the operator gave the service a database role of its own. */

const owner = `owner_${randomBytes(4).toString('hex')}`
const role = `service_${randomBytes(4).toString('hex')}`
let database: TestDatabase
let service: TestService
let asService: pg.Pool
let asOwner: pg.Pool

beforeAll(async () => {
  database = await createDatabase()
  const name = new URL(database.url).pathname.slice(1)
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(`create role ${owner} login password 'x'; create role ${role} login password 'x'`)
  await admin.query(`alter database ${name} owner to ${owner}`)
  await admin.query(`alter schema public owner to ${owner}; revoke create on schema public from public`)
  await admin.end()
  const urlOf = (user: string) => database.url.replace(/\/\/[^@/]*@/, `//${user}:x@`)
  service = await startTestService({
    env: {
      DATABASE_URL: urlOf(role),
      POSTSEAL_MIGRATION_DATABASE_URL: urlOf(owner),
      POSTSEAL_ROLES: 'api,delivery,scheduler,sink',
    },
    purge: { everySeconds: 0.1 },
  })
  asService = new pg.Pool({ connectionString: urlOf(role), max: 1 })
  asOwner = new pg.Pool({ connectionString: urlOf(owner), max: 1 })
})
afterAll(async () => {
  await service.stop()
  await asService.end()
  await asOwner.end()
  await database.drop()
  const admin = new pg.Client({ connectionString: `${inject('postgresUrl')}/postgres` })
  await admin.connect()
  await admin.query(`drop role ${owner}; drop role ${role}`)
  await admin.end()
})

const count = async (condition: string) => {
  const { rows } = await asService.query<{ count: string }>(
    `select count(*) as count from audit_events where ${condition}`,
  )
  return Number(rows[0]?.count)
}

test('the service starts, sends, delivers and records', async () => {
  const { test_project_key: key, test_project_id: project } = service.credentials
  const id = await send(service.url, key, project)
  await until(async () => {
    const reply = await call(service.url, 'GET', `/v1/messages/${id}`, { key })
    return reply.body.status === 'delivered'
  }, 'the delivery')
  expect(await count(`operation = 'sendMessage' and resource_id = '${id}'`)).toBe(1)
})

/** The attempts of a role that was stolen. */
const attempts = [
  "update audit_events set actor_name = 'x'",
  'delete from audit_events',
  'truncate audit_events',
  'drop table audit_events',
  'alter table audit_events disable trigger all',
  'drop trigger audit_events_append_only on audit_events',
  "create or replace function refuse_audit_change() returns trigger language plpgsql as 'begin return null; end'",
  'update audit_retention set days = 1',
  'set session_replication_role = replica',
  "set postseal.audit_change = 'allowed'; delete from audit_events",
  `set role ${owner}`,
] as const

describe("the service's role", () => {
  test.each(attempts)('may not: %s', async (attempt) => {
    const before = await count('true')
    expect(before).toBeGreaterThan(0)
    await expect(asService.query(attempt)).rejects.toThrow(/permission denied|must be owner/)
    expect(await count('true')).toBe(before)
  })

  test('deceives the functions with tables of its own in vain', async () => {
    const before = await count('true')
    const client = await asService.connect()
    try {
      await client.query('create temporary table audit_retention as select true as only_row, 0 as days')
      await client.query(
        'create temporary table workspaces as select id, 0 as retention_days from public.workspaces',
      )
      await client.query('select public.purge_audit_events(id, 1000) from public.workspaces')
    } finally {
      client.release(true)
    }
    expect(await count('true')).toBe(before)
  })

  test('lets the order of events go on after a restore, and never back', async () => {
    await asService.query('select set_event_order(1000000)')
    await asService.query('select set_event_order(5)')
    const { rows } = await asService.query('select ahead::text from event_order')
    expect(rows).toEqual([{ ahead: '1000000' }])
    await expect(asService.query('update event_order set ahead = 0')).rejects.toThrow('permission denied')
  })

  test('has a table of the history divided and uses it on, and no other table', async () => {
    await asService.query(`select begin_history_partitions('events')`)
    const insert = `insert into events (workspace_id, id, type, data)
      select id, gen_random_uuid(), 'x', '{}' from workspaces`
    expect((await asService.query(insert)).rowCount).toBeGreaterThan(0)
    await expect(asService.query(`select begin_history_partitions('audit_events')`)).rejects.toThrow(
      'no table',
    )
    await expect(asService.query(`select drop_history_partition('events', 'default')`)).rejects.toThrow(
      'no partition',
    )
  })

  test('has what is past the retention purged', async () => {
    const { rows } = await asService.query<{ workspace: string }>(
      `insert into audit_events (workspace_id, id, actor_kind, operation, outcome)
       select id, audit_id_at(now() - interval '401 days'), 'service', 'service.old', 'succeeded' from workspaces
       returning workspace_id as workspace`,
    )
    expect(rows).toHaveLength(1)
    await until(async () => (await count("operation = 'service.old'")) === 0, 'the purge')
    expect(await count("operation = 'sendMessage'")).toBeGreaterThan(0)
  })
})

test('the owner is refused too, but for what it does on purpose', async () => {
  for (const attempt of attempts.slice(0, 3)) {
    await expect(asOwner.query(attempt)).rejects.toThrow('the audit log is append-only')
  }
})

test('a role that no grant holds back is refused at the start', async () => {
  const env = {
    DATABASE_URL: database.url.replace(/\/\/[^@/]*@/, `//${owner}:x@`),
    POSTSEAL_MIGRATION_DATABASE_URL: database.url.replace(/\/\/[^@/]*@/, `//${owner}:x@`),
    POSTSEAL_ROLES: 'api',
  }
  await expect(startTestService({ env })).rejects.toThrow('can change the audit log')
})

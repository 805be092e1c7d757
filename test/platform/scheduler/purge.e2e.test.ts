import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import pg from 'pg'
import { minUuidAt, toTypeId, type Uuid } from '../../../server/platform/db/ids.js'
import { socketFolderOf } from '../../../embedded/embedded.js'
import { call } from '../../support/api/api.js'
import { seedHistory } from '../../support/messages/history.js'
import { untilLog, send as sendBy } from '../../support/messages/mail.js'
import { messageFor, send } from '../../support/messages/messages.js'
import { serviceEnv, startProcess } from '../../support/service/process.js'
import { keepTwoDays, untilPurged } from '../../support/database/purge.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'
import { until } from '../../support/time/until.js'

const day = 24 * 3600 * 1000
const tables = {
  messages: 'id',
  message_contents: 'message_id',
  message_attachments: 'message_id',
  message_logs: 'id',
  message_metadata: 'log_id',
  events: 'id',
} as const

/** Four days of a workspace that keeps two: half of it is to go. */
const messages = 200

let service: TestService
beforeAll(async () => {
  // Batches that are smaller than what is to go. The first runs find nothing.
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api,scheduler' },
    purge: { everySeconds: 0.05, batch: 30 },
  })
})
afterAll(() => service.stop())

/** A workspace that keeps everything until it is told otherwise, so that a purge does not begin before the test. */
async function withHistory(): Promise<Tenant> {
  const tenant = await addTenant(service, { retentionDays: 1000 })
  const { rows } = await service.sql.query<{ id: Uuid }>('select id from projects where workspace_id = $1', [
    tenant.workspaceId,
  ])
  const now = Date.now()
  await seedHistory(service.sql, {
    workspaceId: tenant.workspaceId,
    projects: rows.map(({ id }) => id),
    messages,
    from: new Date(now - 4 * day),
    to: new Date(now - 60_000),
  })
  await service.sql.query(
    `insert into message_attachments
     select workspace_id, id, 0, 'a.txt', 'text/plain', null, 'attachment', 'a' from messages where workspace_id = $1`,
    [tenant.workspaceId],
  )
  return tenant
}

async function idsOf({ workspaceId }: Tenant): Promise<Record<string, Uuid[]>> {
  const found: Record<string, Uuid[]> = {}
  for (const [table, id] of Object.entries(tables)) {
    const { rows } = await service.sql.query<{ id: Uuid }>(
      `select ${id} as id from ${table} where workspace_id = $1 order by ${id}`,
      [workspaceId],
    )
    found[table] = rows.map((row) => row.id)
  }
  return found
}

/** Sums the messages that the scheduler logs as purged. */
function loggedMessages(): number {
  return service.logs
    .filter((line) => line.includes('purged'))
    .map((line) => JSON.parse(line) as { role: string; purged: { messages?: number } })
    .filter(({ role }) => role === 'scheduler')
    .reduce((sum, { purged }) => sum + (purged.messages ?? 0), 0)
}

describe('past its retention', () => {
  let tenant: Tenant
  let neighbour: Tenant
  beforeEach(async () => {
    ;[tenant, neighbour] = [await withHistory(), await withHistory()]
  })

  test('every row goes, and no other: not a younger one, not a neighbour’s', async () => {
    const [before, others] = [await idsOf(tenant), await idsOf(neighbour)]
    const below = await keepTwoDays(service, tenant)
    await untilPurged(service, tenant)
    const after = await idsOf(tenant)
    for (const [table, ids] of Object.entries(before)) {
      const expected = ids.filter((id) => id >= below)
      expect(expected.length, table).toBeGreaterThan(0)
      expect(expected.length, table).toBeLessThan(ids.length)
      expect(after[table], table).toEqual(expected)
    }
    expect(await idsOf(neighbour)).toEqual(others)
    // A run logs what it has purged when it is over; what is to go may take it two.
    const gone = before.messages!.length - after.messages!.length
    await until(() => loggedMessages() >= gone, 'the lines of the runs')
    expect(loggedMessages()).toBe(gone)
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    expect(metrics).toMatch(/^postseal_purged_rows_total\{table="messages"\} [1-9]/m)
    expect(metrics).toMatch(/^postseal_job_last_run_timestamp_seconds\{job="purge"\} \d/m)
  })

  test('what was said goes a day after it delivered, and otherwise with its log', async () => {
    const conversationsOf = async ({ workspaceId }: Tenant) =>
      (
        await service.sql.query<{ id: Uuid; status: string }>(
          `select log_id as id, log.status from attempt_conversations conversation
           left join message_logs log on log.workspace_id = $1 and log.id = log_id
           where conversation.workspace_id = $1 order by log_id`,
          [workspaceId],
        )
      ).rows
    const young = minUuidAt(new Date(Date.now() - day))
    const below = await keepTwoDays(service, tenant)
    await untilPurged(service, tenant)
    await until(async () => {
      const delivered = (await conversationsOf(neighbour)).filter(({ status }) => status === 'delivered')
      return delivered.length > 0 && delivered.every(({ id }) => id >= young)
    }, 'the conversations of yesterday to go')
    const kept = await conversationsOf(tenant)
    expect(kept.filter(({ status }) => status === 'bounced').length).toBeGreaterThan(0)
    for (const { id, status } of kept) expect(id >= (status === 'delivered' ? young : below)).toBe(true)
    // The neighbour keeps its logs, and what was said where nothing was delivered.
    const bounced = (await conversationsOf(neighbour)).filter(({ status }) => status === 'bounced')
    expect(bounced).toHaveLength(messages / 100)
  })

  test('the count of an address goes when nothing was sent there for so long', async () => {
    for (const { workspaceId } of [tenant, neighbour]) {
      await service.sql.query(
        `insert into soft_bounces select $1, a.address, 4, now() - interval '9 days', now() - a.ago
         from (values ('old@example.com', interval '3 days'), ('new@example.com', interval '1 day')) a (address, ago)`,
        [workspaceId],
      )
    }
    await keepTwoDays(service, tenant)
    await untilPurged(service, tenant)
    const addressesOf = async ({ workspaceId }: Tenant) =>
      (
        await service.sql.query<{ address: string }>(
          'select address from soft_bounces where workspace_id = $1 order by address',
          [workspaceId],
        )
      ).rows.map(({ address }) => address)
    expect(await addressesOf(tenant)).toEqual(['new@example.com'])
    expect(await addressesOf(neighbour)).toEqual(['new@example.com', 'old@example.com'])
  })

  test('a message that still has a delivery to be made stays as a whole until it is done', async () => {
    const { rows } = await service.sql.query<{ id: Uuid; log: Uuid }>(
      `select message.id, log.id as log from messages message
       join message_logs log on log.workspace_id = $1 and log.message_id = message.id
       where message.workspace_id = $1 and message.metadata <> '{}' order by message.id limit 3`,
      [tenant.workspaceId],
    )
    const [first, second, third] = rows as [
      { id: Uuid; log: Uuid },
      { id: Uuid; log: Uuid },
      { id: Uuid; log: Uuid },
    ]
    // Of the second one another recipient has its mail already.
    await service.sql.query(
      `insert into message_logs select (json_populate_record(log, json_build_object('id', gen_random_uuid()))).*
       from message_logs log where id = $1`,
      [second.log],
    )
    for (const { id, log } of [first, second]) {
      await service.sql.query(
        `insert into delivery_queue (workspace_id, log_id, message_id, due_at, destination)
         values ($1, $2, $3, now() + interval '20 days', 'example.com')`,
        [tenant.workspaceId, log, id],
      )
    }
    const below = await keepTwoDays(service, tenant)
    await untilPurged(service, tenant)
    const count = async (id: Uuid) => {
      const counts: number[] = []
      for (const sql of [
        'select from messages where id = $1',
        'select from message_contents where message_id = $1',
        'select from message_attachments where message_id = $1',
        'select from message_logs where message_id = $1',
        'select from message_metadata where log_id in (select id from message_logs where message_id = $1)',
      ]) {
        counts.push((await service.sql.query(sql, [id])).rowCount ?? 0)
      }
      const events = await service.sql.query(`select from events where data ->> 'message_id' = $1`, [
        toTypeId('msg', id),
      ])
      return [...counts, events.rowCount]
    }
    expect(await count(first.id)).toEqual([1, 1, 1, 1, 2, 2])
    expect(await count(second.id)).toEqual([1, 1, 1, 2, 2, 2])
    expect(await count(third.id)).toEqual([0, 0, 0, 0, 0, 0])
    const left = (await idsOf(tenant)).messages ?? []
    expect(left.filter((id) => id < below)).toEqual([first.id, second.id])

    await service.sql.query('delete from delivery_queue where log_id = $1', [first.log])
    await untilPurged(service, tenant)
    expect(await count(first.id)).toEqual([0, 0, 0, 0, 0, 0])
    expect(await count(second.id)).toEqual([1, 1, 1, 2, 2, 2])
  })

  test('two processes purge beside each other', async () => {
    const other = await startTestService({
      env: { POSTSEAL_ROLES: 'scheduler' },
      purge: { everySeconds: 0.001, batch: 1 },
      beside: service,
    })
    try {
      for (const of of [tenant, neighbour]) {
        const below = await keepTwoDays(service, of)
        const left = await until(async () => {
          const { messages: left = [] } = await idsOf(of)
          return left.every((id) => id >= below) && left
        }, 'the purge')
        expect(left.length).toBeGreaterThan(90)
      }
      expect([...service.logs, ...other.logs].filter((line) => line.includes('"level":50'))).toEqual([])
    } finally {
      await other.stop()
    }
  })
})

test('an idempotency key older than a day goes and can be used anew; a younger one stays', async () => {
  const tenant = await addTenant(service)
  const key = await tenant.key()
  const use = (idempotencyKey: string, subject: string) =>
    call(service.url, 'POST', '/v1/messages', {
      key,
      body: messageFor(tenant.liveProject, { subject }),
      headers: { 'Idempotency-Key': idempotencyKey },
    })
  const first = await use('old', 'first')
  await use('young', 'first')
  const age = (idempotencyKey: string, hours: number) =>
    service.sql.query(
      `update idempotency_keys set created_at = now() - make_interval(hours => $3) where workspace_id = $1 and key = $2`,
      [tenant.workspaceId, idempotencyKey, hours],
    )
  await age('young', 23)
  await age('old', 25)
  await untilPurged(service, tenant)
  const { rows } = await service.sql.query<{ key: string }>(
    'select key from idempotency_keys where workspace_id = $1',
    [tenant.workspaceId],
  )
  expect(rows).toEqual([{ key: 'young' }])
  const anew = await use('old', 'second')
  expect([anew.status, anew.headers['idempotent-replayed']]).toEqual([202, undefined])
  expect(anew.body.id).not.toBe(first.body.id)
  expect((await use('young', 'second')).status).toBe(409)
})

test('where only the content has gone the message is still there', async () => {
  const tenant = await addTenant(service)
  const key = await tenant.key()
  const id = await send(service.url, key, tenant.liveProject)
  await service.sql.query('delete from message_contents where workspace_id = $1', [tenant.workspaceId])
  expect((await call(service.url, 'GET', `/v1/messages/${id}`, { key })).status).toBe(200)
  const reply = await call(service.url, 'GET', `/v1/messages/${id}/content`, { key })
  expect([reply.status, reply.body.error.message]).toEqual([
    404,
    'No such message, or its content is no longer retained.',
  ])
})

test('the embedded database is purged too, and the process stops cleanly', async () => {
  const env = await serviceEnv()
  const before = await startProcess(env)
  const [old, young] = [await sendBy(before, 'old@example.com'), await sendBy(before, 'young@example.com')]
  for (const id of [old, young])
    await untilLog(before, id, ({ status }) => status === 'delivered', 'the delivery')
  const client = new pg.Client({
    host: socketFolderOf(before.dataDir),
    user: 'postgres',
    database: 'postgres',
  })
  await client.connect()
  const aged = '00000000-0000-7000-8000-000000000001'
  const { rows } = await client.query<{ id: Uuid }>(
    `select message_id as id from message_logs where address = 'old@example.com'`,
  )
  for (const statement of [
    'update messages set id = $1 where id = $2',
    'update message_contents set message_id = $1 where message_id = $2',
    'update message_logs set message_id = $1 where message_id = $2',
  ]) {
    await client.query(statement, [aged, rows[0]?.id])
  }
  await client.end()
  expect(await before.stop()).toMatchObject({ code: 0 })

  const after = await startProcess(env)
  await until(async () => {
    const metrics = await (await fetch(`${after.url}/metrics`)).text()
    return metrics.includes('postseal_purged_rows_total{table="messages"} 1') && metrics
  }, 'the purge at the start')
  await untilLog(after, young, ({ status }) => status === 'delivered', 'what is retained')
  expect(await after.stop()).toMatchObject({ code: 0 })
})

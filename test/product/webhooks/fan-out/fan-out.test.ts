import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../../server/platform/db/connection/database.js'
import {
  fromTypeId,
  newUuid,
  timeOf,
  toTypeId,
  type Uuid,
  type WorkspaceId,
} from '../../../../server/platform/db/ids.js'
import { insertEvent } from '../../../../server/platform/events/insert-event.js'
import { deliveryIdOf } from '../../../../server/platform/events/fan-out.js'
import { call } from '../../../support/api/api.js'
import { deliveryId, handedOn } from '../../../support/webhooks/handed-on.js'
import { messageFor, send, settled } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { insertSubscription, type SubscriptionFields } from '../../../support/webhooks/subscriptions.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** Every event is handed on to the subscriptions that want it, wherever it is recorded, once, and with it. */

let service: TestService
let database: Database
let tenant: Tenant
let key: string

beforeAll(async () => {
  // Nobody takes the deliveries away.
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api,delivery,inbound,sink' },
    delivery: { backoffSeconds: [0.05, 60] },
  })
  database = await openDatabase(service.config)
})
afterAll(async () => {
  await database.close()
  await service.stop()
})
// What is still on its way of one test is none of the next one's business.
beforeEach(async () => {
  tenant = await addTenant(service)
  key = await tenant.key()
})

const subscribe = (fields?: SubscriptionFields, workspaceId: WorkspaceId = tenant.workspaceId) =>
  insertSubscription(service.sql, workspaceId, fields)

/** Types of the events that a subscription gets, in the order in which they happened. */
async function typesFor(subscription: Uuid): Promise<string[]> {
  const { rows } = await service.sql.query<{ event_type: string }>(
    'select event_type from webhook_deliveries where webhook_id = $1 order by event_id',
    [subscription],
  )
  return rows.map(({ event_type }) => event_type)
}

/** Waits for an event of this type about the message, with what has to go with it. */
const recorded = (type: string, message: string) =>
  until(async () => {
    const { rows } = await service.sql.query(
      `select from events where type = $1 and data ->> 'message_id' = $2`,
      [type, message],
    )
    return rows.length > 0
  }, type)

async function expectAllHandedOn(min: number): Promise<void> {
  const { wanted, deliveries, queued } = await handedOn(service.sql, tenant.workspaceId)
  expect(deliveries).toEqual(wanted)
  expect(wanted.length).toBeGreaterThanOrEqual(min)
  expect(queued).toHaveLength(deliveries.length)
}

const later = () => new Date(Date.now() + 86_400_000).toISOString()
const scheduled = () => send(service.url, key, tenant.testProject, { scheduled_at: later() })
const cancel = (id: string) => call(service.url, 'POST', `/v1/messages/${id}/cancel`, { key })

describe('a subscription gets', () => {
  test('the types it names, all with a star, and none that it does not name', async () => {
    const two = await subscribe({ events: ['message.scheduled', 'message.cancelled'] })
    const all = await subscribe()
    const other = await subscribe({ events: ['message.complained'] })
    await cancel(await scheduled())
    expect(await typesFor(two)).toEqual(['message.scheduled', 'message.cancelled'])
    expect(await typesFor(all)).toEqual(['message.accepted', 'message.scheduled', 'message.cancelled'])
    expect(await typesFor(other)).toEqual([])
  })

  test('what its project and its environment let through', async () => {
    const another = await tenant.project('live')
    const of = (project: string) => fromTypeId('prj', project)
    const ids = {
      live: await subscribe({ environment: 'live' }),
      test: await subscribe({ environment: 'test' }),
      project: await subscribe({ projectId: of(tenant.liveProject), environment: 'live' }),
      another: await subscribe({ projectId: of(another) }),
      both: await subscribe(),
    }
    for (const project of [tenant.liveProject, tenant.testProject, another])
      await send(service.url, key, project, { scheduled_at: later() })
    const counts = Object.entries(ids).map(async ([name, id]) => [name, (await typesFor(id)).length])
    expect(Object.fromEntries(await Promise.all(counts))).toEqual({
      live: 4,
      test: 2,
      project: 2,
      another: 2,
      both: 6,
    })
    await expectAllHandedOn(16)
  })

  test('events about the workspace only where it is for all projects and environments', async () => {
    const all = await subscribe()
    const named = await subscribe({ events: ['webhook.disabled'] })
    const live = await subscribe({ environment: 'live' })
    const project = await subscribe({ projectId: fromTypeId('prj', tenant.liveProject), environment: 'live' })
    await database.db.transaction((trx) => disabled(trx))
    expect(await typesFor(all)).toEqual(['webhook.disabled'])
    expect(await typesFor(named)).toEqual(['webhook.disabled'])
    expect(await typesFor(live)).toEqual([])
    expect(await typesFor(project)).toEqual([])
  })

  test('nothing while it is disabled, when it is deleted, and of other workspaces', async () => {
    const off = await subscribe({ enabled: false })
    const gone = await subscribe({ deleted: true })
    const stranger = await addTenant(service)
    const theirs = await subscribe({}, stranger.workspaceId)
    const ours = await subscribe()
    await scheduled()
    expect(await typesFor(ours)).toHaveLength(2)
    for (const id of [off, gone, theirs]) expect(await typesFor(id)).toEqual([])
    await send(service.url, await stranger.key(), stranger.testProject, { scheduled_at: later() })
    expect(await typesFor(theirs)).toHaveLength(2)
    expect(await typesFor(ours)).toHaveLength(2)
    await expectAllHandedOn(2)
  })

  test('what happens after it was enabled, and no tests: those are for one', async () => {
    const id = await subscribe({ enabled: false })
    await scheduled()
    await service.sql.query(
      `update webhook_subscriptions set enabled = true, disabled_reason = null, disabled_at = null
       where workspace_id = $1`,
      [tenant.workspaceId],
    )
    const message = await scheduled()
    await database.db.transaction((trx) =>
      insertEvent(trx, tenant.workspaceId, {
        id: newUuid(),
        projectId: null,
        environment: null,
        type: 'webhook.test',
        data: { webhook_id: toTypeId('whk', id) },
      }),
    )
    const { rows } = await service.sql.query<{ type: string }>(
      `select e.type from webhook_deliveries d join events e on e.id = d.event_id
       where e.data ->> 'message_id' = $1`,
      [message],
    )
    expect(rows).toHaveLength(2)
    expect(await typesFor(id)).toEqual(['message.accepted', 'message.scheduled'])
  })
})

/** Actions that bring an event about, each with the type that the event has to have. */
const places: [string, string, () => Promise<string>][] = [
  ['a send', 'message.accepted', () => sendTo('ada@example.com')],
  ['a send that is for later', 'message.scheduled', () => scheduled()],
  ['a batch', 'message.accepted', async () => (await sendBatch(20))[7] ?? ''],
  [
    'a cancellation',
    'message.cancelled',
    async () => {
      const id = await scheduled()
      await cancel(id)
      return id
    },
  ],
  [
    'a suppressed recipient',
    'message.suppressed',
    async () => {
      await service.sql.query(
        `insert into suppressions (workspace_id, id, address, reason)
         values ($1, gen_random_uuid(), 'nobody@example.com', 'manual')`,
        [tenant.workspaceId],
      )
      return sendTo('nobody@example.com')
    },
  ],
  ['a delivery', 'message.delivered', () => sendTo('bob@example.com')],
  ['a refusal for now', 'message.deferred', () => sendTo('defer+always@slow.example')],
  ['a refusal', 'message.bounced', () => sendTo('bounce@example.com')],
  ['a report of a bounce', 'message.bounced', () => sendTo('dsn@example.com')],
  ['a complaint', 'message.complained', () => sendTo('complain@example.com')],
]
const sendTo = (email: string) => send(service.url, key, tenant.testProject, { to: [{ email }] })

async function sendBatch(many: number): Promise<string[]> {
  const { body } = await call(service.url, 'POST', '/v1/messages/batch', {
    key,
    body: {
      items: Array.from({ length: many }, () => ({
        idempotency_key: newUuid(),
        message: messageFor(tenant.testProject),
      })),
    },
  })
  return (body.data as { message: { id: string } }[]).map(({ message }) => message.id)
}

test.each(places)('%s is handed on as %s', async (_place, type, cause) => {
  const id = await subscribe({ events: [type] })
  await subscribe()
  const message = await cause()
  await recorded(type, message)
  expect(new Set(await typesFor(id))).toEqual(new Set([type]))
  await expectAllHandedOn(2)
})

test('sends and batches at once, with what becomes of them: each event has exactly its deliveries', async () => {
  await subscribe()
  await subscribe({ events: ['message.delivered', 'message.bounced'] })
  await subscribe({ events: ['message.accepted'], environment: 'test' })
  await subscribe({ environment: 'live' })
  const single = Array.from({ length: 60 }, (_, n) =>
    sendTo(n % 5 === 0 ? 'bounce@example.com' : `a${n}@example.com`),
  )
  const batches = Array.from({ length: 6 }, () => sendBatch(20))
  const messages = [...(await Promise.all(single)), ...(await Promise.all(batches)).flat()]
  await Promise.all(messages.map((id) => settled(service.url, key, id)))
  const { events } = await handedOn(service.sql, tenant.workspaceId)
  expect(events).toBe(2 * 180)
  await expectAllHandedOn(360 + 180 + 180)
})

test('a send that is repeated by its key is handed on once', async () => {
  const id = await subscribe({ events: ['message.accepted'] })
  const request = { key, body: messageFor(tenant.testProject), headers: { 'Idempotency-Key': newUuid() } }
  const replies = await Promise.all(
    [1, 2, 3, 4].map(() => call(service.url, 'POST', '/v1/messages', request)),
  )
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(await typesFor(id)).toHaveLength(1)
})

test('what is rolled back leaves no event, no delivery and nothing to do', async () => {
  await subscribe()
  const trx = await database.db.transaction()
  await disabled(trx)
  expect(await trx('webhook_queue').where('workspace_id', tenant.workspaceId)).toHaveLength(1)
  await trx.rollback()
  expect(await handedOn(service.sql, tenant.workspaceId)).toEqual({
    events: 0,
    wanted: [],
    deliveries: [],
    queued: [],
  })
})

test('a delivery is due at once, its attempts are none', async () => {
  await subscribe()
  await database.db.transaction((trx) => disabled(trx))
  const { rows } = await service.sql.query(
    `select queue.due_at <= now() as due, lease, queue.attempts, manual, delivery.attempts as history, ended_at, gave_up
     from webhook_queue queue join webhook_deliveries delivery on delivery.id = queue.delivery_id
     where queue.workspace_id = $1`,
    [tenant.workspaceId],
  )
  expect(rows).toEqual([
    { due: true, lease: null, attempts: 0, manual: false, history: [], ended_at: null, gave_up: null },
  ])
})

describe('the id of a delivery', () => {
  const uuidv7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

  const computed = async (event: Uuid, subscription: Uuid) => {
    const { rows } = await service.sql.query<{ id: Uuid }>(
      `select ${deliveryIdOf('$1::uuid', '$2::uuid')} as id`,
      [event, subscription],
    )
    return rows[0]?.id ?? ''
  }

  test('is a UUIDv7 of the event’s time that follows from the two', async () => {
    for (let n = 0; n < 50; n += 1) {
      const [event, subscription] = [newUuid(), newUuid()]
      const id = await computed(event, subscription)
      expect(id).toMatch(uuidv7)
      expect(timeOf(id)).toEqual(timeOf(event))
      expect(id).toBe(deliveryId({ id: event }, { id: subscription }))
      expect(fromTypeId('whd', toTypeId('whd', id))).toBe(id)
    }
  })

  test('is another one for another event or subscription, the two the other way round too', async () => {
    const [a, b, c] = [newUuid(), newUuid(), newUuid()]
    const pairs = [
      [a, b],
      [a, c],
      [b, a],
      [b, c],
      [c, a],
    ] as [Uuid, Uuid][]
    const ids = await Promise.all(pairs.map((pair) => computed(...pair)))
    expect(new Set(ids.map((id) => id.slice(14))).size).toBe(pairs.length)
  })

  test('is taken: a second delivery of an event to a subscription cannot be stored', async () => {
    const id = await subscribe()
    await database.db.transaction((trx) => disabled(trx))
    for (const [table, own] of [
      ['webhook_deliveries', `id, webhook_id, event_id, event_type`],
      ['webhook_queue', `delivery_id, webhook_id, event_id, due_at`],
    ] as const) {
      const last = table === 'webhook_queue' ? 'now()' : 'type'
      const again = service.sql.query(
        `insert into ${table} (workspace_id, ${own})
         select workspace_id, ${deliveryIdOf('id', '$1::uuid')}, $1, id, ${last} from events where workspace_id = $2`,
        [id, tenant.workspaceId],
      )
      await expect(again).rejects.toMatchObject({ code: '23505' })
    }
  })
})

const disabled = (trx: Knex.Transaction) =>
  insertEvent(trx, tenant.workspaceId, {
    id: newUuid(),
    projectId: null,
    environment: null,
    type: 'webhook.disabled',
    data: {
      webhook_id: toTypeId('whk', newUuid()),
      url: 'https://hooks.example/',
      reason: 'gone',
      failing_since: null,
      consecutive_failures: 1,
    },
  })

test('nothing but the fan-out inserts events', () => {
  const folder = fileURLToPath(new URL('../../../../server', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const inserting = files.filter((file) => {
    const text = readFileSync(`${folder}/${file}`, 'utf8')
    // In SQL, and by the query builder.
    return /insert\s+into\s+events\b|\(\s*['"`]events['"`]\s*\)\s*\.insert|into\(\s*['"`]events/i.test(text)
  })
  expect(files.length).toBeGreaterThan(100)
  expect(inserting).toEqual(['platform/events/fan-out.ts'])
})

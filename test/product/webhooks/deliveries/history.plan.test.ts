import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  minUuidAt,
  newUuid,
  newWorkspaceId,
  nilUuid,
  toTypeId,
  type Uuid,
  type WorkspaceId,
} from '../../../../server/platform/db/ids.js'
import { uuidBytes } from '../../../../base/text/uuid-bytes.js'
import type { Transaction } from '../../../../server/platform/db/transaction/transaction.js'
import { examinedAtMost } from '../../../../server/platform/http/lists/bounded-walk.js'
import { clampWindow } from '../../../../server/platform/http/lists/pagination.js'
import { eventsTask } from '../../../../server/platform/events/purge.js'
import { selectWaiting } from '../../../../server/product/mail/forget/erase-contents.js'
import { findDelivery } from '../../../../server/product/webhooks/deliveries/find.js'
import { listDeliveries } from '../../../../server/product/webhooks/deliveries/list.js'
import { replayDelivery } from '../../../../server/product/webhooks/deliveries/replay.js'
import { sendTest } from '../../../../server/product/webhooks/deliveries/send-test.js'
import { listHealth } from '../../../../server/product/webhooks/health/health-handlers.js'
import {
  deletedWebhooksTask,
  endedReceiversTask,
  webhookDeliveriesTask,
  webhookTotalsTask,
} from '../../../../server/product/webhooks/purge.js'
import type { WorkspaceKeyPrincipal } from '../../../../server/platform/auth/principal.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { uuidAt } from '../../../support/webhooks/deliveries.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'
import { allTasks } from '../../../support/database/purge.js'

/**
 * Tests the statements that search a long history of webhooks, and those that clear it away, against PostgreSQL's
 * plans.
 */

const day = 24 * 3600 * 1000
const deliveries = 60_000
const waiting = 15_000
const limit = 25
const batch = 500

let database: ConnectedDatabase
let db: Knex
const workspaceId = newWorkspaceId()
const project: Uuid = newUuid()
const subscriptions = Array.from({ length: 50 }, newUuid)
const [busy, dead] = subscriptions as [Uuid, Uuid]

const principal: WorkspaceKeyPrincipal = {
  kind: 'workspaceKey',
  workspaceId,
  keyId: newUuid(),
  scopes: ['webhooks:*'],
  restrictions: { environment: null, ipCidrs: [], senderDomains: [], expiresAt: null },
}
const from = Date.now() - 25 * day
const event = uuidAt(new Date(from + 20 * day))

/** SQL: a UUIDv7 of delivery n's time; most of it is free. */
const uuidOf = (kind: string) =>
  `(lpad(to_hex(${from}::bigint + n * ${Math.trunc((24 * day) / deliveries)}), 12, '0') || '7'
    || substr(md5(:workspaceId || '${kind}' || n), 1, 3) || '8' || substr(md5(:workspaceId || '${kind}' || n), 4, 15))::uuid`

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  await seed(workspaceId, subscriptions)
  await seed(newWorkspaceId(), Array.from({ length: 50 }, newUuid))
  // Many other customers, so that reading everybody's subscriptions shows.
  await db.raw(`with others as (
      insert into workspaces (id, name) select gen_random_uuid(), 'B' from generate_series(1, 2000) returning id
    )
    insert into webhook_subscriptions (workspace_id, id, url, events)
    select id, gen_random_uuid(), 'https://shop.example/' || n, '{*}' from others cross join generate_series(1, 10) n`)
  await db('projects').insert({ id: project, workspace_id: workspaceId, name: 'A', environment: 'live' })
  await db.raw('analyze')
})
afterAll(() => database.drop())

/** Half of the deliveries are one subscription's. One in a thousand gave up; the newest of another one wait. */
async function seed(of: WorkspaceId, ids: readonly Uuid[]): Promise<void> {
  const values = {
    workspaceId: of,
    ids,
    deliveries,
    project,
    dead: ids[1] ?? nilUuid,
    busy: ids[0] ?? nilUuid,
  }
  await db('workspaces').insert({ id: of, name: 'A' })
  await db.raw(
    `insert into webhook_subscriptions (workspace_id, id, url, events, deleted_at)
     select :workspaceId, id, 'https://shop.example/' || n, '{*}', case when n > 40 then now() - interval '1 day' end
     from unnest(cast(:ids as uuid[])) with ordinality as given (id, n)`,
    values,
  )
  await db.raw(
    `with delivery as (
       insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, project_id, environment,
         ended_at, gave_up)
       select :workspaceId, ${uuidOf('delivery')},
         case when n > :deliveries - ${waiting} then :dead
           when n % 2 = 0 then :busy else (cast(:ids as uuid[]))[3 + n % 38] end,
         ${uuidOf('event')}, 'message.delivered', :project, 'live',
         case when n <= :deliveries - ${waiting} then now() end,
         case when n % 1000 = 0 and n <= :deliveries - ${waiting} then 'dead_letter' end
       from generate_series(1, cast(:deliveries as integer)) n
       returning *
     ), event as (
       insert into events (workspace_id, id, project_id, environment, type, data)
       select workspace_id, event_id, project_id, environment, event_type, '{}' from delivery
     )
     insert into webhook_queue (workspace_id, delivery_id, webhook_id, event_id, due_at)
     select workspace_id, id, webhook_id, event_id, now() + interval '1 hour' from delivery where ended_at is null`,
    values,
  )
  await db.raw(
    `insert into webhook_totals (workspace_id, webhook_id, hour, counted_by, attempts, succeeded, durations)
     select :workspaceId, id, date_trunc('hour', now(), 'UTC') - make_interval(hours => hour), :workspaceId, 9, 9, '{0,9}'
     from unnest(cast(:ids as uuid[])) id cross join generate_series(0, 60) hour`,
    values,
  )
}

const visibility = (environment: 'live' | 'test' | null = null) => ({
  workspaceId,
  projectId: null,
  environment,
})
const retained = () => new Date(from - day)
const nth = async (offset: number) => {
  const [row] = await db('webhook_deliveries')
    .where('workspace_id', workspaceId)
    .orderBy('id')
    .offset(offset)
    .limit(1)
  return row as { id: Uuid; webhook_id: Uuid; event_id: Uuid }
}
/** From the middle of the history on. */
const cursor = () => uuidBytes(minUuidAt(new Date(from + 12 * day))).toString('base64url')

type Query = Parameters<typeof listDeliveries>[2]

const searches: Record<string, Omit<Query, 'limit'>> = {
  nothing: {},
  project_id: { project_id: toTypeId('prj', project) },
  webhook_id: { webhook_id: toTypeId('whk', busy) },
  'a subscription without deliveries': { webhook_id: toTypeId('whk', subscriptions[45] ?? nilUuid) },
  event_id: { event_id: toTypeId('evt', event) },
  event_type: { event_type: 'message.bounced' },
  'status delivered': { status: 'delivered' },
  'status dead_letter': { status: 'dead_letter' },
  'status failed': { status: 'failed' },
  'status pending': { status: 'pending' },
  'status delivering': { status: 'delivering' },
  'statuses of those that have not arrived': { statuses: ['failed', 'dead_letter', 'pending', 'delivering'] },
  'statuses, the usual one among them': { statuses: ['delivered', 'failed'] },
  'types of events': { event_types: ['webhook.test', 'message.clicked'] },
  'a subscription and a status': { webhook_id: toTypeId('whk', dead), status: 'delivered' },
  'all of them': {
    project_id: toTypeId('prj', project),
    webhook_id: toTypeId('whk', busy),
    event_id: toTypeId('evt', event),
    event_type: 'message.delivered',
    status: 'pending',
    // Not together with those of one value, so they are among the searches above.
    event_types: undefined,
    statuses: undefined,
  },
}

describe('deliveries by', () => {
  test('each filter of the contract is here', async () => {
    const { document } = await import('../../../support/api/contract.js')
    const operation = document.paths['/v1/webhooks/status/deliveries']?.['get'] as {
      parameters: { name?: string }[]
    }
    const filters = operation.parameters.flatMap(({ name }) => name ?? [])
    expect(filters.length).toBeGreaterThan(3)
    for (const filter of filters) expect(Object.keys(searches['all of them'] ?? {})).toContain(filter)
  })

  test.each(Object.keys(searches))('%s', async (name) => {
    const window = clampWindow({}, retained())
    for (const environment of [null, 'live', 'test'] as const) {
      for (const at of [{}, { cursor: cursor() }]) {
        const query = { limit, ...searches[name], ...at }
        const list = (trx: Knex) => listDeliveries(trx, visibility(environment), query, window)
        await expectBounded(db, list, examinedAtMost + 1)
      }
    }
  })

  test.each(['nothing', 'project_id', 'webhook_id', 'event_id', 'status dead_letter', 'status pending'])(
    '%s, where the first page is full at once',
    async (name) => {
      const query = { limit, ...searches[name] }
      const until = new Date(from + 23 * day).toISOString()
      const list = (trx: Knex) => listDeliveries(trx, visibility(), query, clampWindow({ until }, retained()))
      await expectBounded(db, list, 100)
    },
  )
})

test('one delivery, a test and a replay', async () => {
  const { id, webhook_id: subscriptionId } = await nth(2000)
  const tx = (sql: Knex.Transaction): Transaction => ({ sql, afterCommit: () => undefined })
  await expectBounded(db, (trx) => findDelivery(trx, visibility(), { subscriptionId, id }, retained()), 5)
  await expectBounded(db, (trx) => sendTest(tx(trx), principal, busy), 50)
  await expectBounded(db, (trx) => replayDelivery(tx(trx), principal, { subscriptionId, id }, retained()), 5)
})

test('a page of health', async () => {
  // A day of each subscription's totals, and a backlog that is counted.
  await expectBounded(db, (trx) => listHealth(trx, principal, { limit: 100 }), waiting)
  await db('webhook_queue').where({ workspace_id: workspaceId, webhook_id: dead }).delete()
  await expectBounded(db, (trx) => listHealth(trx, principal, { limit: 100 }), 24 * subscriptions.length)
})

test('a search for the workspaces that have something to purge', async () => {
  for (const { workspaces } of allTasks) await expectBounded(db, (trx) => workspaces(trx, nilUuid, 1000), 5)
})

test('a purge', async () => {
  const before = new Date(from + 20 * day)
  const waits = minUuidAt(new Date(from + 19 * day))
  for (const { purge } of [webhookDeliveriesTask, eventsTask(selectWaiting)])
    for (const after of [nilUuid, waits])
      await expectBounded(db, (trx) => purge(trx, { workspaceId, before }, after, batch), 2 * batch)
  const scope = { workspaceId, before: new Date() }
  for (const { purge } of [webhookTotalsTask, endedReceiversTask])
    await expectBounded(db, (trx) => purge(trx, scope, nilUuid, batch), batch)
  await expectBounded(db, (trx) => deletedWebhooksTask.purge(trx, scope, nilUuid, batch), 2 * batch)
})

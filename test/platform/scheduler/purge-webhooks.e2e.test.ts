import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import pg from 'pg'
import { newUuid, type Uuid } from '../../../server/platform/db/ids.js'
import { insertDelivery, type DeliveryFields } from '../../support/webhooks/deliveries.js'
import { keepTwoDays, untilPurged } from '../../support/database/purge.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { insertSubscription, type SubscriptionFields } from '../../support/webhooks/subscriptions.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'

/** Tests which rows of webhooks the purge leaves. */

const day = 24 * 3600 * 1000

let service: TestService
beforeAll(async () => {
  // Batches that are smaller than what is to go. The first runs find nothing.
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api,scheduler' },
    purge: { everySeconds: 0.05, batch: 30 },
  })
})
afterAll(() => service.stop())

let tenant: Tenant
beforeEach(async () => {
  tenant = await addTenant(service, { retentionDays: 1000 })
})

const subscribe = (fields: SubscriptionFields = {}) =>
  insertSubscription(service.sql, tenant.workspaceId, fields)
const deliver = (subscription: Uuid, daysAgo: number, fields: DeliveryFields) =>
  insertDelivery(service.sql, tenant.workspaceId, subscription, {
    at: new Date(Date.now() - daysAgo * day),
    ...fields,
  })
const keysOf = async (table: string, id: string) => {
  const { rows } = await service.sql.query<{ id: Uuid }>(
    `select distinct ${id} as id from ${table} where workspace_id = $1`,
    [tenant.workspaceId],
  )
  return rows.map((row) => row.id).sort()
}
const left = async () => ({
  deliveries: await keysOf('webhook_deliveries', 'id'),
  queue: await keysOf('webhook_queue', 'delivery_id'),
  events: await keysOf('events', 'id'),
})
const what = (deliveries: readonly { id: Uuid; event: Uuid }[], waiting: readonly { id: Uuid }[]) => ({
  deliveries: deliveries.map(({ id }) => id).sort(),
  queue: waiting.map(({ id }) => id).sort(),
  events: [...new Set(deliveries.map(({ event }) => event))].sort(),
})

test('a delivery goes when it is past its retention, its event with it, and no younger one', async () => {
  const subscription = await subscribe()
  const young = []
  for (const status of ['delivered', 'failed', 'dead_letter'] as const) {
    // More than a batch of them.
    for (let count = 0; count < 15; count += 1) await deliver(subscription, 3, { status })
    young.push(await deliver(subscription, 1, { status }))
  }
  const waiting = await deliver(subscription, 1, { status: 'pending' })
  await keepTwoDays(service, tenant)
  await untilPurged(service, tenant)
  expect(await left()).toEqual(what([...young, waiting], [waiting]))
})

test('one that its endpoint is still to get stays, with its event, until it has ended', async () => {
  const [subscription, other] = [await subscribe(), await subscribe()]
  for (let count = 0; count < 40; count += 1) await deliver(subscription, 3, { status: 'delivered' })
  // More than a batch, and older than what goes.
  const old = []
  for (let count = 0; count < 35; count += 1) old.push(await deliver(subscription, 5, {}))
  const pending = await deliver(subscription, 3, { status: 'pending', dueInSeconds: 3600 })
  const beside = await deliver(other, 3, { status: 'delivered', event: pending.event })
  const sending = await deliver(other, 4, { status: 'delivering' })
  await keepTwoDays(service, tenant)
  await untilPurged(service, tenant)
  expect(await left()).toEqual(what([...old, pending, sending], [...old, pending, sending]))
  expect(await keysOf('webhook_deliveries', 'id')).not.toContain(beside.id)

  await service.sql.query('delete from webhook_queue where delivery_id = $1', [pending.id])
  await untilPurged(service, tenant)
  expect(await left()).toEqual(what([...old, sending], [...old, sending]))
})

test('what waits for a subscription that is disabled or deleted goes, the young stays', async () => {
  const disabled = await subscribe({ enabled: false })
  const deleted = await subscribe({ deleted: true })
  const unknown = newUuid()
  for (const subscription of [disabled, deleted, unknown]) {
    for (const status of ['pending', 'delivering', 'failed'] as const)
      await deliver(subscription, 3, { status })
  }
  const young = [
    await deliver(disabled, 1, { status: 'pending' }),
    await deliver(deleted, 1, { status: 'pending' }),
  ]
  await keepTwoDays(service, tenant)
  await untilPurged(service, tenant)
  expect(await left()).toEqual(what(young, young))
})

test('one whose row a worker holds stays until the worker lets go', async () => {
  const { id, event } = await deliver(await subscribe({ enabled: false }), 3, { status: 'delivering' })
  const gone = await deliver(await subscribe({ enabled: false }), 3, { status: 'pending' })
  const worker = new pg.Client({ connectionString: service.config.databaseUrl })
  await worker.connect()
  try {
    await worker.query('begin')
    await worker.query('select from webhook_queue where workspace_id = $1 and delivery_id = $2 for update', [
      tenant.workspaceId,
      id,
    ])
    await keepTwoDays(service, tenant)
    await untilPurged(service, tenant)
    expect(await left()).toEqual(what([{ id, event }], [{ id }]))
    expect(await keysOf('webhook_deliveries', 'id')).not.toContain(gone.id)
  } finally {
    await worker.end()
  }
  await untilPurged(service, tenant)
  expect(await left()).toEqual(what([], []))
})

test('totals go after two days', async () => {
  const subscription = await subscribe()
  for (const hours of [0, 24, 47, 49, 500]) {
    await service.sql.query(
      `insert into webhook_totals (workspace_id, webhook_id, hour, counted_by, attempts)
       values ($1, $2, now() - make_interval(hours => $3), gen_random_uuid(), $3)`,
      [tenant.workspaceId, subscription, hours],
    )
  }
  await untilPurged(service, tenant)
  const { rows } = await service.sql.query<{ attempts: number }>(
    'select attempts from webhook_totals where workspace_id = $1 order by attempts',
    [tenant.workspaceId],
  )
  expect(rows.map(({ attempts }) => attempts)).toEqual([0, 24, 47])
})

test('a deleted subscription goes with all that belongs to it, once nothing of its history is left', async () => {
  const [present, disabled, recent] = [
    await subscribe(),
    await subscribe({ enabled: false }),
    await subscribe({ deleted: true }),
  ]
  const old = [
    await subscribe({ deleted: true }),
    await subscribe({ deleted: true }),
    await subscribe({ deleted: true }),
  ] as const
  const [empty, withHistory, withBacklog] = old
  const all = [present, disabled, recent, empty, withHistory, withBacklog]
  await deliver(withHistory, 3, { status: 'failed' })
  await service.sql.query(
    `insert into webhook_queue (workspace_id, delivery_id, webhook_id, event_id, due_at)
     values ($1, $2, $3, $2, now())`,
    [tenant.workspaceId, newUuid(), withBacklog],
  )
  for (const id of all) {
    for (const [table, columns, values] of [
      ['webhook_secrets', 'id, secret', "gen_random_uuid(), 'x'"],
      ['webhook_health', 'consecutive_failures', '1'],
      ['webhook_totals', 'hour, counted_by', 'now(), gen_random_uuid()'],
    ]) {
      await service.sql.query(
        `insert into ${table} (workspace_id, webhook_id, ${columns}) values ($1, $2, ${values})`,
        [tenant.workspaceId, id],
      )
    }
  }
  // Only now, since they may go from then on.
  const age = "update webhook_subscriptions set deleted_at = now() - interval '2 hours' where id = any($1)"
  await service.sql.query(age, [old])
  const kept = async () => ({
    webhook_subscriptions: await keysOf('webhook_subscriptions', 'id'),
    webhook_secrets: await keysOf('webhook_secrets', 'webhook_id'),
    webhook_health: await keysOf('webhook_health', 'webhook_id'),
    webhook_totals: await keysOf('webhook_totals', 'webhook_id'),
  })
  const each = (ids: readonly Uuid[]) => {
    const sorted = [...ids].sort()
    return {
      webhook_subscriptions: sorted,
      webhook_secrets: sorted,
      webhook_health: sorted,
      webhook_totals: sorted,
    }
  }
  await untilPurged(service, tenant)
  expect(await kept()).toEqual(each([present, disabled, recent, withHistory, withBacklog]))
  // Its history goes in the same run.
  await keepTwoDays(service, tenant)
  await untilPurged(service, tenant)
  expect(await kept()).toEqual(each([present, disabled, recent, withBacklog]))
})

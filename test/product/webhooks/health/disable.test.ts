import { afterAll, beforeAll, expect, test } from 'vitest'
import { toTypeId } from '../../../../server/platform/db/ids.js'
import { disable } from '../../../../server/product/webhooks/disable.js'
import {
  openWebhookQueue,
  type Subscription,
  type WebhookQueue,
} from '../../../support/webhooks/webhook-queue.js'

let queue: WebhookQueue
beforeAll(async () => {
  queue = await openWebhookQueue()
})
afterAll(() => queue.close())

const hour = 3600
const disabling = (one: Subscription, why: Parameters<typeof disable>[3]) =>
  disable(queue.db, queue.workspaceId, one.id, why)
const failing = { reason: 'failing', forSeconds: hour } as const

async function failingFor(interval: string): Promise<Subscription> {
  const subscription = await queue.subscription()
  await queue.sql.query(
    `insert into webhook_health (workspace_id, webhook_id, consecutive_failures, failing_since, last_failure_at)
     values ($1, $2, 7, now() - $3::interval, now())`,
    [queue.workspaceId, subscription.id, interval],
  )
  return subscription
}
async function standingOf({ id }: Subscription): Promise<any> {
  const { rows } = await queue.sql.query('select * from webhook_subscriptions where id = $1', [id])
  return rows[0]
}
async function told({ id }: Subscription): Promise<any[]> {
  const { rows } = await queue.sql.query(
    `select * from events where type = 'webhook.disabled' and data->>'webhook_id' = $1`,
    [toTypeId('whk', id)],
  )
  const recorded = await queue.sql.query(
    `select from audit_events where operation = 'service.disable_webhook' and resource_id = $1`,
    [toTypeId('whk', id)],
  )
  expect(recorded.rowCount).toBe(rows.length)
  return rows
}

test('one that fails for too long is disabled once, whoever sees it first', async () => {
  const subscription = await failingFor('61 minutes')
  const done = await Promise.all(Array.from({ length: 6 }, () => disabling(subscription, failing)))
  expect(done.filter(Boolean)).toHaveLength(1)
  expect(await standingOf(subscription)).toMatchObject({
    enabled: false,
    disabled_reason: 'failing',
    disabled_at: expect.any(Date) as Date,
  })
  const events = await told(subscription)
  expect(events).toMatchObject([
    {
      project_id: null,
      environment: null,
      data: { url: subscription.url, reason: 'failing', consecutive_failures: 7 },
    },
  ])
  expect(Date.now() - Date.parse(events[0].data.failing_since as string)).toBeGreaterThan(hour * 1000)
})

test('the event is for the others, and says whose project it is about', async () => {
  const projectId = await project()
  const other = await queue.subscription()
  const subscription = await queue.subscription({ projectId, environment: 'live' })
  expect(await disabling(subscription, { reason: 'gone', url: subscription.url })).toBe(true)
  const [event] = await told(subscription)
  expect(event).toMatchObject({ project_id: projectId, environment: 'live', data: { reason: 'gone' } })
  expect(event.data).toMatchObject({ failing_since: null, consecutive_failures: 0 })
  const { rows } = await queue.sql.query('select webhook_id from webhook_deliveries where event_id = $1', [
    event.id,
  ])
  const told_ = rows.map((row: { webhook_id: string }) => row.webhook_id)
  expect(told_).toContain(other.id)
  expect(told_).not.toContain(subscription.id)
})

async function project(): Promise<string> {
  const { rows } = await queue.sql.query<{ id: string }>(
    `insert into projects (id, workspace_id, name, environment) values (gen_random_uuid(), $1, 'P', 'live') returning id`,
    [queue.workspaceId],
  )
  return rows[0]?.id ?? ''
}

test.each([
  ['that was put to work again', `update webhook_health set consecutive_failures = 0, failing_since = null`],
  [
    'whose first failure is not so long ago',
    `update webhook_health set failing_since = now() - interval '59 minutes'`,
  ],
  [
    'that a user has disabled',
    `update webhook_subscriptions set enabled = false, disabled_reason = 'requested', disabled_at = now()`,
  ],
  ['that was deleted', `update webhook_subscriptions set deleted_at = now()`],
])('one %s meanwhile stays as it is', async (_, change) => {
  const subscription = await failingFor('2 hours')
  await queue.sql.query(change)
  const before = await standingOf(subscription)
  expect(await disabling(subscription, failing)).toBe(false)
  expect(await standingOf(subscription)).toEqual(before)
  expect(await told(subscription)).toEqual([])
})

test('one whose old address is gone stays as it is', async () => {
  const subscription = await queue.subscription()
  expect(await disabling(subscription, { reason: 'gone', url: 'https://hooks.example/old' })).toBe(false)
  expect(await standingOf(subscription)).toMatchObject({ enabled: true })
})

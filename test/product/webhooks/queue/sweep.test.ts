import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid } from '../../../../server/platform/db/ids.js'
import { sweepDeleted } from '../../../../server/product/webhooks/queue/sweep.js'
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

const erase = ({ id }: Subscription) =>
  queue.sql.query('update webhook_subscriptions set deleted_at = now() where id = $1', [id])

async function ends({ id }: Subscription): Promise<any[]> {
  const { rows } = await queue.sql.query(
    `select count(*)::integer, gave_up, ended_at is not null as ended, attempts->-1->'error'->>'code' as code
     from webhook_deliveries where webhook_id = $1 group by 2, 3, 4`,
    [id],
  )
  return rows
}
const untouched = (count: number) => [{ count, gave_up: null, ended: false, code: null }]
const ended = (count: number) => [{ count, gave_up: 'failed', ended: true, code: 'subscription_deleted' }]

test('what waits for a deleted subscription ends, in batches, and nothing of the others', async () => {
  const deleted = await queue.subscription()
  const other = await queue.subscription()
  const disabled = await queue.subscription()
  await queue.events(2500)
  await queue.sql.query(
    `update webhook_subscriptions set enabled = false, disabled_reason = 'gone', disabled_at = now() where id = $1`,
    [disabled.id],
  )
  await erase(deleted)
  expect(await sweepDeleted(queue.db)).toBe(2500)
  expect(await queue.rows(deleted)).toEqual([])
  expect(await ends(deleted)).toEqual(ended(2500))
  for (const one of [other, disabled]) {
    expect(await queue.rows(one)).toHaveLength(2500)
    expect(await ends(one)).toEqual(untouched(2500))
  }
  expect(await sweepDeleted(queue.db)).toBe(0)
  await erase(other)
  await erase(disabled)
  await sweepDeleted(queue.db)
})

test('what a worker has in flight is left to it until its lease ends', async () => {
  const subscription = await queue.subscription()
  await queue.events(3)
  const lease = newUuid()
  const [held] = await queue.claim(subscription, { max: 1, lease })
  await erase(subscription)
  expect(await sweepDeleted(queue.db)).toBe(2)
  expect(await queue.rows(subscription)).toMatchObject([{ delivery_id: held?.deliveryId, lease }])
  await queue.sql.query('update webhook_queue set due_at = now()')
  expect(await sweepDeleted(queue.db)).toBe(1)
  expect(await ends(subscription)).toEqual(ended(3))
})

test('several processes that sweep at once end each delivery once', async () => {
  const subscription = await queue.subscription()
  await queue.events(2200)
  await erase(subscription)
  const swept = await Promise.all(Array.from({ length: 4 }, () => sweepDeleted(queue.db)))
  await sweepDeleted(queue.db)
  expect(await queue.rows(subscription)).toEqual([])
  expect(swept.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2200)
  const { rows } = await queue.sql.query(
    'select distinct jsonb_array_length(attempts) as attempts from webhook_deliveries where webhook_id = $1',
    [subscription.id],
  )
  expect(rows).toEqual([{ attempts: 1 }])
})

test('one that is to stop ends no further batch', async () => {
  const subscription = await queue.subscription()
  await queue.events(1500)
  await erase(subscription)
  let asked = 0
  expect(await sweepDeleted(queue.db, () => ++asked > 1)).toBe(1000)
  expect(await queue.rows(subscription)).toHaveLength(500)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUuid } from '../../../../server/platform/db/ids.js'
import { DueSubscriptions } from '../../../../server/product/webhooks/queue/due.js'
import { releaseWebhooks } from '../../../../server/product/webhooks/queue/release.js'
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

/** A subscription with some deliveries, the only one there is. */
async function alone(count: number): Promise<Subscription> {
  await queue.sql.query('delete from webhook_queue')
  await queue.sql.query('delete from webhook_subscriptions')
  const subscription = await queue.subscription()
  await queue.events(count)
  return subscription
}
const change = (set: string, where = 'true') =>
  queue.sql.query(`update webhook_queue set ${set} where ${where}`)

describe('what is due', () => {
  test('a subscription has something due until its deliveries are claimed', async () => {
    const { id, url } = await alone(2)
    const due = { workspaceId: queue.workspaceId, id, url, manual: false, others: true }
    expect(await new DueSubscriptions(queue.db).find('')).toEqual([due])
    await queue.claim({ id, url })
    expect(await new DueSubscriptions(queue.db).find('')).toEqual([])
    await change(`due_at = now() - interval '1 second'`)
    expect(await new DueSubscriptions(queue.db).find('')).toEqual([due])
  })

  test('it says whether somebody has asked for some of it', async () => {
    const subscription = await alone(2)
    const flags = async () =>
      (await new DueSubscriptions(queue.db).find('')).map(({ manual, others }) => [manual, others])
    await change('manual = true')
    expect(await flags()).toEqual([[true, false]])
    const [first] = await queue.rows(subscription)
    await change('manual = false', `delivery_id = '${first?.delivery_id}'`)
    expect(await flags()).toEqual([[true, true]])
    await change(`due_at = now() + interval '1 minute'`, 'not manual')
    expect(await flags()).toEqual([[true, false]])
  })

  test('nothing is due for what is disabled or deleted, or is later', async () => {
    await alone(0)
    const disabled = await queue.subscription()
    const deleted = await queue.subscription()
    await queue.subscription()
    await queue.events(1)
    await change(
      `due_at = now() + interval '1 minute'`,
      `webhook_id not in ('${disabled.id}', '${deleted.id}')`,
    )
    expect(await new DueSubscriptions(queue.db).find('')).toHaveLength(2)
    await queue.sql.query(
      `update webhook_subscriptions set enabled = false, disabled_reason = 'requested', disabled_at = now() where id = $1`,
      [disabled.id],
    )
    await queue.sql.query('update webhook_subscriptions set deleted_at = now() where id = $1', [deleted.id])
    expect(await new DueSubscriptions(queue.db).find('')).toEqual([])
    for (const subscription of [disabled, deleted]) {
      expect(await queue.claim(subscription)).toEqual([])
      expect((await queue.rows(subscription))[0]?.lease).toBeNull()
    }
  })
})

describe('a claim', () => {
  test('brings the delivery with its event, under a lease', async () => {
    const subscription = await alone(1)
    const lease = newUuid()
    const [claimed] = await queue.claim(subscription, { lease, leaseSeconds: 30 })
    const { rows } = await queue.sql.query('select * from webhook_deliveries where id = $1', [
      claimed?.deliveryId,
    ])
    expect(claimed).toEqual({
      workspaceId: queue.workspaceId,
      deliveryId: rows[0].id,
      subscriptionId: subscription.id,
      url: subscription.url,
      format: 'postseal',
      attempts: 0,
      event: {
        id: rows[0].event_id,
        workspace_id: queue.workspaceId,
        project_id: null,
        environment: null,
        type: 'message.accepted',
        data: { number: 1 },
      },
    })
    const [row] = await queue.rows(subscription)
    expect(row).toMatchObject({ lease, due: false, attempts: 0 })
    expect(row?.due_in).toBeGreaterThan(25)
    expect(row?.due_in).toBeLessThanOrEqual(30)
  })

  test('takes no more than it may, the longest due first', async () => {
    const subscription = await alone(5)
    const ids = (await queue.rows(subscription)).map((row) => row.delivery_id)
    for (const [place, id] of [3, 0, 4, 1, 2].map((place, index): [number, string] => [
      place,
      ids[index] ?? '',
    ]))
      await change(
        `due_at = now() - interval '1 hour' + ${place} * interval '1 second'`,
        `delivery_id = '${id}'`,
      )
    const takes = async (max: number) =>
      (await queue.claim(subscription, { max })).map((one) => ids.indexOf(one.deliveryId)).sort()
    expect(await takes(2)).toEqual([1, 3])
    expect(await takes(2)).toEqual([0, 4])
    expect(await takes(2)).toEqual([2])
    expect(await takes(2)).toEqual([])
  })

  test('takes what was asked for before what is due for longer, and nothing else where it is told so', async () => {
    const subscription = await alone(6)
    const ids = (await queue.rows(subscription)).map((row) => row.delivery_id)
    const asked = ids.slice(3, 5)
    await change(`due_at = now() - interval '1 hour'`, 'not manual')
    await change('manual = true, due_at = now()', `delivery_id in ('${asked.join("','")}')`)
    const takes = async (max: number, manualOnly: boolean) =>
      (await queue.claim(subscription, { max, manualOnly })).map((one) => one.deliveryId)
    expect(asked).toContain((await takes(1, false))[0])
    const second = await takes(3, true)
    expect(second).toHaveLength(1)
    expect(asked).toContain(second[0])
    expect(await takes(3, true)).toEqual([])
    expect(await takes(10, false)).toHaveLength(4)
  })

  test('fills what is left with the others', async () => {
    const subscription = await alone(6)
    const [first] = await queue.rows(subscription)
    await change('manual = true', `delivery_id = '${first?.delivery_id}'`)
    expect(await queue.claim(subscription, { max: 4 })).toHaveLength(4)
    expect((await queue.rows(subscription)).filter(({ lease }) => lease === null)).toHaveLength(2)
  })

  test('takes nothing for an address that the subscription no longer has', async () => {
    const { id } = await alone(1)
    expect(await queue.claim({ id, url: 'https://hooks.example/old' })).toEqual([])
  })

  test('says so where the event is gone', async () => {
    const subscription = await alone(1)
    await queue.sql.query('delete from events')
    expect(await queue.claim(subscription)).toMatchObject([{ event: null }])
  })

  test('shares with others that claim at once, none twice', async () => {
    const subscription = await alone(400)
    const claims = await Promise.all(Array.from({ length: 16 }, () => queue.claim(subscription, { max: 30 })))
    const all = claims.flat().map(({ deliveryId }) => deliveryId)
    expect(new Set(all).size).toBe(all.length)
    // None goes away with less than it may have while there is more.
    expect(all).toHaveLength(400)
  })

  test('what is given back is due again at once, to whoever holds it alone', async () => {
    const subscription = await alone(2)
    const lease = newUuid()
    const [one, other] = await queue.claim(subscription, { lease })
    const ids = [one?.deliveryId ?? '', other?.deliveryId ?? '']
    await releaseWebhooks(queue.db, queue.workspaceId, ids, newUuid())
    expect((await queue.rows(subscription)).map(({ due }) => due)).toEqual([false, false])
    await releaseWebhooks(queue.db, queue.workspaceId, ids.slice(0, 1), lease)
    const rows = await queue.rows(subscription)
    expect(rows.find((row) => row.delivery_id === ids[0])).toMatchObject({
      due: true,
      lease: null,
      attempts: 0,
    })
    expect(rows.find((row) => row.delivery_id === ids[1])).toMatchObject({ due: false, lease })
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUuid, type Uuid } from '../../../../server/platform/db/ids.js'
import { bucketOf } from '../../../../server/product/webhooks/health/durations.js'
import { eventGoneOutcome, webhookOutcomeOf } from '../../../../server/product/webhooks/outcome.js'
import { judgeWebhook } from '../../../../server/product/webhooks/policy.js'
import type { ClaimedWebhook } from '../../../../server/product/webhooks/queue/claim.js'
import { recordWebhooks, type WebhookOutcome } from '../../../../server/product/webhooks/queue/record.js'
import type { SendResult } from '../../../../server/product/webhooks/send/webhook.js'
import {
  openWebhookQueue,
  type Subscription,
  type WebhookQueue,
} from '../../../support/webhooks/webhook-queue.js'
import { runs } from '../../../support/run/sampled.js'

/**
 * Tests the results of recording: the queue, the history, the health of the subscription, and the totals of the hour.
 */

const week = 7 * 24 * 3600
let queue: WebhookQueue
beforeAll(async () => {
  queue = await openWebhookQueue()
})
afterAll(() => queue.close())

const config = { backoffSeconds: [5, 300] }
let clock = Date.now() - 3_600_000

function result(status: number | null, more: Partial<SendResult> = {}): SendResult {
  const ok = status !== null && status < 300
  return {
    at: new Date((clock += 10)),
    header: null,
    status,
    durationMs: 40,
    error: ok ? null : { code: status === null ? 'timed_out' : 'refused', message: 'It failed.' },
    responseBody: null,
    retryAfterSeconds: null,
    ...more,
  }
}

function outcome(delivery: ClaimedWebhook, sent: SendResult): WebhookOutcome {
  const { attempts } = delivery
  const facts = { result: sent, attempts, eventType: 'message.accepted' as const }
  return webhookOutcomeOf(
    delivery,
    sent,
    judgeWebhook(facts, config, () => 0.5),
  )
}

const write = (lease: Uuid, outcomes: readonly WebhookOutcome[], disableAfter = week) =>
  recordWebhooks(queue.db, queue.workspaceId, outcomes, { lease, disableAfterSeconds: disableAfter })

/** A subscription with so many deliveries in flight. */
async function inHand(
  count: number,
): Promise<{ subscription: Subscription; lease: Uuid; claimed: ClaimedWebhook[] }> {
  await queue.sql.query('update webhook_subscriptions set deleted_at = now() where deleted_at is null')
  const subscription = await queue.subscription()
  await queue.events(count)
  const lease = newUuid()
  return { subscription, lease, claimed: await queue.claim(subscription, { lease }) }
}

async function rowOf(table: string, { id }: Subscription): Promise<any> {
  const { rows } = await queue.sql.query(`select * from ${table} where webhook_id = $1`, [id])
  expect(rows.length).toBeLessThanOrEqual(1)
  return rows[0]
}
async function historyOf(delivery: ClaimedWebhook | undefined): Promise<any> {
  const { rows } = await queue.sql.query('select * from webhook_deliveries where id = $1', [
    delivery?.deliveryId,
  ])
  return rows[0]
}

describe('an outcome', () => {
  test('that went well ends the delivery', async () => {
    const { subscription, lease, claimed } = await inHand(1)
    const sent = result(204, { responseBody: 'thanks' })
    expect(
      await write(
        lease,
        claimed.map((one) => outcome(one, sent)),
      ),
    ).toEqual({
      outcomes: 1,
      gone: [],
      failing: [],
    })
    expect(await queue.rows(subscription)).toEqual([])
    expect(await historyOf(claimed[0])).toMatchObject({
      attempts: [{ at: sent.at.toISOString(), status: 204, duration_ms: 40, response_body: 'thanks' }],
      ended_at: expect.any(Date) as Date,
      gave_up: null,
    })
  })

  test('that is tried again waits, and is nobody else’s wish any more', async () => {
    const { subscription, lease, claimed } = await inHand(1)
    await queue.sql.query('update webhook_queue set manual = true')
    await write(
      lease,
      claimed.map((one) => outcome(one, result(503))),
    )
    const [row] = await queue.rows(subscription)
    expect(row).toMatchObject({ lease: null, attempts: 1, manual: false, due: false })
    expect(row?.due_in).toBeGreaterThan(3)
    expect(row?.due_in).toBeLessThanOrEqual(5)
    expect(await historyOf(claimed[0])).toMatchObject({
      attempts: [{ status: 503, error: { code: 'refused', message: 'It failed.' } }],
      ended_at: null,
      gave_up: null,
    })
  })

  test('attempts are told in their order, and the last failure gives up', async () => {
    const { subscription } = await inHand(1)
    for (const status of [500, null, 404]) {
      await queue.sql.query('update webhook_queue set due_at = now()')
      const lease = newUuid()
      const claimed = await queue.claim(subscription, { lease })
      await write(
        lease,
        claimed.map((one) => outcome(one, result(status))),
      )
    }
    expect(await queue.rows(subscription)).toEqual([])
    const { rows } = await queue.sql.query('select * from webhook_deliveries where webhook_id = $1', [
      subscription.id,
    ])
    expect(rows).toMatchObject([{ gave_up: 'dead_letter', ended_at: expect.any(Date) as Date }])
    expect(rows[0].attempts.map((one: { status: number | null }) => one.status)).toEqual([500, null, 404])
  })

  test('of an event that is gone ends it, and says nothing about the endpoint', async () => {
    const { subscription, lease, claimed } = await inHand(1)
    const recorded = await write(lease, claimed.map(eventGoneOutcome))
    expect(recorded).toEqual({ outcomes: 1, gone: [], failing: [] })
    expect(await queue.rows(subscription)).toEqual([])
    expect(await historyOf(claimed[0])).toMatchObject({
      gave_up: 'failed',
      attempts: [{ status: null, duration_ms: 0, error: { code: 'event_gone' } }],
    })
    expect(await rowOf('webhook_health', subscription)).toBeUndefined()
    expect(await rowOf('webhook_totals', subscription)).toBeUndefined()
  })
})

describe('a lease that was lost', () => {
  test('leaves no trace, and those beside it do', async () => {
    const { subscription, lease, claimed } = await inHand(3)
    const [lost, kept, ended] = claimed as [ClaimedWebhook, ClaimedWebhook, ClaimedWebhook]
    await queue.sql.query('update webhook_queue set lease = gen_random_uuid() where delivery_id = $1', [
      lost.deliveryId,
    ])
    await queue.sql.query('delete from webhook_queue where delivery_id = $1', [ended.deliveryId])
    const outcomes = [outcome(lost, result(200)), outcome(kept, result(500)), outcome(ended, result(410))]
    expect(await write(lease, outcomes)).toEqual({ outcomes: 1, gone: [], failing: [] })
    expect(await historyOf(lost)).toMatchObject({ attempts: [], ended_at: null })
    expect(await historyOf(ended)).toMatchObject({ attempts: [], ended_at: null })
    expect(await historyOf(kept)).toMatchObject({ attempts: [{ status: 500 }] })
    expect(await rowOf('webhook_health', subscription)).toMatchObject({
      consecutive_failures: 1,
      last_success_at: null,
    })
    expect(await rowOf('webhook_totals', subscription)).toMatchObject({ attempts: 1, succeeded: 0 })
  })

  test('where all were lost nothing is written', async () => {
    const { subscription, claimed } = await inHand(2)
    const recorded = await write(
      newUuid(),
      claimed.map((one) => outcome(one, result(410))),
    )
    expect(recorded).toEqual({ outcomes: 0, gone: [], failing: [] })
    expect(await queue.rows(subscription)).toHaveLength(2)
    expect(await rowOf('webhook_health', subscription)).toBeUndefined()
  })

  test('to record twice counts once', async () => {
    const { subscription, lease, claimed } = await inHand(1)
    const outcomes = claimed.map((one) => outcome(one, result(503)))
    expect((await write(lease, outcomes)).outcomes).toBe(1)
    expect((await write(lease, outcomes)).outcomes).toBe(0)
    expect(await rowOf('webhook_health', subscription)).toMatchObject({ consecutive_failures: 1 })
  })
})

describe('how a subscription fares', () => {
  test('is what its outcomes make, in whatever batches they come', async () => {
    const status = fc.constantFrom(200, 204, 500, 503, null)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(status, { minLength: 1, maxLength: 6 }), { maxLength: 6 }),
        async (batches) => {
          const { subscription, lease, claimed } = await inHand(batches.flat().length)
          const all: SendResult[] = []
          for (const batch of batches) {
            const sent = batch.map((one, place) => result(one, { durationMs: [0, 7, 900][place % 3] ?? 0 }))
            all.push(...sent)
            await write(
              lease,
              sent.map((one) => outcome(claimed.shift() as ClaimedWebhook, one)),
            )
          }
          const failed = (one: SendResult) => one.error !== null
          const latest = (of: SendResult[]) => of.at(-1)?.at ?? null
          const since = all.slice(all.findLastIndex((one) => !failed(one)) + 1)
          const replied = all.filter((one) => one.status !== null)
          if (all.length === 0) return
          expect(await rowOf('webhook_health', subscription)).toEqual({
            workspace_id: queue.workspaceId,
            webhook_id: subscription.id,
            consecutive_failures: since.length,
            failing_since: since[0]?.at ?? null,
            last_success_at: latest(all.filter((one) => !failed(one))),
            last_failure_at: latest(all.filter(failed)),
          })
          const { durations, ...totals } = await rowOf('webhook_totals', subscription)
          expect(totals).toMatchObject({
            counted_by: lease,
            attempts: all.length,
            succeeded: all.filter((one) => !failed(one)).length,
          })
          const counts: number[] = []
          for (const { durationMs } of replied)
            counts[bucketOf(durationMs)] = (counts[bucketOf(durationMs)] ?? 0) + 1
          expect(durations).toEqual(Array.from(counts, (count) => count ?? 0))
        },
      ),
      { numRuns: runs(40) },
    )
  })

  test('each subscription has its own, though they are recorded together', async () => {
    const { subscription: one } = await inHand(0)
    const other = await queue.subscription()
    await queue.events(2)
    const lease = newUuid()
    const ones = await queue.claim(one, { lease })
    const others = await queue.claim(other, { lease })
    await write(lease, [
      outcome(ones[0] as ClaimedWebhook, result(200, { durationMs: 1 })),
      outcome(others[0] as ClaimedWebhook, result(500, { durationMs: 3 })),
      outcome(others[1] as ClaimedWebhook, result(null)),
      outcome(ones[1] as ClaimedWebhook, result(500, { durationMs: 1 })),
    ])
    expect(await rowOf('webhook_health', one)).toMatchObject({ consecutive_failures: 1 })
    expect(await rowOf('webhook_health', other)).toMatchObject({
      consecutive_failures: 2,
      last_success_at: null,
    })
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
    const totals = await rowOf('webhook_totals', one)
    expect(totals).toMatchObject({ attempts: 2, succeeded: 1 })
    expect(totals.durations[bucketOf(1)]).toBe(2)
    expect(sum(totals.durations)).toBe(2)
    const ofOther = await rowOf('webhook_totals', other)
    expect(ofOther).toMatchObject({ attempts: 2, succeeded: 0 })
    expect(sum(ofOther.durations)).toBe(1)
  })

  test('two workers count the failures of one subscription exactly', async () => {
    const { subscription, lease, claimed } = await inHand(40)
    const second = newUuid()
    await queue.sql.query('update webhook_queue set lease = $1 where delivery_id = any($2)', [
      second,
      claimed.slice(20).map((one) => one.deliveryId),
    ])
    await Promise.all(
      claimed.map((one, place) => write(place < 20 ? lease : second, [outcome(one, result(500))])),
    )
    expect(await rowOf('webhook_health', subscription)).toMatchObject({ consecutive_failures: 40 })
    const { rows } = await queue.sql.query<{ attempts: number }>(
      'select attempts from webhook_totals where webhook_id = $1',
      [subscription.id],
    )
    expect(rows).toEqual([{ attempts: 20 }, { attempts: 20 }])
  })

  test('two workers that record many subscriptions in opposite order wait for each other in turn', async () => {
    await inHand(0)
    const subscriptions = await Promise.all(Array.from({ length: 12 }, () => queue.subscription()))
    await queue.events(8)
    const leases = [newUuid(), newUuid()]
    const held = await Promise.all(
      leases.map(async (lease) =>
        (await Promise.all(subscriptions.map((one) => queue.claim(one, { lease, max: 4 })))).flat(),
      ),
    )
    // A round of each subscription, in the order of the one worker or the other.
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(
        leases.map((lease, index) => {
          const own = (held[index] ?? []).filter((_, place) => place % 4 === round)
          if (index === 1) own.reverse()
          return write(
            lease,
            own.map((one) => outcome(one, result(500))),
          )
        }),
      )
    }
    for (const one of subscriptions) {
      expect(await rowOf('webhook_health', one)).toMatchObject({ consecutive_failures: 8 })
    }
  })
})

describe('what recording says of a subscription', () => {
  test('its endpoint is gone where a reply was 410', async () => {
    const { subscription, lease, claimed } = await inHand(3)
    const outcomes = claimed.map((one, place) => outcome(one, result(place === 1 ? 410 : 200)))
    expect(await write(lease, outcomes)).toEqual({ outcomes: 3, gone: [subscription.id], failing: [] })
    expect(await historyOf(claimed[1])).toMatchObject({ gave_up: 'failed' })
  })

  test('it fails for too long once the first failure is so long ago, and not a moment earlier', async () => {
    const { subscription, lease, claimed } = await inHand(4)
    const [first, second, third, fourth] = claimed as [
      ClaimedWebhook,
      ClaimedWebhook,
      ClaimedWebhook,
      ClaimedWebhook,
    ]
    expect((await write(lease, [outcome(first, result(500, { at: new Date() }))], 3600)).failing).toEqual([])
    const since = (interval: string) =>
      queue.sql.query(
        `update webhook_health set failing_since = now() - $1::interval where webhook_id = $2`,
        [interval, subscription.id],
      )
    await since('59 minutes')
    expect((await write(lease, [outcome(second, result(500))], 3600)).failing).toEqual([])
    await since('61 minutes')
    expect((await write(lease, [outcome(third, result(500))], 3600)).failing).toEqual([subscription.id])
    expect((await write(lease, [outcome(fourth, result(200))], 3600)).failing).toEqual([])
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Knex } from 'knex'
import { newUuid, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { releaseLeases } from '../../../../server/platform/queue/leases/release.js'
import { webhookLeases } from '../../../../server/product/webhooks/queue/release.js'
import { disable } from '../../../../server/product/webhooks/disable.js'
import { webhookOutcomeOf } from '../../../../server/product/webhooks/outcome.js'
import { claimWebhooks, type WebhookClaim } from '../../../../server/product/webhooks/queue/claim.js'
import { DueSubscriptions } from '../../../../server/product/webhooks/queue/due.js'
import { recordWebhooks } from '../../../../server/product/webhooks/queue/record.js'
import { releaseWebhooks } from '../../../../server/product/webhooks/queue/release.js'
import { sweepDeleted } from '../../../../server/product/webhooks/queue/sweep.js'
import { noteAllOwners } from '../../../support/messages/queue-owners.js'
import { queueFor } from '../../../support/webhooks/webhook-deliveries.js'
import {
  openWebhookQueue,
  type Subscription,
  type WebhookQueue,
} from '../../../support/webhooks/webhook-queue.js'
import { capture, findings } from '../../../support/database/explain.js'

/**
 * Tests that webhooks which wait for one subscription cost the others nothing, and that subscription no more the more
 * they are.
 */

const backlog = 30_000
const max = 20

let queue: WebhookQueue
let dead: Subscription
let alive: Subscription
let deleted: Subscription

beforeAll(async () => {
  queue = await openWebhookQueue()
  const { sql, workspaceId } = queue
  const add = async (count: number, fields: Parameters<WebhookQueue['subscription']>[0] = {}) => {
    const subscription = await queue.subscription(fields)
    await queueFor(sql, workspaceId, toTypeId('whk', subscription.id), count)
    return subscription
  }
  dead = await add(backlog)
  await add(5000, { enabled: false })
  deleted = await add(3000, { deleted: true })
  alive = await add(40)
  const later = await add(5000)
  await sql.query(`update webhook_queue set due_at = now() + interval '1 hour' where webhook_id = $1`, [
    later.id,
  ])
  // Many customers that nothing waits for, and a history.
  await sql.query(
    `insert into workspaces (id, name) select gen_random_uuid(), 'B' from generate_series(1, 500)`,
  )
  await sql.query(`insert into webhook_subscriptions (workspace_id, id, url, events)
    select id, gen_random_uuid(), 'https://hooks.example/' || n, array['*'] from workspaces, generate_series(1, 20) n`)
  await sql.query(`insert into webhook_health (workspace_id, webhook_id, consecutive_failures)
    select workspace_id, id, 1 from webhook_subscriptions`)
  await sql.query(`insert into webhook_totals (workspace_id, webhook_id, hour, counted_by)
    select workspace_id, id, date_trunc('hour', now(), 'UTC'), gen_random_uuid() from webhook_subscriptions`)
  await noteAllOwners(queue.db)
  await sql.query('analyze')
})
afterAll(() => queue.close())

/** Takes back what the work does, so that its statements find the same again when they are explained. */
async function expectBounded(work: (trx: Knex) => Promise<unknown>, maxRows: number): Promise<void> {
  const sent = await capture(queue.db, async () => {
    const trx = await queue.db.transaction()
    await work(trx)
    await trx.rollback()
  })
  expect(sent.length).toBeGreaterThan(0)
  for (const statement of sent) {
    expect(await findings(queue.db, statement, maxRows), statement.sql).toEqual([])
  }
}

const claimOf = ({ id, url }: Subscription, lease: Uuid, more: Partial<WebhookClaim> = {}): WebhookClaim => ({
  workspaceId: queue.workspaceId,
  subscriptionId: id,
  url,
  max,
  manualOnly: false,
  lease,
  leaseSeconds: 60,
  ...more,
})

test('to see what is due', async () => {
  await expectBounded(async (trx) => {
    expect(
      (await new DueSubscriptions(trx, { rows: 5, owners: 5 }).find('')).map(({ id }) => id).sort(),
    ).toEqual([dead.id, alive.id].sort())
  }, 15)
})

test('to release the leases of a dead process', async () => {
  const owner = newUuid()
  await queue.db('lease_owners').insert({ id: owner, lease_seconds: 60, expired: true })
  const leased = `update webhook_queue set lease = ?, due_at = now() + cast(? as interval)
    where webhook_id = ?`
  await queue.db.raw(leased, [owner, '50 seconds', alive.id])
  try {
    await expectBounded(
      async (trx) =>
        expect(
          await releaseLeases(trx, [webhookLeases], { owner, leaseSeconds: 60, isStopping: () => false }),
        ).toBe(40),
      120,
    )
  } finally {
    await queue.db.raw(leased, [null, '-1 second', alive.id])
  }
})

test.each(['a backlog', 'a few'])('to claim from %s, and to give it back', async (what) => {
  const subscription = what === 'a few' ? alive : dead
  await expectBounded(async (trx) => {
    const lease = newUuid()
    const claimed = await claimWebhooks(trx, claimOf(subscription, lease))
    expect(claimed).toHaveLength(max)
    const ids = claimed.map(({ deliveryId }) => deliveryId)
    await releaseWebhooks(trx, queue.workspaceId, ids, lease)
  }, 3 * max)
})

test('to find that nothing was asked for', async () => {
  await expectBounded(async (trx) => {
    expect(await claimWebhooks(trx, claimOf(dead, newUuid(), { manualOnly: true }))).toEqual([])
  }, 5)
})

test('to record outcomes', async () => {
  await expectBounded(async (trx) => {
    const lease = newUuid()
    const claimed = [
      ...(await claimWebhooks(trx, claimOf(dead, lease))),
      ...(await claimWebhooks(trx, claimOf(alive, lease))),
    ]
    const outcomes = claimed.map((delivery, place) => {
      const status = [200, 500, 410][place % 3] ?? 200
      const error = status === 200 ? null : { code: 'refused' as const, message: 'No.' }
      const result = {
        at: new Date(),
        header: null,
        status,
        durationMs: place,
        error,
        responseBody: null,
        retryAfterSeconds: null,
      }
      const verdicts = [
        { outcome: 'delivered' },
        { outcome: 'retry', afterSeconds: 5 },
        { outcome: 'failed' },
      ] as const
      return webhookOutcomeOf(delivery, result, verdicts[place % 3] ?? verdicts[0])
    })
    expect(
      (await recordWebhooks(trx, queue.workspaceId, outcomes, { lease, disableAfterSeconds: 3600 })).outcomes,
    ).toBe(2 * max)
  }, 4 * max)
})

test('to disable a subscription with a backlog', async () => {
  await expectBounded(async (trx) => {
    expect(await disable(trx, queue.workspaceId, dead.id, { reason: 'gone', url: dead.url })).toBe(true)
  }, 110)
})

test('to end what waits for a deleted subscription, a batch at a time', async () => {
  await expectBounded(async (trx) => {
    let batches = 0
    expect(await sweepDeleted(trx, () => ++batches > 1)).toBe(1000)
  }, 2000)
  expect(await queue.rows(deleted)).toHaveLength(3000)
})

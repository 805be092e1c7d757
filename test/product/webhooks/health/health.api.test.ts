import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { newUuid, timeOf, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { bucketCount, bucketOf } from '../../../../server/product/webhooks/health/durations.js'
import { call } from '../../../support/api/api.js'
import { insertDelivery } from '../../../support/webhooks/deliveries.js'
import { expectOfThisTest } from '../../../support/time/instants.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { insertSubscription, type SubscriptionFields } from '../../../support/webhooks/subscriptions.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

type Health = components['schemas']['WebhookHealth']

let service: TestService
let tenant: Tenant
let key: string

beforeAll(async () => {
  service = await sharedApi()
})
beforeEach(async () => {
  // What a test counts in one hour is read in the same.
  await until(() => 3_600_000 - (Date.now() % 3_600_000) > 10_000, 'the next hour')
  tenant = await addTenant(service)
  key = await tenant.key()
})

const subscribe = (fields: SubscriptionFields = {}) =>
  insertSubscription(service.sql, tenant.workspaceId, fields)

async function list(query: Record<string, string> = {}, by = key) {
  const path = `/v1/webhooks/status/health?${new URLSearchParams(query).toString()}`
  const reply = await call(service.url, 'GET', path, { key: by })
  expect(reply.status, reply.text).toBe(200)
  return reply.body as { data: Health[]; has_more: boolean; next_cursor: string | null }
}

interface Totals {
  readonly hoursAgo?: number
  readonly attempts: number
  readonly succeeded: number
  /** Durations of replies, in milliseconds. */
  readonly durations?: readonly number[]
}

/** Inserts the counts of a process, in rows of its own. */
async function count(subscription: Uuid, { hoursAgo = 0, durations = [], ...totals }: Totals): Promise<void> {
  const counts = Array.from({ length: bucketCount }, () => 0)
  for (const ms of durations) counts[bucketOf(ms)]! += 1
  // A worker need not write what it has not counted at the end.
  const last = counts.findLastIndex((replies) => replies > 0)
  await service.sql.query(
    `insert into webhook_totals (workspace_id, webhook_id, hour, counted_by, attempts, succeeded, durations)
     values ($1, $2, date_trunc('hour', now(), 'UTC') - make_interval(hours => $3), $4, $5, $6, $7)`,
    [
      tenant.workspaceId,
      subscription,
      hoursAgo,
      newUuid(),
      totals.attempts,
      totals.succeeded,
      counts.slice(0, last + 1),
    ],
  )
}

test('a new subscription is healthy, and nothing is known of it', async () => {
  const id = await subscribe({ url: 'https://shop.example/hooks' })
  expect(await list()).toEqual({
    data: [
      {
        webhook_id: toTypeId('whk', id),
        url: 'https://shop.example/hooks',
        webhook_created_at: timeOf(id).toISOString(),
        status: 'healthy',
        attempts: 0,
        succeeded: 0,
        success_rate: null,
        p95_ms: null,
        consecutive_failures: 0,
        failing_since: null,
        last_success_at: null,
        last_failure_at: null,
        pending: 0,
        disabled_reason: null,
        disabled_at: null,
      },
    ],
    has_more: false,
    next_cursor: null,
  })
})

test('the totals are those of this hour and the 23 before it, of every process', async () => {
  const [id, other] = [await subscribe(), await subscribe()]
  await count(id, { attempts: 5, succeeded: 4 })
  await count(id, { attempts: 7, succeeded: 7 })
  await count(id, { attempts: 100, succeeded: 90, hoursAgo: 12 })
  await count(id, { attempts: 1000, succeeded: 999, hoursAgo: 23 })
  await count(id, { attempts: 10_000, succeeded: 1, hoursAgo: 24 })
  await count(other, { attempts: 3, succeeded: 1 })
  const [second, first] = (await list()).data
  expect(first).toMatchObject({ attempts: 1112, succeeded: 1100, success_rate: 0.9892 })
  expect(second).toMatchObject({ attempts: 3, succeeded: 1, success_rate: 0.3333 })
})

test('95 of 100 replies took no longer, whichever process counted them', async () => {
  const [id, none] = [await subscribe(), await subscribe()]
  const fast = { attempts: 94, succeeded: 94, durations: Array<number>(94).fill(20) }
  await count(id, fast)
  await count(id, { attempts: 1, succeeded: 1, durations: [180], hoursAgo: 3 })
  await count(id, { attempts: 5, succeeded: 0, durations: Array<number>(5).fill(9000) })
  await count(id, { attempts: 500, succeeded: 0, durations: Array<number>(500).fill(14_000), hoursAgo: 24 })
  await count(none, { attempts: 4, succeeded: 0 })
  const [second, first] = (await list()).data
  expect(Math.abs(first!.p95_ms! - 180)).toBeLessThanOrEqual(0.15 * 180)
  expect(second).toMatchObject({ attempts: 4, success_rate: 0, p95_ms: null })
  await count(id, { attempts: 1, succeeded: 0, durations: [9000] })
  expect(Math.abs((await list()).data[1]!.p95_ms! - 9000)).toBeLessThanOrEqual(0.15 * 9000)
})

test('one that fails says so, how often and since when', async () => {
  const [failing, recovered] = [await subscribe(), await subscribe()]
  const [early, late] = ['2026-01-14T07:12:44.018Z', '2026-01-14T09:30:00.310Z']
  for (const [id, ...of] of [
    [failing, 3, early, early, late],
    [recovered, 0, null, late, early],
  ]) {
    await service.sql.query(
      `insert into webhook_health (workspace_id, webhook_id, consecutive_failures, failing_since,
         last_success_at, last_failure_at) values ($1, $2, $3, $4, $5, $6)`,
      [tenant.workspaceId, id, ...of],
    )
  }
  const [second, first] = (await list()).data
  expect(first).toMatchObject({
    status: 'failing',
    consecutive_failures: 3,
    failing_since: early,
    last_success_at: early,
    last_failure_at: late,
  })
  expect(second).toMatchObject({
    status: 'healthy',
    consecutive_failures: 0,
    failing_since: null,
    last_success_at: late,
    last_failure_at: early,
  })
})

test('one that is disabled says so and why, whatever it did before; a deleted one is not there', async () => {
  const id = await subscribe({ enabled: false })
  await subscribe({ deleted: true })
  await service.sql.query(
    'insert into webhook_health (workspace_id, webhook_id, consecutive_failures) values ($1, $2, 9)',
    [tenant.workspaceId, id],
  )
  await service.sql.query(`update webhook_subscriptions set disabled_reason = 'gone' where id = $1`, [id])
  const { data } = await list()
  expect(data).toMatchObject([{ status: 'disabled', disabled_reason: 'gone', consecutive_failures: 9 }])
  expectOfThisTest(data[0]?.disabled_at)
})

test('what waits is counted, of each subscription its own, up to 100,000', async () => {
  const [few, many] = [await subscribe(), await subscribe()]
  const deliver = (status: 'pending' | 'delivering' | 'delivered') =>
    insertDelivery(service.sql, tenant.workspaceId, few, { status })
  for (const status of ['pending', 'pending', 'delivering', 'delivered'] as const) await deliver(status)
  await service.sql.query(
    `insert into webhook_queue (workspace_id, delivery_id, webhook_id, event_id, due_at)
     select $1, gen_random_uuid(), $2, $1, now() from generate_series(1, 100001)`,
    [tenant.workspaceId, many],
  )
  expect((await list()).data.map(({ pending }) => pending)).toEqual([100_000, 3])
})

test('pages are newest first, each subscription once, whatever is added meanwhile', async () => {
  const ids: string[] = []
  for (let index = 0; index < 5; index += 1) ids.unshift(toTypeId('whk', await subscribe()))
  const found: string[] = []
  const sizes: number[] = []
  let cursor: string | null = null
  do {
    const page = await list({ limit: '2', ...(cursor !== null && { cursor }) })
    found.push(...page.data.map((row) => row.webhook_id))
    sizes.push(page.data.length)
    expect(page.has_more).toBe(page.next_cursor !== null)
    cursor = page.next_cursor
    await subscribe()
  } while (cursor !== null)
  expect(found).toEqual(ids)
  expect(sizes).toEqual([2, 2, 1])
})

test('a key sees the subscriptions of its workspace and, held to an environment, of that one', async () => {
  await subscribe()
  await subscribe({ environment: 'live' })
  const id = await subscribe({ environment: 'test' })
  const held = await tenant.key({ restrictions: { environment: 'test' } })
  expect((await list({}, held)).data.map((row) => row.webhook_id)).toEqual([toTypeId('whk', id)])
  expect((await list()).data).toHaveLength(3)
  expect((await list({}, await (await addTenant(service)).key())).data).toEqual([])
})

test.each([
  ['limit', '0'],
  ['cursor', 'x'],
])('with %s %s is refused', async (name, value) => {
  const reply = await call(service.url, 'GET', `/v1/webhooks/status/health?${name}=${value}`, { key })
  expect([reply.status, reply.body.error.code]).toEqual([422, 'validation_failed'])
})

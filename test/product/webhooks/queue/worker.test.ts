import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fromTypeId, type WorkspaceId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { send } from '../../../support/messages/mail.js'
import { startReceiver, type Receiver } from '../../../support/webhooks/receiver.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'
import {
  deliveries,
  healthOf,
  queueFor,
  recordSome,
  subscribe,
  toThisMachine,
  untilAllSent,
} from '../../../support/webhooks/webhook-deliveries.js'

/** A worker against real endpoints, from the event to the history. */

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    env: { ...toThisMachine, POSTSEAL_ROLES: 'api,webhooks' },
    webhooks: {
      pollMs: 20,
      backoffSeconds: Array<number>(7).fill(0.02),
      openMs: 5,
      maxOpenMs: 10,
      sweepSeconds: 0.1,
    },
  })
})
afterAll(() => service.stop())

const receivers: Receiver[] = []
async function receiver(): Promise<Receiver> {
  const started = await startReceiver()
  receivers.push(started)
  return started
}
// Nobody else's events come to the next test.
afterEach(async () => {
  await service.sql.query('update webhook_subscriptions set deleted_at = now() where deleted_at is null')
  await Promise.all(receivers.splice(0).map((one) => one.close()))
})

const workspace = (): WorkspaceId => fromTypeId('ws', service.credentials.workspace_id)
const key = () => service.credentials.workspace_key
const change = (body: object) => call(service.url, 'PATCH', '/v1/webhooks/status', { key: key(), body })
const ofSubscription = (id: string) => deliveries(service, `&webhook_id=${id}`)

/** Waits until a delivery of a subscription has a status. */
function untilStatus(id: string, status: string) {
  return until(async () => {
    const [delivery] = await ofSubscription(id)
    return delivery?.status === status && delivery
  }, `a delivery that is ${status}`)
}

test('an event is sent, signed, to the endpoint, and the history says so', async () => {
  const to = await receiver()
  const { id, secret } = await subscribe(service, to.url)
  await send(service, 'ada@example.com')
  const [received] = await to.count(1)
  expect(received?.verify([secret])).toBe('ok')
  const delivery = await untilStatus(id, 'delivered')
  expect(delivery).toMatchObject({
    id: received?.deliveryId,
    event_id: received?.json.id,
    final_response_status: 200,
    next_attempt_at: null,
    attempts: [{ status: 200 }],
  })
  expect(delivery.attempts[0]).toMatchObject({ error: null })
})

test('what is more than an endpoint takes at once goes all the same, each once', async () => {
  const to = await receiver()
  const { id } = await subscribe(service, to.url)
  await recordSome(service.sql, workspace(), 1500)
  await untilAllSent(service.sql, id)
  expect(to.received).toHaveLength(1500)
  expect(new Set(to.received.map(({ deliveryId }) => deliveryId)).size).toBe(1500)
  expect(to.connections).toBeLessThanOrEqual(50)
  expect(await healthOf(service, id)).toMatchObject({
    status: 'healthy',
    attempts: 1500,
    succeeded: 1500,
    consecutive_failures: 0,
    pending: 0,
  })
})

test('an endpoint that refuses has all attempts of the schedule, each signed anew, and then the letter is dead', async () => {
  const to = await receiver()
  to.answer = { status: 500, body: 'out of order' }
  const { id, secret } = await subscribe(service, to.url)
  await recordSome(service.sql, workspace(), 1)
  const delivery = await untilStatus(id, 'dead_letter')
  expect(delivery.final_response_status).toBe(500)
  expect(delivery.attempts).toHaveLength(8)
  for (const attempt of delivery.attempts) {
    expect(attempt).toMatchObject({ status: 500, error: { code: 'refused' }, response_body: 'out of order' })
  }
  const times = delivery.attempts.map(({ at }) => Date.parse(at))
  // Each wait is at least four fifths of what is in the schedule.
  for (const [index, at] of times.slice(1).entries())
    expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(16)
  expect(to.received).toHaveLength(8)
  expect(new Set(to.received.map(({ body }) => body.toString())).size).toBe(1)
  for (const received of to.received) expect(received.verify([secret])).toBe('ok')
  expect(await healthOf(service, id)).toMatchObject({ status: 'failing', consecutive_failures: 8 })
})

test('an endpoint that comes back gets what it missed', async () => {
  const to = await receiver()
  let calls = 0
  to.answer = () => (++calls <= 3 ? 'reset' : 200)
  const { id } = await subscribe(service, to.url)
  await recordSome(service.sql, workspace(), 1)
  const delivery = await untilStatus(id, 'delivered')
  expect(delivery.attempts.map(({ status, error }) => [status, error?.code])).toEqual([
    [null, 'connection_lost'],
    [null, 'connection_lost'],
    [null, 'connection_lost'],
    [200, undefined],
  ])
  expect(await healthOf(service, id)).toMatchObject({
    status: 'healthy',
    attempts: 4,
    succeeded: 1,
    consecutive_failures: 0,
    failing_since: null,
  })
})

test('a test is sent at once and has one attempt', async () => {
  const to = await receiver()
  to.answer = 500
  const { id } = await subscribe(service, to.url)
  const reply = await call(service.url, 'POST', `/v1/webhooks/status/${id}/test`, { key: key() })
  const delivery = await untilStatus(id, 'failed')
  expect(delivery).toMatchObject({ id: reply.body.id, attempts: [{ status: 500 }] })
  expect(to.received).toHaveLength(1)
})

test('a replay goes again, with the schedule from its beginning', async () => {
  const to = await receiver()
  to.answer = 500
  const { id } = await subscribe(service, to.url)
  await recordSome(service.sql, workspace(), 1)
  const dead = await untilStatus(id, 'dead_letter')
  let calls = 0
  to.answer = () => (++calls <= 2 ? 500 : 200)
  const path = `/v1/webhooks/status/${id}/deliveries/${dead.id}/replay`
  expect((await call(service.url, 'POST', path, { key: key() })).status).toBe(202)
  const delivered = await untilStatus(id, 'delivered')
  expect(delivered.attempts.map(({ status }) => status)).toEqual([...Array<number>(10).fill(500), 200])
  expect(to.received).toHaveLength(11)
})

test('410 disables the subscription at once, the others are told, and enabling goes on', async () => {
  const to = await receiver()
  const other = await receiver()
  to.answer = 410
  const { id } = await subscribe(service, to.url)
  await subscribe(service, other.url, { events: ['webhook.disabled'] })
  await recordSome(service.sql, workspace(), 1)
  const [told] = await other.count(1)
  expect(told?.json).toMatchObject({
    type: 'webhook.disabled',
    project_id: null,
    environment: null,
    data: { webhook_id: id, url: to.url, reason: 'gone', consecutive_failures: 1 },
  })
  const gone = await untilStatus(id, 'failed')
  expect(gone.attempts).toMatchObject([{ status: 410, error: { code: 'gone' } }])
  expect(await healthOf(service, id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })

  // What comes while it is disabled is not for it.
  await recordSome(service.sql, workspace(), 1)
  to.answer = 200
  expect((await change({ id, enabled: true })).status).toBe(200)
  await recordSome(service.sql, workspace(), 1)
  await untilAllSent(service.sql, id)
  expect(to.received).toHaveLength(2)
  expect(await healthOf(service, id)).toMatchObject({ status: 'healthy', consecutive_failures: 0 })
})

test('nothing but failures for too long disables it, and what waits is sent once it is enabled', async () => {
  const to = await receiver()
  to.answer = 500
  const { id } = await subscribe(service, to.url)
  const uuid = fromTypeId('whk', id)
  await service.sql.query(
    `insert into webhook_health (workspace_id, webhook_id, consecutive_failures, failing_since, last_failure_at)
     values ($1, $2, 40, now() - interval '5 days 1 minute', now() - interval '1 day')`,
    [workspace(), uuid],
  )
  await recordSome(service.sql, workspace(), 3)
  await until(async () => (await healthOf(service, id)).status === 'disabled', 'the end of patience')
  expect(await healthOf(service, id)).toMatchObject({ disabled_reason: 'failing' })
  const { rows } = await service.sql.query(
    `select data, project_id from events where type = 'webhook.disabled' and data->>'webhook_id' = $1`,
    [id],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].data.reason).toBe('failing')
  expect(rows[0].data.consecutive_failures).toBeGreaterThanOrEqual(41)
  expect(Date.now() - Date.parse(rows[0].data.failing_since as string)).toBeGreaterThan(5 * 24 * 3600 * 1000)

  await until(
    async () => (await ofSubscription(id)).every(({ status }) => status === 'pending'),
    'the end of what was in flight',
  )
  const before = to.received.length
  to.answer = 200
  expect((await change({ id, enabled: true })).status).toBe(200)
  await untilAllSent(service.sql, id)
  expect(to.received).toHaveLength(before + 3)
  expect(new Set((await ofSubscription(id)).map(({ status }) => status))).toEqual(new Set(['delivered']))
})

test('a subscription that a user disables keeps what waits, and gets it when it is enabled', async () => {
  const to = await receiver()
  const { id } = await subscribe(service, to.url)
  await recordSome(service.sql, workspace(), 1)
  await change({ id, enabled: false })
  await untilNothingIsInHand(id)
  const before = to.received.length
  await service.sql.query(
    `insert into webhook_queue (workspace_id, delivery_id, webhook_id, event_id, due_at)
     select workspace_id, id, webhook_id, event_id, now() from webhook_deliveries where webhook_id = $1
     on conflict do nothing`,
    [fromTypeId('whk', id)],
  )
  // Others are served meanwhile.
  const other = await receiver()
  await subscribe(service, other.url)
  await recordSome(service.sql, workspace(), 1)
  await other.count(1)
  expect(to.received).toHaveLength(before)
  await change({ id, enabled: true })
  await untilAllSent(service.sql, id)
  expect(to.received).toHaveLength(before + 1)
})

function untilNothingIsInHand(id: string): Promise<unknown> {
  return until(async () => {
    const { rowCount } = await service.sql.query(
      'select from webhook_queue where webhook_id = $1 and lease is not null',
      [fromTypeId('whk', id)],
    )
    return rowCount === 0
  }, 'the end of what is in flight')
}

test('an event that is no longer retained ends its delivery', async () => {
  const to = await receiver()
  const { id } = await subscribe(service, to.url)
  await change({ id, enabled: false })
  const subscription = fromTypeId('whk', id)
  await service.sql.query(
    `with delivery as (
       insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type)
       select $1, (select id from events where workspace_id = $1 limit 1), $2, gen_random_uuid(), 'message.accepted'
       returning *
     )
     insert into webhook_queue (workspace_id, delivery_id, webhook_id, event_id, due_at)
     select workspace_id, id, webhook_id, event_id, now() from delivery`,
    [workspace(), subscription],
  )
  await change({ id, enabled: true })
  const delivery = await untilStatus(id, 'failed')
  expect(delivery).toMatchObject({
    final_response_status: null,
    attempts: [{ status: null, duration_ms: 0, error: { code: 'event_gone' } }],
  })
  expect(to.received).toHaveLength(0)
  expect(await healthOf(service, id)).toMatchObject({ attempts: 0, consecutive_failures: 0 })
})

test('what waits for a subscription that is deleted ends as failed', async () => {
  const { id } = await subscribe(service, 'http://127.0.0.1:9/hook', { enabled: false })
  await queueFor(service.sql, workspace(), id, 3)
  expect((await call(service.url, 'DELETE', `/v1/webhooks/status/${id}`, { key: key() })).status).toBe(204)
  await untilAllSent(service.sql, id)
  for (const delivery of await ofSubscription(id)) {
    expect(delivery).toMatchObject({
      status: 'failed',
      final_response_status: null,
      attempts: [{ status: null, error: { code: 'subscription_deleted' } }],
    })
  }
})

test('where secrets cannot be opened deliveries wait, and the others go', async () => {
  const to = await receiver()
  const { id } = await subscribe(service, `${to.url}/sealed`)
  await service.sql.query(
    'update webhook_secrets set secret = set_byte(secret, 40, 255 - get_byte(secret, 40)) where webhook_id = $1',
    [fromTypeId('whk', id)],
  )
  const { id: other } = await subscribe(service, `${to.url}/open`)
  await recordSome(service.sql, workspace(), 20)
  await untilAllSent(service.sql, other)
  const lines = () =>
    service.logs.filter((line) => line.includes('could not be opened, so its deliveries wait'))
  await until(() => lines().length > 0, 'a word about it in the log')
  expect(to.received.filter(({ path }) => path.endsWith('/sealed'))).toEqual([])
  const waiting = await ofSubscription(id)
  expect(waiting.map(({ status, attempts }) => [status, attempts.length])).toEqual(
    Array<unknown>(20).fill(['pending', 0]),
  )
  // Not with every look.
  expect(lines()).toHaveLength(1)
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ webhook_id: id, level: 50 })
})

test('what went to the old address is not held against the new one', async () => {
  const old = await receiver()
  const to = await receiver()
  let release: (value?: unknown) => void = () => undefined
  old.answer = { status: 410, after: new Promise((resolve) => (release = resolve)) }
  const { id } = await subscribe(service, old.url)
  await recordSome(service.sql, workspace(), 1)
  await old.count(1)
  expect((await change({ id, url: to.url })).status).toBe(200)
  release()
  await untilStatus(id, 'failed')
  await recordSome(service.sql, workspace(), 1)
  await to.count(1)
  expect(await healthOf(service, id)).not.toMatchObject({ status: 'disabled' })
})

test('the metrics count attempts by what became of them, what waits and what is in flight', async () => {
  const to = await receiver()
  let release: (value?: unknown) => void = () => undefined
  const held = new Promise((resolve) => (release = resolve))
  to.answer = ({ json }) => (json.data.number === 1 ? { after: held } : 200)
  const { id } = await subscribe(service, to.url)
  await recordSome(service.sql, workspace(), 3)
  await to.count(3)
  const metrics = async () => (await call(service.url, 'GET', '/metrics')).text
  await until(async () => (await metrics()).includes('\npostseal_webhooks_in_flight 1\n'), 'one in flight')
  release()
  await untilAllSent(service.sql, id)
  await until(async () => (await metrics()).includes('\npostseal_webhooks_in_flight 0\n'), 'none in flight')
  const text = await metrics()
  expect(text).toMatch(/postseal_webhook_attempts_total\{outcome="delivered"\} [1-9]/)
  expect(text).toMatch(/postseal_webhook_attempts_total\{outcome="retry"\} [1-9]/)
  expect(text).toMatch(/postseal_webhook_attempts_total\{outcome="dead_letter"\} [1-9]/)
  expect(text).toMatch(/postseal_webhook_seconds_count [1-9]/)
  expect(text).toMatch(/postseal_webhook_queue_depth\{state="due"\} \d/)
  expect(text).not.toContain('127.0.0.1')
})

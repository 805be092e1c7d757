import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, type ApiReply } from '../../support/api/api.js'
import { startReceiver, type Receiver } from '../../support/webhooks/receiver.js'
import { send } from '../../support/messages/messages.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'
import { until } from '../../support/time/until.js'
import { toThisMachine, type Delivery } from '../../support/webhooks/webhook-deliveries.js'
import { subscribe } from '../../support/webhooks/webhooks.js'

/**
 * Webhooks from the first subscription on, as somebody uses them: everything through the API, with mail that is sent.
 */

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    env: toThisMachine,
    // Three attempts; the wait before the last one can be looked at.
    webhooks: { pollMs: 20, backoffSeconds: [0.05, 600], openMs: 5, maxOpenMs: 10 },
  })
})
afterAll(() => service.stop())

let tenant: Tenant
let key: string
beforeEach(async () => {
  tenant = await addTenant(service)
  key = await tenant.key()
})

const ask = (method: string, path: string): Promise<ApiReply> =>
  call(service.url, method, `/v1/webhooks/status${path}`, { key })

async function history(query: Record<string, string> = {}): Promise<Delivery[]> {
  const reply = await ask('GET', `/deliveries?${new URLSearchParams({ limit: '100', ...query }).toString()}`)
  expect([reply.status, reply.body.has_more]).toEqual([200, false])
  return reply.body.data as Delivery[]
}

const healthOf = async (id: string) =>
  ((await ask('GET', '/health')).body.data as { webhook_id: string }[]).find(
    ({ webhook_id }) => webhook_id === id,
  )

const retrieve = async (delivery: { id: string; webhook_id: string }): Promise<Delivery> =>
  (await ask('GET', `/${delivery.webhook_id}/deliveries/${delivery.id}`)).body as Delivery

/** Waits until a delivery looks so. */
const untilIs = (delivery: { id: string; webhook_id: string }, looks: (now: Delivery) => boolean) =>
  until(async () => {
    const now = await retrieve(delivery)
    return looks(now) && now
  }, 'the delivery')

async function withReceiver(work: (to: Receiver) => Promise<void>): Promise<void> {
  const to = await startReceiver()
  try {
    await work(to)
  } finally {
    await to.close()
  }
}

test('mail that is sent is told to who asked for it, and the history has it', () =>
  withReceiver(async (to) => {
    const { id, secret } = await subscribe(service.url, key, {
      url: to.url,
      events: ['message.delivered', 'message.bounced'],
    })
    const everything = await subscribe(service.url, key, { url: `${to.url}/all` })
    const message = await send(service.url, key, tenant.testProject)
    await send(service.url, key, tenant.testProject, { to: [{ email: 'bounce@example.com' }] })
    // Both are accepted and settled; the first subscription is told of the end only.
    await to.count(6)
    const all = await until(async () => {
      const found = await history({ status: 'delivered' })
      return found.length === 6 && found
    }, 'the history')
    expect(await history()).toEqual(all)
    for (const received of to.received) {
      expect(received.verify([received.path === '/hook' ? secret : everything.secret])).toBe('ok')
    }
    const own = await history({ webhook_id: id })
    expect(own.map((delivery) => delivery.event_type).sort()).toEqual([
      'message.bounced',
      'message.delivered',
    ])
    const [delivered] = await history({ webhook_id: id, event_type: 'message.delivered' })
    const received = to.received.find(({ deliveryId }) => deliveryId === delivered!.id)
    expect(received?.json).toMatchObject({ id: delivered!.event_id, data: { message_id: message } })
    expect(delivered).toMatchObject({
      project_id: tenant.testProject,
      environment: 'test',
      status: 'delivered',
      attempts: [{ status: 200 }],
      next_attempt_at: null,
      final_response_status: 200,
      created_at: received?.json.created_at,
    })
    expect(await history({ event_id: delivered!.event_id })).toHaveLength(2)
    expect(await history({ project_id: tenant.liveProject })).toEqual([])
    expect(await history({ status: 'pending' })).toEqual([])
    expect(await healthOf(id)).toMatchObject({
      status: 'healthy',
      attempts: 2,
      succeeded: 2,
      success_rate: 1,
      consecutive_failures: 0,
      pending: 0,
    })
  }))

test('an endpoint that fails has its attempts, its wait and its end; a replay brings what it missed', () =>
  withReceiver(async (to) => {
    to.answer = { status: 503, body: 'closed for today' }
    const { id } = await subscribe(service.url, key, { url: to.url, events: ['message.accepted'] })
    await send(service.url, key, tenant.liveProject)
    const [delivery] = (await until(async () => {
      const found = await history({ status: 'pending' })
      return found[0]?.attempts.length === 2 && found
    }, 'the second attempt')) as [Delivery]
    const wait = Date.parse(delivery.next_attempt_at!) - Date.parse(delivery.attempts[1]!.at)
    expect(wait).toBeGreaterThan(0.8 * 600_000)
    expect(wait).toBeLessThan(1.2 * 600_000 + 20_000)
    expect(delivery.attempts).toMatchObject(
      Array(2).fill({ status: 503, error: { code: 'refused' }, response_body: 'closed for today' }),
    )
    expect(delivery.final_response_status).toBeNull()
    expect(await healthOf(id)).toMatchObject({
      status: 'failing',
      attempts: 2,
      succeeded: 0,
      success_rate: 0,
      consecutive_failures: 2,
      failing_since: delivery.attempts[0]!.at,
      last_failure_at: delivery.attempts[1]!.at,
      last_success_at: null,
      pending: 1,
    })

    // What waits is made now by a replay, with the whole schedule from its beginning.
    const path = `/${id}/deliveries/${delivery.id}/replay`
    expect((await ask('POST', path)).body).toMatchObject({ status: 'pending', attempts: delivery.attempts })
    await untilIs(delivery, ({ status, attempts }) => status === 'pending' && attempts.length === 4)
    await service.sql.query('update webhook_queue set due_at = now() where workspace_id = $1', [
      tenant.workspaceId,
    ])
    const dead = await untilIs(delivery, ({ status }) => status === 'dead_letter')
    expect(dead.attempts).toHaveLength(5)
    expect(dead).toMatchObject({ final_response_status: 503, next_attempt_at: null })
    expect(await history({ status: 'dead_letter' })).toEqual([dead])

    to.answer = 204
    expect((await ask('POST', path)).status).toBe(202)
    const delivered = await untilIs(delivery, ({ status }) => status === 'delivered')
    expect(delivered.attempts.slice(0, 5)).toEqual(dead.attempts)
    expect(delivered.attempts.slice(5)).toMatchObject([{ status: 204 }])
    expect(delivered.final_response_status).toBe(204)
    expect(await history({ status: 'dead_letter' })).toEqual([])
    expect(new Set(to.received.map(({ deliveryId }) => deliveryId))).toEqual(new Set([delivery.id]))
    expect(new Set(to.received.map(({ json }) => json.id as string))).toEqual(new Set([delivery.event_id]))
    expect(await healthOf(id)).toMatchObject({
      status: 'healthy',
      attempts: 6,
      succeeded: 1,
      success_rate: 0.1667,
      consecutive_failures: 0,
      failing_since: null,
      last_success_at: delivered.attempts[5]!.at,
      pending: 0,
    })

    // One that went well is sent again just so.
    expect((await ask('POST', path)).status).toBe(202)
    expect((await untilIs(delivery, ({ attempts }) => attempts.length === 7)).status).toBe('delivered')
  }))

test('a replay of what is being sent is refused until it has ended', () =>
  withReceiver(async (to) => {
    let release: (value?: unknown) => void = () => undefined
    to.answer = { status: 200, after: new Promise((resolve) => (release = resolve)) }
    const { id } = await subscribe(service.url, key, { url: to.url, events: ['message.accepted'] })
    await send(service.url, key, tenant.liveProject)
    await to.count(1)
    const [delivery] = (await history({ status: 'delivering' })) as [Delivery]
    expect(delivery).toMatchObject({ attempts: [], next_attempt_at: null, final_response_status: null })
    const replay = () => ask('POST', `/${id}/deliveries/${delivery.id}/replay`)
    const refused = await replay()
    expect([refused.status, refused.body.error.code]).toEqual([409, 'invalid_state'])
    release()
    await untilIs(delivery, ({ status }) => status === 'delivered')
    // Many at once make one.
    let second: (value?: unknown) => void = () => undefined
    to.answer = { status: 200, after: new Promise((resolve) => (second = resolve)) }
    const replies = await Promise.all(Array.from({ length: 5 }, replay))
    expect(replies.map(({ status }) => status).filter((status) => ![202, 409].includes(status))).toEqual([])
    second()
    const after = await untilIs(
      delivery,
      ({ status, attempts }) => status === 'delivered' && attempts.length > 1,
    )
    expect(after.attempts).toHaveLength(2)
    expect(to.received).toHaveLength(2)
  }))

test('a test is sent to one that asks for nothing else, at once, and tells of success and of failure', () =>
  withReceiver(async (to) => {
    const { id, secret } = await subscribe(service.url, key, {
      url: to.url,
      events: ['message.complained'],
      environment: 'test',
    })
    const first = (await ask('POST', `/${id}/test`)).body as Delivery
    expect(await untilIs(first, ({ status }) => status === 'delivered')).toMatchObject({
      event_type: 'webhook.test',
      environment: 'test',
      attempts: [{ status: 200 }],
    })
    expect(to.received[0]?.json).toMatchObject({ id: first.event_id, data: { webhook_id: id } })
    expect(to.received[0]?.verify([secret])).toBe('ok')
    to.answer = 500
    const second = (await ask('POST', `/${id}/test`)).body as Delivery
    expect(await untilIs(second, ({ status }) => status === 'failed')).toMatchObject({
      attempts: [{ status: 500 }],
      final_response_status: 500,
    })
    expect(await history({ event_type: 'webhook.test', status: 'failed' })).toHaveLength(1)
    to.answer = 200
    expect((await ask('POST', `/${id}/deliveries/${second.id}/replay`)).status).toBe(202)
    await untilIs(second, ({ status }) => status === 'delivered')
    expect((await ask('POST', `/whk_${second.id.slice(4)}/test`)).status).toBe(404)
  }))

test('what was sent to a subscription stays in the history when it is deleted, and is not sent again', () =>
  withReceiver(async (to) => {
    const { id } = await subscribe(service.url, key, { url: to.url, events: ['message.accepted'] })
    await send(service.url, key, tenant.liveProject)
    const [delivery] = (await until(async () => {
      const found = await history({ status: 'delivered' })
      return found.length === 1 && found
    }, 'the delivery')) as [Delivery]
    expect((await ask('DELETE', `/${id}`)).status).toBe(204)
    expect(await history({ webhook_id: id, event_id: delivery.event_id })).toEqual([delivery])
    expect(await retrieve(delivery)).toEqual(delivery)
    const refused = await ask('POST', `/${id}/deliveries/${delivery.id}/replay`)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'invalid_state'])
    expect((await ask('GET', '/health')).body.data).toEqual([])
    expect(to.received).toHaveLength(1)
  }))

test('what is asked for is not left for the next look of an idle worker', async () => {
  const idle = await startTestService({
    env: { ...toThisMachine, POSTSEAL_ROLES: 'api,webhooks' },
    webhooks: { pollMs: 600_000 },
  })
  try {
    await withReceiver(async (to) => {
      const by = idle.credentials.workspace_key
      const { id } = await subscribe(idle.url, by, { url: to.url })
      const path = `/v1/webhooks/status/${id}`
      const asked = await call(idle.url, 'POST', `${path}/test`, { key: by })
      await to.count(1)
      const replay = `${path}/deliveries/${asked.body.id as string}/replay`
      await until(
        async () => (await call(idle.url, 'POST', replay, { key: by })).status === 202,
        'the end of the first',
      )
      await to.count(2)
    })
  } finally {
    await idle.stop()
  }
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/api.js'
import { eventFindings } from '../support/contract.js'
import { messageFor, send, settled, sinkMessages } from '../support/messages.js'
import { startTestService, type TestService } from '../support/service.js'
import { until } from '../support/until.js'

/** Messages that wait for their time, and messages that are taken back. */

let service: TestService
let key: string
let project: string
beforeAll(async () => {
  service = await startTestService()
  key = service.credentials.project_key
  project = service.credentials.project_id
})
afterAll(() => service.stop())

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const day = 86_400_000
const get = async (id: string) => (await call(service.url, 'GET', `/v1/messages/${id}`, { key })).body
const cancel = (id: string, headers: Record<string, string> = {}) =>
  call(service.url, 'POST', `/v1/messages/${id}/cancel`, { key, headers })
const eventsOf = async (id: string) => {
  const { data } = (await call(service.url, 'GET', '/v1/events?limit=100', { key })).body
  return (data as { type: string; data: { message_id: string } }[]).filter(
    (event) => event.data.message_id === id,
  )
}

test('a scheduled message says so, waits, and goes within a second of its time', async () => {
  const scheduledAt = inMs(1500)
  const to = `${randomUUID()}@example.com`
  const reply = await call(service.url, 'POST', '/v1/messages', {
    key,
    body: messageFor(project, { scheduled_at: scheduledAt, to: [{ email: to }] }),
  })
  expect(reply.status, reply.text).toBe(202)
  expect(reply.body).toMatchObject({
    status: 'scheduled',
    scheduled_at: scheduledAt,
    recipients: [{ status: 'scheduled' }],
  })
  const id = reply.body.id as string
  expect(await get(id)).toMatchObject({ status: 'scheduled', scheduled_at: scheduledAt })
  const events = await eventsOf(id)
  expect(events.map(({ type }) => type).sort()).toEqual(['message.accepted', 'message.scheduled'])
  for (const event of events) expect(eventFindings(event)).toBeUndefined()

  await until(async () => (await sinkMessages(service.url, to)).length > 0, 'the message to arrive')
  const { body: logs } = await call(service.url, 'GET', `/v1/message-logs?message_id=${id}`, { key })
  const [log] = logs.data
  expect(log).toMatchObject({ scheduled_at: scheduledAt })
  const delivered = (await settled(service.url, key, id)).body
  expect(delivered.status).toBe('delivered')
  const at = Date.parse(
    (await call(service.url, 'GET', `/v1/message-logs?message_id=${id}`, { key })).body.data[0].delivered_at,
  )
  expect(at).toBeGreaterThanOrEqual(Date.parse(scheduledAt))
  expect(at - Date.parse(scheduledAt)).toBeLessThan(1000)
})

test('a message scheduled for now, or a little before, goes at once', async () => {
  for (const ms of [0, -60_000]) {
    const id = await send(service.url, key, project, { scheduled_at: inMs(ms) })
    expect((await settled(service.url, key, id)).body.status).toBe('delivered')
  }
})

describe('a time that cannot be meant', () => {
  test.each([
    ['further ahead than 30 days', 30 * day + 60_000],
    ['past', -10 * 60_000],
  ])('%s', async (_name, ms) => {
    const body = messageFor(project, { scheduled_at: inMs(ms) })
    const reply = await call(service.url, 'POST', '/v1/messages', { key, body })
    expect(reply.status).toBe(422)
    expect(reply.body.error).toMatchObject({
      code: 'schedule_out_of_range',
      details: [{ path: '/body/scheduled_at' }],
    })
    const batch = await call(service.url, 'POST', '/v1/messages/batch', {
      key,
      body: { items: [{ idempotency_key: randomUUID(), message: body }] },
    })
    expect(batch.body.data[0].error).toMatchObject({
      status: 422,
      code: 'schedule_out_of_range',
      details: [{ path: '/message/scheduled_at' }],
    })
  })

  test('30 days ahead can be', async () => {
    const id = await send(service.url, key, project, { scheduled_at: inMs(30 * day - 60_000) })
    expect((await get(id)).status).toBe('scheduled')
  })
})

test('a schedule does not hang on the process that took it', async () => {
  const first = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
  let second: TestService | undefined
  try {
    const id = await send(first.url, first.credentials.project_key, first.credentials.project_id, {
      scheduled_at: inMs(1000),
    })
    second = await startTestService({ beside: first })
    await settled(second.url, first.credentials.project_key, id)
  } finally {
    await second?.stop()
    await first.stop()
  }
})

describe('cancelling', () => {
  test('takes a scheduled message back, for all of its recipients, with an event', async () => {
    const id = await send(service.url, key, project, {
      scheduled_at: inMs(day),
      to: [{ email: 'a@example.com' }],
      cc: [{ email: 'b@example.com' }],
    })
    const reply = await cancel(id)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body).toMatchObject({ id, status: 'cancelled' })
    expect(reply.body.recipients.map((recipient: { status: string }) => recipient.status)).toEqual([
      'cancelled',
      'cancelled',
    ])
    expect((await get(id)).status).toBe('cancelled')
    const { rows } = await service.sql.query(
      `select 1 from delivery_queue queue join message_logs log on log.id = queue.log_id
       where log.status = 'cancelled'`,
    )
    expect(rows).toEqual([])
    const event = (await eventsOf(id)).find(({ type }) => type === 'message.cancelled')
    expect(event && eventFindings(event)).toBeUndefined()
    expect(event?.data).toMatchObject({
      recipients: reply.body.recipients.map((recipient: { log_id: string; email: string }) => ({
        log_id: recipient.log_id,
        email: recipient.email,
      })),
    })
  })

  test('again changes nothing and makes no second event', async () => {
    const id = await send(service.url, key, project, { scheduled_at: inMs(day) })
    await cancel(id)
    expect((await cancel(id)).status).toBe(200)
    expect((await eventsOf(id)).filter(({ type }) => type === 'message.cancelled')).toHaveLength(1)
  })

  test('with an idempotency key answers the first reply again', async () => {
    const id = await send(service.url, key, project, { scheduled_at: inMs(day) })
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await cancel(id, headers)
    const second = await cancel(id, headers)
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotent-replayed']).toBe('true')
  })

  test.each([
    ['delivered', 'ada@example.com'],
    ['deferred', 'defer+always@example.com'],
    ['bounced', 'bounce@example.com'],
  ])('comes too late for one that is %s', async (status, email) => {
    const id = await send(service.url, key, project, { to: [{ email }] })
    await until(async () => (await get(id)).recipients[0].status === status, `the message to be ${status}`)
    const reply = await cancel(id)
    expect(reply.status).toBe(409)
    expect(reply.body.error.code).toBe('invalid_state')
    expect((await get(id)).recipients[0].status).toBe(status)
  })

  test('comes too late once one recipient of several is taken', async () => {
    const id = await send(service.url, key, project, {
      to: [{ email: 'slow+3000@example.com' }, { email: 'b@example.com' }],
    })
    await until(async () => (await get(id)).recipients[1].status === 'delivered', 'the quick one')
    expect((await cancel(id)).body.error.code).toBe('invalid_state')
  })

  test('and claiming at the same time: one of them wins, whole', async () => {
    const marker = randomUUID()
    const messages = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        send(service.url, key, project, {
          scheduled_at: inMs(300),
          to: [{ email: `${index}-${marker}@example.com` }, { email: `${index}-too-${marker}@example.com` }],
        }),
      ),
    )
    const at = Date.now() + 250
    const cancelled = await Promise.all(
      messages.map(async (id, index) => {
        await until(() => Date.now() >= at + index * 5, 'its moment')
        return (await cancel(id)).status === 200
      }),
    )
    for (const [index, id] of messages.entries()) {
      const message = cancelled[index] ? await get(id) : (await settled(service.url, key, id)).body
      expect(message.status).toBe(cancelled[index] ? 'cancelled' : 'delivered')
      const arrived = await sinkMessages(service.url, `${index}-${marker}@example.com`)
      expect(arrived).toHaveLength(cancelled[index] ? 0 : 1)
    }
  })

  test('of what is not there is 404', async () => {
    expect((await cancel('msg_01kbf3yq0ge8gvk2c5m7x9t3ea')).status).toBe(404)
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { call } from '../../support/api/api.js'
import { eventsOf } from '../../support/instance/events-of.js'
import { useInstance } from '../../support/instance/instance.js'
import { messageFor, send, settled } from '../../support/messages/messages.js'
import { until } from '../../support/time/until.js'

/** Messages that wait for their time, and messages that are taken back. */

type Message = components['schemas']['Message']
const at = useInstance()

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const day = 86_400_000
const sendOne = (fields: Parameters<typeof send>[3]) => send(at.url, at.projectKey, at.project, fields)
const get = async (id: string) =>
  (await call(at.url, 'GET', `/v1/messages/${id}`, { key: at.projectKey })).body as Message
const statusOf = async (id: string) => (await get(id)).recipients[0]?.status
const cancel = (id: string, headers: Record<string, string> = {}) =>
  call(at.url, 'POST', `/v1/messages/${id}/cancel`, { key: at.projectKey, headers })
const eventsNow = async (id: string) => eventsOf(at, id, (await get(id)).created_at)

test('a scheduled message says so, and goes when its time has come', async () => {
  let scheduledAt = ''
  let ahead = 500
  // A message that is taken after its time is not scheduled: the next one has more time.
  const id = await until(async () => {
    scheduledAt = inMs(ahead)
    ahead *= 2
    const reply = await call(at.url, 'POST', '/v1/messages', {
      key: at.projectKey,
      body: messageFor(at.project, { scheduled_at: scheduledAt }),
    })
    expect(reply.status, reply.text).toBe(202)
    return reply.body.status === 'scheduled' && (reply.body.id as string)
  }, 'a message to be taken before its time')
  // It may have gone by now, and has told that before.
  const types = (await eventsNow(id)).map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['message.accepted', 'message.scheduled']))
  await until(async () => (await statusOf(id)) === 'delivered', 'the delivery')
  const logs = await call(at.url, 'GET', `/v1/message-logs?message_id=${id}`, { key: at.projectKey })
  const [log] = logs.body.data as components['schemas']['MessageLog'][]
  expect(log?.scheduled_at).toBe(scheduledAt)
  expect(Date.parse(log?.delivered_at ?? '')).toBeGreaterThanOrEqual(Date.parse(scheduledAt))
})

// The service's clock may be a little behind this one: then it keeps the message until its own now.
test('a message scheduled for now, or a little before, goes at once', async () => {
  for (const ms of [0, -60_000]) {
    const id = await sendOne({ scheduled_at: inMs(ms) })
    expect((await settled(at.url, at.projectKey, id)).body.status).toBe('delivered')
  }
})

describe('a time that cannot be meant', () => {
  test.each([
    ['further ahead than 30 days', 30 * day + 60_000],
    ['past', -10 * 60_000],
  ])('%s', async (_name, ms) => {
    const body = messageFor(at.project, { scheduled_at: inMs(ms) })
    const reply = await call(at.url, 'POST', '/v1/messages', { key: at.projectKey, body })
    expect(reply.status).toBe(422)
    expect(reply.body.error).toMatchObject({
      code: 'schedule_out_of_range',
      message: expect.stringMatching(/^scheduled_at must not be more than /) as string,
      details: [{ path: '/body/scheduled_at' }],
    })
    const batch = await call(at.url, 'POST', '/v1/messages/batch', {
      key: at.projectKey,
      body: { items: [{ idempotency_key: randomUUID(), message: body }] },
    })
    expect(batch.body.data[0].error).toMatchObject({
      status: 422,
      code: 'schedule_out_of_range',
      details: [{ path: '/body/items/0/message/scheduled_at' }],
    })
  })

  test('30 days ahead can be', async () => {
    const id = await sendOne({ scheduled_at: inMs(30 * day - 60_000) })
    expect((await get(id)).status).toBe('scheduled')
    expect((await cancel(id)).status).toBe(200)
  })
})

describe('cancelling', () => {
  test('takes a scheduled message back, for all of its recipients, with one event', async () => {
    const id = await sendOne({
      scheduled_at: inMs(day),
      to: [{ email: 'a@example.com' }],
      cc: [{ email: 'b@example.com' }],
    })
    const reply = await cancel(id)
    expect(reply.status, reply.text).toBe(200)
    const message = reply.body as Message
    expect(message).toMatchObject({ id, status: 'cancelled' })
    expect(message.recipients.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    expect(await get(id)).toEqual(message)
    // Again it changes nothing.
    expect((await cancel(id)).status).toBe(200)
    const events = (await eventsNow(id)).filter(({ type }) => type === 'message.cancelled')
    expect(events).toHaveLength(1)
    const told = message.recipients.map(({ log_id, email }) => ({ log_id, email }))
    expect(events[0]?.data.recipients).toEqual(told)
  })

  test('with an idempotency key answers the first reply again', async () => {
    const id = await sendOne({ scheduled_at: inMs(day) })
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await cancel(id, headers)
    const second = await cancel(id, headers)
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotent-replayed']).toBe('true')
  })

  test.each([
    ['delivered', 'ada@example.com'],
    ['deferred', 'defer@example.com'],
    ['bounced', 'bounce@example.com'],
  ])('comes too late for one that is %s', async (status, email) => {
    const id = await sendOne({ to: [{ email }] })
    await until(async () => (await statusOf(id)) === status, `the message to be ${status}`)
    const reply = await cancel(id)
    expect([reply.status, reply.body.error?.code]).toEqual([409, 'invalid_state'])
    expect(await statusOf(id)).toBe(status)
  })
})

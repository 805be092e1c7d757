import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { eventFindings } from '../../../support/api/contract.js'
import { messageFor, send, settled, sinkMessages } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'

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

test('a scheduled message says so, waits, and goes soon after its time', async () => {
  const to = `${randomUUID()}@example.com`
  let ahead = 1500
  let scheduledAt = ''
  // One that has gone before the run could see it wait is followed by one that has more time.
  const reply = await until(async () => {
    scheduledAt = inMs(ahead)
    ahead *= 2
    const taken = await call(service.url, 'POST', '/v1/messages', {
      key,
      body: messageFor(project, { scheduled_at: scheduledAt, to: [{ email: to }] }),
    })
    expect(taken.status, taken.text).toBe(202)
    return (await get(taken.body.id as string)).status === 'scheduled' && taken
  }, 'a message that waits')
  expect(reply.body).toMatchObject({
    status: 'scheduled',
    scheduled_at: scheduledAt,
    recipients: [{ status: 'scheduled' }],
  })
  const id = reply.body.id as string
  const events = await eventsOf(id)
  // What has come since may be among them.
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['message.accepted', 'message.scheduled']),
  )
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
  test('leaves no work behind', async () => {
    const id = await send(service.url, key, project, {
      scheduled_at: inMs(day),
      to: [{ email: 'a@example.com' }],
      cc: [{ email: 'b@example.com' }],
    })
    expect((await cancel(id)).body.status).toBe('cancelled')
    const { rows } = await service.sql.query(
      `select 1 from delivery_queue queue
       join message_logs log on log.workspace_id = queue.workspace_id and log.id = queue.log_id
       where log.status = 'cancelled'`,
    )
    expect(rows).toEqual([])
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
})

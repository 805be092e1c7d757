import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../../support/api/api.js'
import { eventFindings } from '../../support/api/contract.js'
import { messageFor, send } from '../../support/messages/messages.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { until } from '../../support/time/until.js'

/** A service in this process, whose clock is wrong by a day. */

const hour = 3600_000
const day = 24 * hour

let service: TestService
let key: string
let project: string
beforeAll(async () => {
  service = await startTestService()
  key = service.credentials.project_key
  project = service.credentials.project_id
})
afterAll(() => service.stop())
afterEach(() => void vi.useRealTimers())

interface Log {
  readonly id: string
  readonly status: string
  readonly next_attempt_at: string | null
  readonly attempts: readonly { readonly at: string }[]
}

const logOf = async (id: string): Promise<Log> =>
  (await call(service.url, 'GET', `/v1/message-logs?message_id=${id}`, { key })).body.data[0]

const triedTimes = (id: string, times: number) =>
  until(async () => {
    const log = await logOf(id)
    return log.attempts.length === times && log
  }, `attempt ${times}`)

/** A message that the sink has refused for now. */
async function deferred(): Promise<{ id: string; log: Log }> {
  const id = await send(service.url, key, project, { to: [{ email: 'defer+always@example.com' }] })
  return { id, log: await triedTimes(id, 1) }
}

describe.each([day, -day])('a clock that is %d ms ahead', (ms) => {
  let real: number
  function shift() {
    real = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: real + ms, shouldAdvanceTime: true })
  }

  test('changes nothing about when a delivery is tried again', async () => {
    shift()
    const { id, log } = await deferred()
    expect(log.status).toBe('deferred')
    const next = Date.parse(log.next_attempt_at ?? '')
    expect(next - real).toBeGreaterThan(0)
    expect(next - real).toBeLessThan(hour)
    expect(Math.abs(Date.parse(log.attempts[0]?.at ?? '') - real)).toBeLessThan(hour)

    const { body } = await call(service.url, 'GET', '/v1/events?type=message.deferred&limit=100', { key })
    const all = body.data as { type: string; data: { message_id: string; next_attempt_at: string } }[]
    const events = all.filter(({ data }) => data.message_id === id)
    expect(events.map(({ data }) => data.next_attempt_at)).toEqual([log.next_attempt_at])
    for (const event of events) expect(eventFindings(event)).toBeUndefined()
    const { rows } = await service.sql.query<{ due_at: Date }>(
      'select due_at from delivery_queue where log_id = $1',
      [fromTypeId('log', log.id)],
    )
    expect(rows.map(({ due_at }) => due_at.toISOString())).toEqual([log.next_attempt_at])
  })

  test.each([
    [47, 'deferred'],
    [49, 'failed'],
  ])('changes nothing about giving up: after %i hours it has %s', async (hours, status) => {
    const { id, log } = await deferred()
    shift()
    await service.sql.query(
      `update delivery_queue set due_at = now(), first_attempt_at = now() - make_interval(hours => $2)
       where log_id = $1`,
      [fromTypeId('log', log.id), hours],
    )
    expect((await triedTimes(id, 2)).status).toBe(status)
  })

  test.each([
    ['in an hour', hour, 'scheduled'],
    ['a minute ago', -60_000, 'queued'],
    ['in 29 days and a half', 29.5 * day, 'scheduled'],
    ['in 30 days and a half', 30.5 * day, undefined],
  ])('changes nothing about what is to go %s', async (_when, inMs, status) => {
    shift()
    const body = messageFor(project, { scheduled_at: new Date(real + inMs).toISOString() })
    const reply = await call(service.url, 'POST', '/v1/messages', { key, body })
    expect(reply.status, reply.text).toBe(status === undefined ? 422 : 202)
    expect(reply.body.status).toBe(status)
  })
})

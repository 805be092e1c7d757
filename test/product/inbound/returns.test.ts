import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { eventFindings } from '../../support/api/contract.js'
import {
  eventsOf,
  messageTo,
  send,
  untilLog,
  type AcceptedMessage,
  type Log,
} from '../../support/messages/mail.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { until } from '../../support/time/until.js'

/** A message goes to the sink, is taken, and something comes back to the receiver. */

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const bounced = (log: Log) => log.status === 'bounced'
/** A complaint can come before the worker has recorded that the message was taken. */
const complained = (log: Log) => log.complained_at !== null && log.status === 'delivered'

async function eventData(message: AcceptedMessage, type: string): Promise<Record<string, unknown>> {
  const events = await eventsOf(service, message)
  expect(events.map(eventFindings).filter((found) => found !== undefined)).toEqual([])
  const found = events.filter((event) => event.type === type)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ project_id: service.credentials.project_id, environment: 'live' })
  return found[0]?.data ?? {}
}

interface Suppressed {
  readonly reason: string
  readonly log_id: string
  readonly reply: string | null
}

async function suppressionOf(address: string): Promise<Suppressed | undefined> {
  const { rows } = await service.sql.query<Suppressed>(
    'select reason, log_id, reply from suppressions where address = $1',
    [address],
  )
  return rows[0]
}

async function totals(): Promise<{ settled: number; bounced: number; complained: number }> {
  const { rows } = await service.sql.query<{ settled: number; bounced: number; complained: number }>(
    `select coalesce(sum(settled), 0)::int as settled, coalesce(sum(bounced), 0)::int as bounced,
       coalesce(sum(complained), 0)::int as complained from sending_totals`,
  )
  return rows[0] ?? { settled: 0, bounced: 0, complained: 0 }
}

test('what a server takes and returns is delivered, then bounced', async () => {
  const before = await totals()
  const message = await send(service, 'DSN@one.example')
  const log = await untilLog(service, message, bounced, 'the bounce')
  expect(log.attempts.map(({ outcome }) => outcome)).toEqual(['delivered', 'bounced'])
  const reply = { code: 550, enhanced_code: '5.1.1', text: 'Unknown user', host: 'sink.test' }
  expect(log.attempts[1]).toMatchObject({ via: 'dsn', reply, class: 'unknown_user', error: null })
  expect(log.last_reply).toEqual(reply)
  expect(log.delivered_at).not.toBeNull()

  expect(await eventData(message, 'message.bounced')).toEqual({
    message_id: message.id,
    log_id: log.id,
    recipient: 'DSN@one.example',
    category: null,
    campaign_id: null,
    automation_id: null,
    attempt: 2,
    via: 'dsn',
    reply,
    class: 'unknown_user',
    suppressed: true,
    error: null,
  })
  expect(await suppressionOf('dsn@one.example')).toMatchObject({
    reason: 'hard_bounce',
    reply: `${reply.code} ${reply.enhanced_code} ${reply.text}`,
  })
  expect(await totals()).toEqual({ ...before, settled: before.settled + 1, bounced: before.bounced + 1 })
  const status = await call(service.url, 'get', `/v1/messages/${message.id}`, {
    key: service.credentials.project_key,
  })
  expect(status.body).toMatchObject({ status: 'failed' })
})

test('a complaint is noted and the address suppressed; the delivery stays one', async () => {
  const before = await totals()
  const message = await send(service, 'complain@one.example', { category: 'news' })
  const log = await untilLog(service, message, complained, 'the complaint')
  expect(log).toMatchObject({ status: 'delivered', suppression_reason: null })
  expect(await eventData(message, 'message.complained')).toEqual({
    message_id: message.id,
    log_id: log.id,
    recipient: 'complain@one.example',
    category: 'news',
    campaign_id: null,
    automation_id: null,
    feedback_type: 'abuse',
    user_agent: 'Postseal-Sink/1.0',
    suppressed: true,
  })
  expect(await suppressionOf('complain@one.example')).toMatchObject({ reason: 'complaint' })
  expect(await totals()).toEqual({
    ...before,
    settled: before.settled + 1,
    complained: before.complained + 1,
  })
})

describe('mail of a test project', () => {
  async function sendTest(
    to: string,
  ): Promise<{ id: string; log: (is: (log: Log) => boolean) => Promise<Log> }> {
    const key = service.credentials.test_project_key
    const body = { ...messageTo(service, to), project_id: service.credentials.test_project_id }
    const reply = await call(service.url, 'post', '/v1/messages', { key, body })
    const { id } = reply.body as AcceptedMessage
    return {
      id,
      log: (is) =>
        until(async () => {
          const logs = await call(service.url, 'get', `/v1/message-logs?message_id=${id}`, { key })
          const [log] = (logs.body as { data: Log[] }).data
          return log !== undefined && is(log) && log
        }, 'the log'),
    }
  }

  test('has its log and its events, and suppresses and counts nothing', async () => {
    const before = await totals()
    const [returned, unwanted] = [await sendTest('dsn@test.example'), await sendTest('complain@test.example')]
    expect((await returned.log(bounced)).attempts).toHaveLength(2)
    await unwanted.log(complained)
    const { rows } = await service.sql.query<{ type: string; project_id: string; suppressed: boolean }>(
      `select type, (data ->> 'suppressed')::boolean as suppressed from events
       where environment = 'test' and type in ('message.bounced', 'message.complained') order by type`,
    )
    expect(rows).toEqual([
      { type: 'message.bounced', suppressed: false },
      { type: 'message.complained', suppressed: false },
    ])
    expect(await suppressionOf('dsn@test.example')).toBeUndefined()
    expect(await suppressionOf('complain@test.example')).toBeUndefined()
    expect(await totals()).toEqual(before)
  })
})

test('sending is halted where more than 0.3 % of 500 and more complain', async () => {
  const status = async () => {
    const key = service.credentials.workspace_key
    return (await call(service.url, 'get', '/v1/sending-status', { key })).body as { status: string }
  }
  await service.sql.query('delete from sending_totals')
  await service.sql.query(
    `insert into sending_totals (workspace_id, hour, counted_by, settled, complained)
     select id, date_trunc('hour', now(), 'UTC'), gen_random_uuid(), 600, 1 from workspaces`,
  )
  expect(await status()).toMatchObject({ status: 'active' })
  await untilLog(service, await send(service, 'complain@two.example'), complained, 'the complaint')
  const halted = await until(async () => {
    const now = await status()
    return now.status === 'halted' && now
  }, 'the halt')
  expect(halted).toMatchObject({ reason: 'complaint_rate' })
})

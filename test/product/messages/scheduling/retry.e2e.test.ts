import { afterAll, beforeAll, expect, test } from 'vitest'
import { toTypeId, fromTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { eventsOf, logsOf, read, send, untilLog, type Log } from '../../../support/messages/mail.js'
import { heldPort } from '../../../support/network/ports.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { startSmtpServer, type TestSmtpServer } from '../../../support/mail-servers/smtp.js'
import { until } from '../../../support/time/until.js'

/** Recipients that are tried again by the API, at a server that refuses mail as long as the test says so. */

let relay: TestSmtpServer
let service: TestService
/** The server's refusal of a recipient; undefined if the server takes the mail. */
let refusal: { readonly code: number; readonly text: string } | undefined
let beforeTaken: () => Promise<void> = () => Promise.resolve()
const policy = { code: 550, text: '5.7.1 Refused by policy' }
const busy = { code: 451, text: '4.3.0 Try later' }

beforeAll(async () => {
  const port = await heldPort()
  const accept = async () => {
    await beforeTaken()
    return 'accept' as const
  }
  relay = await startSmtpServer(port, accept, {
    onRcptTo: (_address, _session, done) => {
      if (refusal === undefined) done()
      else done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
  })
  service = await startTestService({
    env: {
      POSTSEAL_ALLOW_HTTP: 'true',
      POSTSEAL_TRANSPORT: `smtp://127.0.0.1:${port}`,
      POSTSEAL_HOSTNAME: 'mail.shop.example',
      POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.shop.example',
      POSTSEAL_REQUIRE_VERIFIED_DOMAINS: 'false',
    },
  })
})
afterAll(async () => {
  await service.stop()
  await relay.close()
})

const retry = (log: { id: string }, headers: Record<string, string> = {}) =>
  call(service.url, 'post', `/v1/message-logs/${log.id}/retry`, {
    key: service.credentials.project_key,
    headers,
  })

/** Sends to an address with a server that refuses it so, and returns the log of that. */
async function refused(to: string, by = policy, status: Log['status'] = 'bounced') {
  refusal = by
  const message = await send(service, to)
  const log = await untilLog(service, message, (one) => one.status === status, status)
  refusal = undefined
  return { message, log }
}

const untilDelivered = (message: { id: string }) =>
  untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
const mailsTo = (to: string) => relay.received.filter((mail) => mail.to.includes(to)).length
const totals = async (): Promise<Record<string, number>> => {
  const { rows } = await service.sql.query<{ settled: string; bounced: string }>(
    'select coalesce(sum(settled), 0) as settled, coalesce(sum(bounced), 0) as bounced from sending_totals',
  )
  const { body } = await read(service, '/v1/statistics')
  const { delivered, bounced } = body.total as Record<string, number>
  return {
    settled: Number(rows[0]?.settled),
    halting: Number(rows[0]?.bounced),
    delivered: delivered ?? 0,
    bounced: bounced ?? 0,
  }
}

test('a bounced recipient is tried again, delivered, and counted as bounced once and delivered once', async () => {
  const before = await totals()
  const { message, log } = await refused('ada@one.example')
  const key = { 'Idempotency-Key': 'retry-ada' }
  refusal = policy
  const reply = await retry(log, key)
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body).toMatchObject({ status: 'queued', retries: 1, attempts: [{ outcome: 'bounced' }] })
  const again = await retry(log, key)
  expect(again.body).toEqual(reply.body)
  await untilLog(service, message, (one) => one.attempts.length === 2, 'the second bounce')
  refusal = undefined
  expect((await retry(log)).body).toMatchObject({ status: 'queued', retries: 2 })
  const delivered = await untilDelivered(message)
  expect(delivered.attempts.map(({ outcome }) => outcome)).toEqual(['bounced', 'bounced', 'delivered'])
  const events = (await eventsOf(service, message)).map(({ type, data }) => [type, data['attempt']])
  expect(events).toEqual([
    ['message.accepted', undefined],
    ['message.bounced', 1],
    ['message.bounced', 2],
    ['message.delivered', 3],
  ])
  const after = await totals()
  const more = Object.fromEntries(
    Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]),
  )
  expect(more).toEqual({ settled: 1, halting: 1, delivered: 1, bounced: 1 })
  const { rows: audited } = await service.sql.query(
    `select distinct operation, outcome, resource_type from audit_events where resource_id = $1`,
    [log.id],
  )
  expect(audited).toEqual([
    { operation: 'retryMessageLog', outcome: 'succeeded', resource_type: 'message_log' },
  ])
})

test('a deferred recipient is due at once, and an opened one has a new time to give up', async () => {
  const { message, log } = await refused('bea@one.example', busy, 'deferred')
  expect((await retry(log)).body).toMatchObject({ status: 'deferred', retries: 1 })
  expect((await untilDelivered(message)).attempts).toHaveLength(2)

  const failed = await refused('ben@one.example', busy, 'deferred')
  const id = fromTypeId('log', failed.log.id)
  refusal = busy
  await service.sql.query(
    `update delivery_queue set first_attempt_at = now() - interval '48 hours', due_at = now() where log_id = $1`,
    [id],
  )
  await untilLog(service, failed.message, ({ status }) => status === 'failed', 'the end')
  await retry(failed.log)
  await untilLog(service, failed.message, ({ status }) => status === 'deferred', 'another attempt')
  refusal = undefined
})

test('of two retries at once one counts, and one attempt is made', async () => {
  for (const [to, by, status] of [
    ['cleo@one.example', policy, 'bounced'],
    ['carl@one.example', busy, 'deferred'],
  ] as const) {
    const { message, log } = await refused(to, by, status)
    const replies = await Promise.all([retry(log), retry(log), retry(log)])
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409])
    const delivered = await untilDelivered(message)
    expect(delivered).toMatchObject({ retries: 1 })
    expect(delivered.attempts).toHaveLength(2)
    expect(mailsTo(to)).toBe(1)
  }
})

test('what a worker is trying is not tried beside', async () => {
  const { message, log } = await refused('dora@one.example', busy, 'deferred')
  const replies: unknown[] = []
  beforeTaken = async () => {
    const reply = await retry(log)
    replies.push([reply.status, reply.body.error?.code])
  }
  await retry(log)
  await untilDelivered(message)
  beforeTaken = () => Promise.resolve()
  expect(replies).toEqual([[409, 'invalid_state']])
  expect(mailsTo('dora@one.example')).toBe(1)
})

test('what cannot be retried says why, and changes nothing', async () => {
  const codeOf = async (log: { id: string }) =>
    (await retry(log)).body.error as { code: string; message: string }
  const delivered = await untilDelivered(await send(service, 'emil@one.example'))
  expect(await codeOf(delivered)).toMatchObject({ code: 'invalid_state' })
  const change = (log: Log, columns: string) =>
    service.sql.query(`update message_logs set ${columns} where id = $1`, [fromTypeId('log', log.id)])

  const gone = await refused('gone@one.example', { code: 550, text: '5.1.1 No such user' })
  const error = await codeOf(gone.log)
  expect(error).toMatchObject({ code: 'address_suppressed' })
  const path = /DELETE (\/v1\/suppressions\/sup_\w+)/.exec(error.message)?.[1]
  const lifted = await call(service.url, 'delete', path ?? '', { key: service.credentials.workspace_key })
  expect(lifted.status).toBe(204)
  expect((await retry(gone.log)).status).toBe(200)
  await untilDelivered(gone.message)

  const scheduled = await send(service, 'eva@one.example', {
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  })
  const [waiting] = await logsOf(service, scheduled)
  if (waiting === undefined) throw new Error('there is no log')
  expect(await codeOf(waiting)).toMatchObject({ code: 'invalid_state' })

  const { log } = await refused('finn@one.example')
  await change(log, `complained_at = now()`)
  expect(await codeOf(log)).toMatchObject({ code: 'recipient_complained' })
  await change(log, `complained_at = null, status = 'suppressed'`)
  expect(await codeOf(log)).toMatchObject({ code: 'recipient_suppressed' })
  await change(log, `status = 'bounced'`)
  await service.sql.query('delete from message_contents where message_id = $1', [
    fromTypeId('msg', log.message_id),
  ])
  expect(await codeOf(log)).toMatchObject({ code: 'content_gone' })
  const unknown = toTypeId('log', fromTypeId('msg', log.message_id))
  expect(await codeOf({ id: unknown })).toMatchObject({ code: 'not_found' })
  await until(async () => mailsTo('finn@one.example') === 0, 'no mail')
})

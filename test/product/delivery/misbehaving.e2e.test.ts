import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventFindings } from '../../support/api/contract.js'
import { eventsOf, inbox, read, send, untilLog, type AcceptedMessage } from '../../support/messages/mail.js'
import { heldPort } from '../../support/network/ports.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { startSmtpServer } from '../../support/mail-servers/smtp.js'
import { until } from '../../support/time/until.js'

/** The fourth attempt is the last one, however slow the run is: the one after it would come after the end. */
const delivery = { backoffSeconds: [0.2, 0.2, 0.2, 172_800], giveUpSeconds: 86_400 }

let service: TestService
beforeAll(async () => {
  service = await startTestService({ delivery })
})
afterAll(() => service.stop())

async function messageStatus(message: AcceptedMessage): Promise<unknown> {
  return ((await read(service, `/v1/messages/${message.id}`)).body as { status: unknown }).status
}

/** The types of a message's events in their order, each of them held against the contract. */
async function eventTypes(message: AcceptedMessage): Promise<string[]> {
  const events = await eventsOf(service, message)
  expect(events.map(eventFindings).filter((found) => found !== undefined)).toEqual([])
  return events.map((event) => event.type)
}

async function queueRows(message: AcceptedMessage): Promise<number> {
  const { rows } = await service.sql.query<{ attempts: number }>(
    `select from delivery_queue queue join message_logs log
       on log.workspace_id = queue.workspace_id and log.id = queue.log_id
     where log.recipient = $1`,
    [message.recipients[0]?.email],
  )
  return rows.length
}

test.each([
  ['bounce@a.example', 550, '5.1.1'],
  ['bounce+552@a.example', 552, '5.2.2'],
  ['bounce+554@a.example', 554, '5.0.0'],
  ['bounce+5.7.1@a.example', 550, '5.7.1'],
])('%s bounces at once with the reply of the server', async (address, code, enhanced) => {
  const message = await send(service, address)
  const log = await untilLog(service, message, ({ status }) => status === 'bounced', 'the bounce')
  expect(log.attempts).toHaveLength(1)
  expect(log.attempts[0]).toMatchObject({ outcome: 'bounced', error: null, tls: null })
  expect(log.attempts[0]?.server).toMatchObject({ name: '127.0.0.1', address: '127.0.0.1' })
  expect(log.attempts[0]?.duration_ms).not.toBeNull()
  expect(log.last_reply).toMatchObject({
    code,
    enhanced_code: enhanced,
    text: `Refused on purpose: <${address}>`,
  })
  expect(log).toMatchObject({ delivered_at: null, next_attempt_at: null })
  expect(await messageStatus(message)).toBe('failed')
  expect(await eventTypes(message)).toEqual(['message.accepted', 'message.bounced'])
  const [, bounced] = await eventsOf(service, message)
  expect(bounced?.data).toMatchObject({
    attempt: 1,
    recipient: address,
    reply: { code, enhanced_code: enhanced },
  })
  expect(await queueRows(message)).toBe(0)
})

// The next four do little but wait, each for a message of its own.
test.concurrent('bounce+4.2.2 is put off, not bounced, until the time is up', async () => {
  const message = await send(service, 'bounce+4.2.2@a.example')
  const deferred = await untilLog(service, message, ({ status }) => status === 'deferred', 'the deferral')
  expect(deferred.last_reply).toMatchObject({ code: 450, enhanced_code: '4.2.2' })
  expect(deferred.next_attempt_at).not.toBeNull()
  expect(await messageStatus(message)).toBe('queued')
  const failed = await untilLog(service, message, ({ status }) => status === 'failed', 'the end')
  expect(failed.attempts.length).toBeGreaterThan(2)
  expect(await messageStatus(message)).toBe('failed')
})

test.concurrent('defer is delivered on the third attempt', async () => {
  const message = await send(service, 'defer@a.example')
  const log = await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
  expect(log.attempts.map(({ outcome }) => outcome)).toEqual(['deferred', 'deferred', 'delivered'])
  expect(log.attempts.map(({ reply }) => reply?.code)).toEqual([451, 451, 250])
  expect(log.attempts.map(({ conversation }) => conversation)).toEqual([null, null, null])
  const { body: whole } = await read(service, `/v1/message-logs/${log.id}`)
  const said = (whole as typeof log).attempts.map(({ conversation }) => conversation?.split('\n') ?? [])
  for (const lines of said) expect(lines).toContain('C: RCPT TO:<defer@a.example>')
  expect(said.map((lines) => lines.at(-1))).toEqual([
    expect.stringMatching(/^S: 451 /),
    expect.stringMatching(/^S: 451 /),
    expect.stringMatching(/^S: 250 /),
  ])
  expect(said[2]?.filter((line) => line.includes('[message of '))).toHaveLength(1)
  expect(log.next_attempt_at).toBeNull()
  expect(await eventTypes(message)).toEqual([
    'message.accepted',
    'message.deferred',
    'message.deferred',
    'message.delivered',
  ])
  const events = await eventsOf(service, message)
  expect(events.slice(1).map(({ data }) => data['attempt'])).toEqual([1, 2, 3])
  // Each wait was kept, give or take its tenth.
  const times = log.attempts.map(({ at }) => Date.parse(at))
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(175)
  expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(175)
  expect(await inbox(service.url, 'defer@a.example')).toHaveLength(1)
})

test.concurrent('defer+always has failed when the time is up', async () => {
  const message = await send(service, 'defer+always@a.example')
  const log = await untilLog(service, message, ({ status }) => status === 'failed', 'the end')
  const outcomes = log.attempts.map(({ outcome }) => outcome)
  expect(outcomes.length).toBeGreaterThan(3)
  expect(outcomes.slice(0, -1).every((outcome) => outcome === 'deferred')).toBe(true)
  expect(outcomes.at(-1)).toBe('failed')
  expect(log.attempts.at(-1)?.error).toMatch(/^Not delivered within /)
  expect(log.last_reply).toMatchObject({ code: 451, enhanced_code: '4.3.0' })
  expect(log.next_attempt_at).toBeNull()
  expect(await messageStatus(message)).toBe('failed')
  expect((await eventTypes(message)).at(-1)).toBe('message.failed')
  expect(await queueRows(message)).toBe(0)
  expect(await inbox(service.url, 'defer+always@a.example')).toEqual([])
})

test.concurrent('drop is put off, and the attempt says that the message may have arrived', async () => {
  const message = await send(service, 'drop@a.example')
  const log = await untilLog(service, message, ({ attempts }) => attempts.length >= 2, 'two attempts')
  for (const attempt of log.attempts.slice(0, 2)) {
    expect(attempt).toMatchObject({ outcome: 'deferred' })
    expect(attempt.reply).toBeNull()
    expect(attempt.error).toMatch(/may have arrived/)
  }
  expect(log.last_reply).toBeNull()
  const failed = await untilLog(service, message, ({ status }) => status === 'failed', 'the end')
  expect(failed.attempts.at(-1)?.error).toMatch(/may have arrived/)
  expect((await eventTypes(message)).slice(0, 3)).toEqual([
    'message.accepted',
    'message.deferred',
    'message.deferred',
  ])
})

test('what was cut off after its data goes again as the same message', async () => {
  const port = await heldPort()
  const server = await startSmtpServer(port, () => (server.received.length === 1 ? 'cut' : 'accept'))
  const relayed = await startTestService({
    delivery: { backoffSeconds: [0.1] },
    env: { POSTSEAL_ROLES: 'api,delivery', POSTSEAL_SINK_PORT: String(port) },
  })
  try {
    const message = await send(relayed, 'ada@example.com')
    const log = await untilLog(relayed, message, ({ status }) => status === 'delivered', 'the delivery')
    expect(log.attempts.map(({ outcome }) => outcome)).toEqual(['deferred', 'delivered'])
    const [first, second, ...more] = server.received
    expect(more).toEqual([])
    expect(first?.messageId).toBe(`<${message.id}@shop.example>`)
    expect(second?.messageId).toBe(first?.messageId)
    const dates = server.received.map(({ raw }) => /^Date: .*$/m.exec(raw.toString())?.[0])
    expect(dates[0]).toBeDefined()
    expect(dates[1]).toBe(dates[0])
  } finally {
    await relayed.stop()
    await server.close()
  }
})

test('slow+300 is delivered when its server has made up its mind', async () => {
  const message = await send(service, 'slow+300@a.example')
  const log = await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
  expect(Date.parse(log.attempts[0]?.at ?? '') - Date.parse(message.created_at)).toBeGreaterThanOrEqual(300)
  expect(log.attempts).toHaveLength(1)
})

test('recipients of one message fare each on its own', async () => {
  const message = await send(service, [
    'fine@b.example',
    'bounce@b.example',
    'slow+200@b.example',
    'defer@b.example',
  ])
  await until(async () => (await messageStatus(message)) === 'partially_delivered', 'the end of all of them')
  const reply = await read(service, `/v1/messages/${message.id}`)
  const { recipients } = reply.body as { recipients: { email: string; status: string }[] }
  expect(recipients.map(({ email, status }) => [email, status])).toEqual([
    ['fine@b.example', 'delivered'],
    ['bounce@b.example', 'bounced'],
    ['slow+200@b.example', 'delivered'],
    ['defer@b.example', 'delivered'],
  ])
})

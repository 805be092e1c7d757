import { afterAll, beforeAll, expect, test } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { toTypeId, type Uuid } from '../../../server/platform/db/ids.js'
import { eventFindings } from '../../support/api/contract.js'
import { allPages, eventsOf, logsOf, read, send, untilLog } from '../../support/messages/mail.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** Tests that a bounce of live mail for the address's fault suppresses the address, and that nothing else does. */

type Event = components['schemas']['OtherEvent']

let service: TestService
beforeAll(async () => {
  service = await startTestService({ delivery: { backoffSeconds: [0.05] } })
})
afterAll(() => service.stop())

/** Sends, waits for the end, and answers the event that says it. */
async function ended(to: string, more: Parameters<typeof send>[2] = {}): Promise<Event> {
  const key = more.project_id === undefined ? 'project_key' : 'workspace_key'
  const message = await send({ ...service, credentials: withKey(key) }, to, more)
  const isOver = ({ status }: { status: string }) => !['queued', 'deferred'].includes(status)
  await untilLog({ ...service, credentials: withKey(key) }, message, isOver, 'the end')
  const events = await eventsOf({ ...service, credentials: withKey(key) }, message)
  return events.at(-1) as Event
}

/** The helpers of messages/mail.ts send and read with the project's key. */
const withKey = (key: 'project_key' | 'workspace_key') => ({
  ...service.credentials,
  project_key: service.credentials[key],
})

async function suppressions(): Promise<Record<string, string>> {
  const { rows } = await service.sql.query<{ address: string; reason: string }>(
    'select address, reason from suppressions',
  )
  return Object.fromEntries(rows.map(({ address, reason }) => [address, reason]))
}

/** The events that say that an address is suppressed, each of them as the contract has it. */
async function added(address: string): Promise<Event[]> {
  const events = await allPages<Event>({ ...service, credentials: withKey('workspace_key') }, '/v1/events')
  const { rows } = await service.sql.query<{ id: Uuid }>('select id from suppressions where address = $1', [
    address,
  ])
  const found = events.filter(({ data }) => data['email'] === address)
  expect(found.map(eventFindings)).toEqual(found.map(() => undefined))
  const ids = rows.map(({ id }) => toTypeId('sup', id))
  expect(found.map(({ data }) => data['suppression_id'])).toEqual(ids)
  const recorded = await service.sql.query(
    `select from audit_events where operation = 'service.suppress' and resource_id = any($1)`,
    [ids],
  )
  expect(recorded.rowCount).toBe(ids.length)
  return found
}

test('an unknown mailbox is suppressed at its first bounce, and the next message is not sent', async () => {
  const bounced = await ended('Bounce@Hard.example')
  expect(bounced).toMatchObject({
    type: 'message.bounced',
    data: { via: 'smtp', class: 'unknown_user', suppressed: true, attempt: 1 },
  })
  expect(await suppressions()).toMatchObject({ 'bounce@hard.example': 'hard_bounce' })
  const { rows } = await service.sql.query(
    `select log.recipient from suppressions join message_logs log using (workspace_id)
     where log.id = suppressions.log_id`,
  )
  expect(rows).toEqual([{ recipient: 'Bounce@hard.example' }])
  expect(await added('bounce@hard.example')).toMatchObject([
    {
      project_id: null,
      environment: null,
      data: { reason: 'hard_bounce', note: null, log_id: bounced.data['log_id'] },
    },
  ])
  // The reply is kept with the suppression: the log goes in the end.
  const { code, enhanced_code, text } = bounced.data['reply'] as {
    code: number
    enhanced_code: string
    text: string
  }
  expect(code).toBe(550)
  const said = await read(
    { ...service, credentials: withKey('workspace_key') },
    `/v1/suppressions?email=bounce%40hard.example&reply_contains=${encodeURIComponent(text.toUpperCase())}`,
  )
  expect(said.body.data).toMatchObject([{ reply: `${code} ${enhanced_code} ${text}` }])
  const next = await send(service, 'bounce@hard.example')
  expect(next.status).toBe('failed')
  const [log] = await logsOf(service, next)
  expect(log).toMatchObject({ status: 'suppressed', suppression_reason: 'hard_bounce' })
})

test('of two bounces at once only one suppresses', async () => {
  const messages = await Promise.all([0, 1].map(() => send(service, 'bounce@twice.example')))
  const events = await Promise.all(
    messages.map(async (message) => {
      await untilLog(service, message, ({ status }) => status !== 'queued', 'the end')
      return (await eventsOf(service, message)).at(-1)
    }),
  )
  const suppressed = events.filter((event) => event?.data['suppressed'] === true)
  expect(suppressed).toHaveLength(1)
  expect(await added('bounce@twice.example')).toMatchObject([
    { data: { log_id: suppressed[0]?.data['log_id'] } },
  ])
})

test('what a test project bounces has no consequences', async () => {
  const event = await ended('bounce@test.example', { project_id: service.credentials.test_project_id })
  expect(event).toMatchObject({ type: 'message.bounced', data: { suppressed: false } })
  expect(await suppressions()).not.toHaveProperty('bounce@test.example')
})

test('a refusal that is not the address’s fault suppresses nothing', async () => {
  const event = await ended('bounce+5.7.1@policy.example')
  expect(event).toMatchObject({ type: 'message.bounced', data: { suppressed: false } })
  expect(await suppressions()).not.toHaveProperty('bounce+5.7.1@policy.example')
})

const full = 'bounce+5.2.2@full.example'
const softly = () => ended(full).then(({ data }) => data['suppressed'])
const age = (hours: number) =>
  service.sql.query(
    `update soft_bounces set first_at = (first_at at time zone 'UTC' - make_interval(hours => $1)) at time zone 'UTC'`,
    [hours],
  )
const counted = async () => {
  const { rows } = await service.sql.query<{ count: number }>('select count from soft_bounces')
  return rows.map(({ count }) => count)
}

test('a full mailbox is suppressed after five bounces in a row over 72 hours', async () => {
  for (let count = 1; count <= 5; count += 1) {
    expect(await softly()).toBe(false)
    expect(await counted()).toEqual([count])
  }
  await age(71)
  expect(await softly()).toBe(false)
  await age(2)
  expect(await softly()).toBe(true)
  expect(await suppressions()).toMatchObject({ [full]: 'soft_bounce' })
  expect(await added(full)).toMatchObject([{ data: { reason: 'soft_bounce' } }])

  // Somebody takes it back, much later: it has its five and its 72 hours again.
  await service.sql.query('delete from suppressions where address = $1', [full])
  await age(1000)
  for (let count = 1; count <= 5; count += 1) expect(await softly()).toBe(false)
  expect(await counted()).toEqual([5])
  await age(80)
  expect(await softly()).toBe(true)
})

test('a delivery sets the count back', async () => {
  await service.sql.query(
    `insert into soft_bounces select id, 'ada@example.com', 4, now() - interval '100 hours', now() from workspaces`,
  )
  const event = await ended('ada@example.com')
  expect(event.type).toBe('message.delivered')
  expect(event.data).toMatchObject({ suppressed: false })
  const { rows } = await service.sql.query(`select 1 from soft_bounces where address = 'ada@example.com'`)
  expect(rows).toEqual([])
})

test('the attempt says by what way and why', async () => {
  const message = await send(service, 'defer@example.com')
  const log = await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
  expect(log.attempts.map(({ outcome, via }) => [outcome, via])).toEqual([
    ['deferred', 'smtp'],
    ['deferred', 'smtp'],
    ['delivered', 'smtp'],
  ])
  expect(log.attempts.map((attempt) => attempt.class !== null)).toEqual([true, true, false])
  expect((await read(service, `/v1/messages/${message.id}`)).body).toMatchObject({ status: 'delivered' })
})

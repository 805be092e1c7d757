import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { document, eventFindings } from '../../../support/api/contract.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { eventCauses, isCaused, type Caused } from '../../../support/api/event-causes.js'
import { expectOfThisTest } from '../../../support/time/instants.js'
import { send } from '../../../support/messages/messages.js'
import { startReceiver, type Receiver } from '../../../support/webhooks/receiver.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'
import { toThisMachine } from '../../../support/webhooks/webhook-deliveries.js'

interface ReadEvent extends Caused {
  id: string
  type: string
  created_at: string
  data: { message_id?: string; log_id?: string; recipient?: string; attempt?: number }
}

let service: TestService
let receiver: Receiver
let key: string
let session: string
let project: string
let dns: TestDns
let causes: ReturnType<typeof eventCauses>

beforeAll(async () => {
  dns = await startDns()
  // The third attempt is the last one, however slow the run is: the one after it would come after the end.
  service = await startTestService({
    delivery: { backoffSeconds: [0.05, 0.2, 172_800], giveUpSeconds: 86_400 },
    env: { ...toThisMachine, POSTSEAL_DNS_SERVERS: dns.server },
  })
  receiver = await startReceiver()
  receiver.answer = ({ path }) => (path === '/gone' ? 410 : 200)
  key = service.credentials.workspace_key
  session = await service.session('member')
  project = service.credentials.test_project_id
  causes = eventCauses(service, receiver, dns)
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
  await dns.close()
})

/** As a session reads them: API keys do not see the content of inbound mail. */
async function eventsOf(caused: Pick<Caused, 'data'>): Promise<ReadEvent[]> {
  const { body } = await call(service.url, 'GET', '/v1/events?limit=100', { key: session })
  return (body.data as ReadEvent[]).filter((event) => isCaused(event, caused))
}

const types = (document.components['schemas']?.['EventType'] as { enum: string[] }).enum

test('the contract describes each type, and each has a cause here', () => {
  expect(Object.keys(document.webhooks).sort()).toEqual([...types].sort())
  expect(Object.keys(causes).sort()).toEqual([...types].sort())
})

test.each(types)('%s happens, with its envelope and its data', async (type) => {
  const caused = await causes[type]!()
  const event = await until(async () => (await eventsOf(caused)).find((found) => found.type === type), type)
  expect(eventFindings(event)).toBeUndefined()
  expect(event).toMatchObject({
    api_version: 'v1',
    workspace_id: service.credentials.workspace_id,
    ...caused,
  })
  expectOfThisTest(event.created_at)
})

test('each filter finds the events that it names, and those alone', async () => {
  type Data = Record<string, unknown> & { recipients?: { email: string }[] }
  type Found = { id: string; type: string; environment: string | null; data: Data }
  const read = async (query: string) => {
    const found: Found[] = []
    let cursor: string | null = null
    do {
      const from: string = cursor === null ? '' : `&cursor=${cursor}`
      const path = `/v1/events?limit=100&${query}${from}`
      const { body } = await call(service.url, 'GET', path, { key: session })
      found.push(...(body.data as Found[]))
      cursor = body.next_cursor as string | null
    } while (cursor !== null)
    return found
  }
  const everything = await read('')
  const newest = everything[0]?.id ?? ''
  const addressesOf = ({ data }: Found) =>
    [data['recipient'], data['email'], ...(data.recipients ?? []).map(({ email }) => email)].filter(
      (address) => typeof address === 'string',
    )
  const expectFound = async (query: string, wanted: (event: Found) => boolean) => {
    const ids = (await read(query)).map(({ id }) => id).filter((id) => id <= newest)
    expect(ids, query).toEqual(everything.filter(wanted).map(({ id }) => id))
    expect(ids.length, query).toBeGreaterThan(0)
  }
  for (const name of ['campaign_id', 'automation_id', 'contact_id', 'category']) {
    const value = String(everything.find(({ data }) => typeof data[name] === 'string')?.data[name])
    await expectFound(`${name}=${encodeURIComponent(value)}`, ({ data }) => data[name] === value)
  }
  for (const name of ['recipient', 'email', 'recipients']) {
    const event = everything.find(({ data }) => data[name] !== undefined && data[name] !== null)
    const address = String(addressesOf(event as Found)[0])
    await expectFound(`recipient=${encodeURIComponent(address.toUpperCase())}`, (one) =>
      addressesOf(one).some((each) => each.toLowerCase() === address.toLowerCase()),
    )
  }
  const wanted = ['message.bounced', 'domain.failed']
  await expectFound(`types=${wanted.join('&types=')}`, ({ type }) => wanted.includes(type))
  await expectFound('environment=test', ({ environment }) => environment === 'test')
  const both = await call(service.url, 'GET', '/v1/events?type=message.bounced&types=message.failed', { key })
  expect(both.body.error.details[0]).toMatchObject({ path: '/query/types', code: 'exclusive' })
})

test('a follower is told of the events that its filters name', async () => {
  const begin = await call(service.url, 'GET', '/v1/events/follow', { key })
  const recipient = 'ada.followed@example.com'
  const one = await send(service.url, key, project, { to: [{ email: recipient }], category: 'receipt' })
  await send(service.url, key, project, { to: [{ email: 'bob@example.com' }], category: 'receipt' })
  const follow = async (filters: string) => {
    const path = `/v1/events/follow?after=${String(begin.body.next_cursor)}&${filters}`
    const { body } = await call(service.url, 'GET', path, { key })
    return (body.data as ReadEvent[]).map(({ type, data }) => [type, data.message_id])
  }
  const filters = `recipient=${encodeURIComponent(recipient.toUpperCase())}&category=receipt&types=message.accepted&types=domain.failed`
  await until(async () => (await follow(filters)).length > 0, 'the event')
  expect(await follow(filters)).toEqual([['message.accepted', one]])
  expect(await follow('environment=live&types=message.accepted')).toEqual([])
})

test('a delivery that is deferred first tells its whole story, in order', async () => {
  const message = await send(service.url, key, project, { to: [{ email: 'defer@third.example' }] })
  const events = await until(async () => {
    const found = await eventsOf({ data: { message_id: message } })
    return found.some((event) => event.type === 'message.delivered') && found.reverse()
  }, 'the delivery')
  expect(events.map((event) => [event.type, event.data.attempt])).toEqual([
    ['message.accepted', undefined],
    ['message.deferred', 1],
    ['message.deferred', 2],
    ['message.delivered', 3],
  ])
  for (const event of events) expect(eventFindings(event)).toBeUndefined()
  const { body } = await call(service.url, 'GET', `/v1/message-logs?message_id=${message}`, { key })
  const [log] = body.data as { id: string; attempts: { outcome: string }[] }[]
  expect(new Set(events.slice(1).map((event) => event.data.log_id))).toEqual(new Set([log?.id]))
  expect(log?.attempts.map((attempt) => attempt.outcome)).toEqual(['deferred', 'deferred', 'delivered'])
})

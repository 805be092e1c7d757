import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../support/api.js'
import { document, eventFindings } from '../../support/contract.js'
import { startDns, type TestDns } from '../../support/dns.js'
import { eventCauses, isCaused, type Caused } from '../../support/event-causes.js'
import { expectOfThisTest } from '../../support/instants.js'
import { send } from '../../support/messages.js'
import { startReceiver, type Receiver } from '../../support/receiver.js'
import { startTestService, type TestService } from '../../support/service.js'
import { until } from '../../support/until.js'
import { toThisMachine } from '../../support/webhook-deliveries.js'

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

import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../support/api.js'
import { document, eventFindings } from '../support/contract.js'
import { send } from '../support/messages.js'
import { startTestService, type TestService } from '../support/service.js'
import { until } from '../support/until.js'

interface ReadEvent {
  id: string
  type: string
  created_at: string
  workspace_id: string
  project_id: string
  environment: string
  data: { message_id: string; log_id?: string; recipient?: string; attempt?: number }
}

let service: TestService
let key: string
let project: string

const to = (email: string) => ({ to: [{ email }] })
const later = () => ({ ...to('ada@example.com'), scheduled_at: new Date(Date.now() + 60_000).toISOString() })

/** Every type with what brings it about. */
const causes: Record<string, () => Promise<string>> = {
  'message.accepted': () => sendWith(to('ada@example.com')),
  'message.scheduled': () => sendWith(later()),
  'message.deferred': () => sendWith(to('defer+always@example.com')),
  'message.delivered': () => sendWith(to('bob@example.com')),
  'message.bounced': () => sendWith(to('bounce@example.com')),
  'message.failed': () => sendWith(to('defer+always@other.example')),
  'message.cancelled': async () => {
    const id = await sendWith(later())
    await call(service.url, 'POST', `/v1/messages/${id}/cancel`, { key })
    return id
  },
  'message.suppressed': async () => {
    await service.sql.query(
      `insert into suppressions (workspace_id, address, reason) select id, 'nobody@example.com', 'manual' from workspaces`,
    )
    return sendWith(to('nobody@example.com'))
  },
  'message.complained': () => sendWith(to('complain@example.com')),
}

const sendWith = (fields: Parameters<typeof send>[3]) =>
  send(service.url, key, project, { ...fields, category: 'x' })

beforeAll(async () => {
  // The second attempt would come after the time is up.
  service = await startTestService({ delivery: { backoffSeconds: [0.05, 0.2], giveUpSeconds: 1 } })
  key = service.credentials.workspace_key
  project = service.credentials.test_project_id
})
afterAll(() => service.stop())

async function eventsOf(message: string): Promise<ReadEvent[]> {
  const { body } = await call(service.url, 'GET', '/v1/events?limit=100', { key })
  return (body.data as ReadEvent[]).filter((event) => event.data.message_id === message)
}

const types = (document.components['schemas']?.['EventType'] as { enum: string[] }).enum

test('the contract describes each type, and each has a cause here', () => {
  expect(Object.keys(document.webhooks).sort()).toEqual([...types].sort())
  expect(Object.keys(causes).sort()).toEqual([...types].sort())
})

test.each(types)('%s happens, with its envelope and its data', async (type) => {
  const message = await causes[type]?.()
  const event = await until(
    async () => (await eventsOf(message ?? '')).find((found) => found.type === type),
    type,
  )
  expect(eventFindings(event)).toBeUndefined()
  expect(event).toMatchObject({
    api_version: 'v1',
    workspace_id: service.credentials.workspace_id,
    project_id: project,
    environment: 'test',
    data: { message_id: message, category: 'x' },
  })
  expect(Math.abs(Date.parse(event.created_at) - Date.now())).toBeLessThan(30_000)
})

test('a delivery that is deferred first tells its whole story, in order', async () => {
  const message = await send(service.url, key, project, { to: [{ email: 'defer@third.example' }] })
  const events = await until(async () => {
    const found = await eventsOf(message)
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

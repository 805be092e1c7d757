import { beforeAll, expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId, type Uuid } from '../../../server/platform/db/ids.js'
import { call } from '../../support/api/api.js'
import { insertInbound, insertRoute } from '../../support/inbound/inbound-rows.js'
import type { TestService } from '../../support/service/service.js'
import { sharedApi } from '../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'

/** Inbound messages are for sessions: an API key gets the events about them, with ids and without what they say. */

interface Event {
  id: string
  type: string
  data: Record<string, unknown>
}

let service: TestService
let tenant: Tenant
let session: string
let keys: string[]
let event: string
let notified: string
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  session = await tenant.session('admin')
  keys = [await tenant.key({ project: tenant.liveProject }), await tenant.key()]
  const projectId = fromTypeId('prj', tenant.liveProject)
  const owner = { workspaceId: tenant.workspaceId, projectId }
  const routeId = await insertRoute(service.sql, owner)
  const { row } = await insertInbound(
    service.sql,
    { ...owner, routeId },
    {
      columns: { subject: 'My secret', text: 'A secret', reply_text: 'A secret' },
      attachments: [{ bytes: Buffer.from('PDF') }],
    },
  )
  const replay = `/v1/inbound/messages/${toTypeId('inm', row.id)}/replay`
  event = (await call(service.url, 'POST', replay, { key: session })).body.event_id as string
  notified = toTypeId('evt', await insertNotified(row.id))
})

/** As the step `notify` of a run that an inbound message has started records it. */
async function insertNotified(messageId: Uuid) {
  const id = newUuid()
  const trigger = {
    inbound_message_id: toTypeId('inm', messageId),
    route_id: toTypeId('inr', newUuid()),
    subject: 'My secret',
    text: 'A secret',
    automatic: 'none',
    authenticated: true,
  }
  const data = {
    ...{ automation_id: toTypeId('aut', newUuid()), version: 1, run_id: toTypeId('run', newUuid()) },
    ...{ contact_id: toTypeId('con', newUuid()), email: 'ada@example.com', step_key: 'tell', name: 'Mail' },
    ...{ data: { subject: 'Of the step' }, trigger },
  }
  await service.sql.query(
    `insert into events (workspace_id, id, project_id, environment, type, data, recorded_in)
     select $1, $2, $3, 'live', 'automation.notified', $4, recorded_in from events where id = $5`,
    [tenant.workspaceId, id, fromTypeId('prj', tenant.liveProject), data, fromTypeId('evt', event)],
  )
  return id
}

const withIdsAlone = [
  ...['automatic', 'contact_id', 'in_reply_to', 'inbound_message_id', 'readable', 'received_at', 'replayed'],
  ...['route_id', 'size', 'truncated'],
]

const since = new Date(Date.now() - 3_600_000).toISOString()
const reads: [string, (key: string, id: string) => Promise<Event | undefined>][] = [
  ['listEvents', async (key, id) => among(await page('/v1/events?limit=100', key), id)],
  ['followEvents', follow],
  ['retrieveEvent', async (key, id) => (await call(service.url, 'GET', `/v1/events/${id}`, { key })).body],
]

/** Follows on until the event comes: transactions of other files that are in progress hold it up. */
async function follow(key: string, id: string): Promise<Event | undefined> {
  let from = `since=${since}`
  for (;;) {
    const read = await page(`/v1/events/follow?limit=100&wait=5&${from}`, key)
    const event = among(read, id)
    if (event !== undefined) return event
    from = `after=${read.next_cursor}`
  }
}

async function page(path: string, key: string): Promise<{ data: Event[]; next_cursor: string }> {
  const reply = await call(service.url, 'GET', path, { key })
  expect(reply.status, reply.text).toBe(200)
  return reply.body as { data: Event[]; next_cursor: string }
}

function among({ data }: { data: Event[] }, id: string): Event | undefined {
  return data.find((one) => one.id === id)
}

test.each(reads)('%s gives a session all of it, and keys the ids', async (_operation, read) => {
  const whole = await read(session, event)
  expect(whole?.data).toMatchObject({
    subject: 'My secret',
    text: 'A secret',
    from: [{ email: expect.any(String) as string }],
    raw_url: expect.stringContaining('/inbound/raw/') as string,
  })
  for (const key of keys) {
    const shown = await read(key, event)
    expect(shown).toEqual({ ...whole, data: expect.any(Object) as object })
    expect(Object.keys(shown?.data ?? {}).sort()).toEqual(withIdsAlone)
    expect(whole?.data).toMatchObject(shown?.data ?? {})
  }
})

test.each(reads)('%s gives keys no words of a message that has started a run', async (_operation, read) => {
  const whole = await read(session, notified)
  expect(whole?.data['trigger']).toMatchObject({ subject: 'My secret', text: 'A secret' })
  for (const key of keys) {
    const shown = await read(key, notified)
    expect(JSON.stringify(shown)).not.toMatch(/secret/)
    const { subject: _subject, text: _text, ...ids } = whole?.data['trigger'] as Record<string, unknown>
    expect(shown).toEqual({ ...whole, data: { ...whole?.data, trigger: ids } })
  }
})

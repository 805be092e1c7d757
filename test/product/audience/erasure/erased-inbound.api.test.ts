import { beforeAll, expect, test } from 'vitest'
import { fromTypeId, newUuid, type Uuid, type WorkspaceId } from '../../../../server/platform/db/ids.js'
import { inboundLinks } from '../../../../server/product/inbound/links/links.js'
import { receivedEvent } from '../../../../server/product/inbound/messages/event.js'
import type { InboundContentRow } from '../../../../server/product/inbound/messages/inbound-message-rows.js'
import { call } from '../../../support/api/api.js'
import { insertAutomation, insertRun } from '../../../support/automations/automation-rows.js'
import { dump, found } from '../../../support/erasure/erasure.js'
import { insertInbound, insertRoute, type InsertedMessage } from '../../../support/inbound/inbound-rows.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Inbound mail of somebody who is erased, and what others wrote. */

const email = 'ada@quillfeather.example'
const [ada, bob] = [
  { email: 'Ada@QuillFeather.example', name: 'Countess' },
  { email: 'bob@other.example', name: 'Bob' },
]
const links = inboundLinks(new Uint8Array(32), 'https://mail.shop.example')

let service: TestService
let tenant: Tenant
let of: { workspaceId: WorkspaceId; projectId: Uuid; routeId: Uuid }
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  const { workspaceId } = tenant
  const projectId = fromTypeId('prj', tenant.liveProject)
  of = { workspaceId, projectId, routeId: await insertRoute(service.sql, { workspaceId, projectId }) }
})

const query = async <Row>(sql: string, values: unknown[]) =>
  (await service.sql.query(sql, values)).rows as Row[]

/** A message with its event. */
async function put(message: InsertedMessage, owner = of): Promise<InboundContentRow> {
  const { row } = await insertInbound(service.sql, owner, message)
  const event = receivedEvent(row, links, { replayed: false, now: new Date(), eventId: newUuid() })
  await query('insert into events (workspace_id, id, project_id, type, data) values ($1, $2, $3, $4, $5)', [
    ...[owner.workspaceId, event.id, owner.projectId, event.type, event.data],
  ])
  return row
}

const fromBob = (metadata: Partial<InboundContentRow['metadata']> = {}, columns: object = {}) => ({
  columns: { envelope_sender: bob.email, sender: bob.email, ...columns },
  metadata: { from: [bob], ...metadata },
})

async function erase(key: string, fields: object = {}): Promise<Record<string, number>> {
  const reply = await call(service.url, 'POST', '/v1/compliance/deletions', {
    key,
    body: { email, ...fields },
  })
  expect([reply.status, reply.body.status]).toEqual([201, 'completed'])
  return reply.body.erased as Record<string, number>
}

test('whatever names the address goes as a whole, and the rest stays and counts', async () => {
  const stays = await put(fromBob({}, { text: `Ask ${email}.` }))
  const gone = [
    await put({ columns: { envelope_sender: email, sender: email }, metadata: { from: [ada] } }),
    await put(fromBob({ cc: [bob, ada] })),
    await put(fromBob({ to: [ada] })),
    await put(fromBob({ replyTo: [ada] })),
    await put(fromBob({}, { envelope_recipients: ['support@in.shop.example', email] })),
  ]
  const erased = await erase(await tenant.key())
  expect(erased).toMatchObject({ inbound_messages: 5, events: 6 })

  const messages = await query<{ id: Uuid }>('select id from inbound_messages where workspace_id = $1', [
    of.workspaceId,
  ])
  expect(messages).toEqual([{ id: stays.id }])
  const chunks = await query('select message_id from inbound_chunks where workspace_id = $1', [
    of.workspaceId,
  ])
  expect(chunks).toEqual([{ message_id: stays.id }])
  expect(
    await query('select bytes::integer, messages from inbound_storage where workspace_id = $1', [
      of.workspaceId,
    ]),
  ).toEqual([{ bytes: stays.stored_bytes, messages: 1 }])

  const events = await query<{ data: Record<string, unknown> }>(
    `select data from events where workspace_id = $1 and type = 'inbound.received' order by id`,
    [of.workspaceId],
  )
  expect(events).toHaveLength(1 + gone.length)
  for (const { data } of events.slice(1))
    expect(data).toMatchObject({ subject: '', text: null, reply_text: null, attachments: [] })
  // Somebody else's, whose words about the address are redacted as they are everywhere.
  expect(events[0]?.data).toMatchObject({ subject: 'Re: Your receipt', text: 'Ask erased@erased.invalid.' })
  const left = found(await dump(service.sql, of.workspaceId), [email, ada?.name ?? ''])
  expect(left.every((row) => row.startsWith('inbound_messages') && row.includes(stays.id))).toBe(true)
})

test('other people’s runs lose the words of a mail that has gone', async () => {
  const key = await tenant.key()
  const contact = await call(service.url, 'PUT', '/v1/contacts', {
    key,
    body: { project_id: tenant.liveProject, email: bob.email },
  })
  const contactId = fromTypeId('con', contact.body.id as string)
  const automationId = await insertAutomation(service.sql, of.workspaceId, of.projectId)
  const data = { inbound_message_id: 'inm_1', subject: 'About her', text: 'The Countess', automatic: 'none' }
  const started = async (row: InboundContentRow) =>
    insertRun(
      service.sql,
      { ...of, automationId },
      { contact_id: contactId, inbound_message_id: row.id, trigger_kind: 'inbound', data },
    )
  const mentioned = await started(await put(fromBob({ cc: [ada] }, { contact_id: contactId })))
  const other = await started(await put(fromBob({}, { contact_id: contactId })))
  expect(await erase(key)).toMatchObject({ inbound_messages: 1 })
  const runs = await query('select id, data from automation_runs where workspace_id = $1 order by id', [
    of.workspaceId,
  ])
  expect(runs).toEqual([
    { id: mentioned, data: { ...data, subject: '', text: '' } },
    { id: other, data },
  ])
})

test('a contact’s mail goes with it, from whatever address it came', async () => {
  const key = await tenant.key()
  const contact = await call(service.url, 'PUT', '/v1/contacts', {
    key,
    body: { project_id: tenant.testProject, email: 'later@quillfeather.example' },
  })
  const contactId = fromTypeId('con', contact.body.id as string)
  const row = await put(fromBob({}, { contact_id: contactId }))
  await query('update contacts set address = $2 where id = $1', [contactId, email])
  // It was erased before, so it is asked for once more.
  await query(`delete from suppressions where workspace_id = $1`, [of.workspaceId])
  expect(await erase(key)).toMatchObject({ contacts: 1, inbound_messages: 1 })
  expect(await query('select from inbound_messages where id = $1', [row.id])).toEqual([])
})

test('a project erases its own', async () => {
  const mine = await addTenant(service)
  const { workspaceId } = mine
  const place = async (project: string) => {
    const projectId = fromTypeId('prj', project)
    const block = [email, '@quillfeather.example']
    return {
      workspaceId,
      projectId,
      routeId: await insertRoute(service.sql, { workspaceId, projectId }, { block }),
    }
  }
  const [live, test_] = [await place(mine.liveProject), await place(mine.testProject)]
  await put(fromBob({ cc: [ada] }), live)
  const kept = await put(fromBob({ cc: [ada] }), test_)
  const erased = await erase(await mine.key(), { project_id: mine.liveProject })
  expect(erased).toMatchObject({ inbound_messages: 1, events: 1 })
  expect(await query('select id from inbound_messages where workspace_id = $1', [workspaceId])).toEqual([
    { id: kept.id },
  ])
  const routes = await query('select id, block from inbound_routes where workspace_id = $1 order by id', [
    workspaceId,
  ])
  expect(routes).toEqual([
    { id: live.routeId, block: ['@quillfeather.example'] },
    { id: test_.routeId, block: [email, '@quillfeather.example'] },
  ])
})

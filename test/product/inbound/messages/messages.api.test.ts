import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, minUuidAt, newUuid, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { insertInbound, insertRoute, type InsertedMessage } from '../../../support/inbound/inbound-rows.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { subscribe } from '../../../support/webhooks/webhooks.js'

/** Reading, deleting and replaying the messages that are kept. */

let service: TestService
let tenant: Tenant
let key: string
let projectId: Uuid
let routeId: Uuid
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.session('admin')
  projectId = fromTypeId('prj', tenant.liveProject)
  routeId = await insertRoute(service.sql, { workspaceId: tenant.workspaceId, projectId })
})

const path = '/v1/inbound/messages'
const ask = (method: string, at: string, headers: Record<string, string> = {}) =>
  call(service.url, method, at, { key, headers })
const put = (message: InsertedMessage = {}, of: Partial<{ projectId: Uuid; routeId: Uuid }> = {}) =>
  insertInbound(service.sql, { workspaceId: tenant.workspaceId, projectId, routeId, ...of }, message)
const pathOf = (id: Uuid) => `${path}/${toTypeId('inm', id)}`
const storage = async () =>
  (
    await service.sql.query('select bytes::integer, messages from inbound_storage where workspace_id = $1', [
      tenant.workspaceId,
    ])
  ).rows[0] as { bytes: number; messages: number }

/** An id as it was made then, for messages that came then. */
const at = (time: Date) => ({
  id: minUuidAt(time).slice(0, 24) + randomBytes(6).toString('hex'),
  received_at: time,
})
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000)

test('a message is read with its content', async () => {
  const [messageId, logId, contactId] = [newUuid(), newUuid(), newUuid()]
  const { row } = await put({
    columns: {
      html: '<p>Thank you!</p>',
      reply_message_id: messageId,
      reply_log_id: logId,
      reply_match: 'header',
    },
    metadata: { cc: [{ email: 'Bob@Example.com', name: null }] },
    attachments: [{ bytes: Buffer.from('PDF') }],
  })
  await service.sql.query('update inbound_messages set contact_id = $2 where id = $1', [row.id, contactId])
  const { status, body } = await ask('GET', pathOf(row.id))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: toTypeId('inm', row.id),
    route_id: toTypeId('inr', routeId),
    envelope: { from: 'ada@example.com', to: ['support@in.shop.example'] },
    cc: [{ email: 'Bob@Example.com', name: null }],
    in_reply_to: {
      message_id: toTypeId('msg', messageId),
      log_id: toTypeId('log', logId),
      match: 'header',
    },
    contact_id: toTypeId('con', contactId),
    attachments: [{ filename: 'receipt.pdf', size: 3 }],
    expires_at: row.expires_at.toISOString(),
    headers: [{ name: 'From' }, { name: 'Subject', value: 'Re: Your receipt' }],
    text: row.text,
    html: '<p>Thank you!</p>',
    reply_text: 'Thank you!',
  })
})

test('a message that has expired is nowhere, whether it has been purged or not', async () => {
  const attachments = [{ bytes: Buffer.from('PDF') }]
  const expired = await put({ columns: { expires_at: new Date(Date.now() - 1000) }, attachments })
  // Its workspace retains less since it came.
  const beyond = await put({ columns: { ...at(daysAgo(31)), expires_at: daysAgo(-10) }, attachments })
  for (const {
    row,
    attachments: [attachment = ''],
  } of [expired, beyond]) {
    const found = pathOf(row.id)
    for (const read of [found, `${found}/raw`, `${found}/attachments/${toTypeId('att', attachment)}`])
      expect((await ask('GET', read)).status, read).toBe(404)
    expect((await ask('POST', `${found}/replay`)).status).toBe(404)
    const { body } = await ask('GET', `${path}?since=2020-01-01T00:00:00Z`)
    expect(body.data).not.toContainEqual(expect.objectContaining({ id: toTypeId('inm', row.id) }))
  }
})

describe('the list', () => {
  let other: { project: Uuid; route: Uuid }
  const [contactId, messageId] = [newUuid(), newUuid()]
  const ids: Record<string, Uuid> = {}
  beforeAll(async () => {
    tenant = await addTenant(service)
    key = await tenant.session('admin')
    projectId = fromTypeId('prj', tenant.liveProject)
    const owner = { workspaceId: tenant.workspaceId, projectId }
    routeId = await insertRoute(service.sql, owner)
    const project = fromTypeId('prj', tenant.testProject)
    other = { project, route: await insertRoute(service.sql, { ...owner, projectId: project }) }
    const rows: [string, InsertedMessage, Partial<{ projectId: Uuid; routeId: Uuid }>?][] = [
      ['plain', {}],
      ['elsewhere', {}, { projectId: project, routeId: other.route }],
      ['bob', { columns: { sender: 'bob@example.com', subject: 'ÄPFEL und Birnen' } }],
      ['vacation', { columns: { automatic: 'auto_reply', contact_id: contactId } }],
      ['reply', { columns: { reply_message_id: messageId, reply_match: 'address', contact_id: contactId } }],
    ]
    for (const [name, message, of] of rows) ids[name] = (await put(message, of)).row.id
  })

  const listed = async (query: string) => {
    const { status, body } = await ask('GET', `${path}?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    const names = new Map(Object.entries(ids).map(([name, id]) => [toTypeId('inm', id), name]))
    return (body.data as { id: string }[]).map(({ id }) => names.get(id))
  }

  test.each([
    ['', ['reply', 'vacation', 'bob', 'elsewhere', 'plain']],
    ['email=Bob%40EXAMPLE.com', ['bob']],
    ['email=nobody%40example.com', []],
    ['automatic=auto_reply', ['vacation']],
    ['subject=pfel', ['bob']],
    ['subject=RE%3A', ['reply', 'vacation', 'elsewhere', 'plain']],
    ['subject=%25', []],
  ])('?%s', async (query, names) => {
    expect(await listed(query)).toEqual(names)
  })

  test('is narrowed to a project, a route, a contact and a message, and to all at once', async () => {
    expect(await listed(`project_id=${tenant.testProject}`)).toEqual(['elsewhere'])
    expect(await listed(`route_id=${toTypeId('inr', other.route)}`)).toEqual(['elsewhere'])
    expect(await listed(`contact_id=${toTypeId('con', contactId)}`)).toEqual(['reply', 'vacation'])
    expect(await listed(`message_id=${toTypeId('msg', messageId)}`)).toEqual(['reply'])
    expect(
      await listed(
        `contact_id=${toTypeId('con', contactId)}&project_id=${tenant.liveProject}&email=ada%40example.com&automatic=none`,
      ),
    ).toEqual(['reply'])
    expect(await listed(`route_id=${toTypeId('inr', newUuid())}`)).toEqual([])
  })

  test('goes on page by page', async () => {
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await ask('GET', `${path}?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...(body.data as { id: string }[]).map(({ id }) => id))
      cursor = body.next_cursor as string | null
      expect(body.has_more).toBe(cursor !== null)
    }
    expect(seen).toEqual(
      ['reply', 'vacation', 'bob', 'elsewhere', 'plain'].map((name) => toTypeId('inm', ids[name] ?? '')),
    )
  })

  test('a page ends early where strangers have written endless lists of addresses', async () => {
    const another = await addTenant(service)
    const mine = { workspaceId: another.workspaceId, projectId, routeId }
    const to = Array.from({ length: 1000 }, (_, n) => ({ email: `${n}@${'x'.repeat(600)}`, name: null }))
    for (let n = 0; n < 3; n += 1) {
      const { row } = await insertInbound(service.sql, mine)
      await service.sql.query(
        `update inbound_messages set metadata = jsonb_set(metadata, '{to}', $2) where id = $1`,
        [row.id, JSON.stringify(to)],
      )
    }
    const own = await another.session('member')
    const first = await call(service.url, 'GET', path, { key: own })
    expect(first.body).toMatchObject({ data: [{}], has_more: true })
    const next = await call(service.url, 'GET', `${path}?cursor=${first.body.next_cursor}`, { key: own })
    expect(next.body.data).toHaveLength(1)
  })
})

test('a deleted message is gone with its bytes, and counts no more', async () => {
  const { row: stays } = await put()
  const before = await storage()
  const raw = randomBytes(600_000)
  const { row } = await put({ raw })
  expect(await storage()).toEqual({ bytes: before.bytes + row.stored_bytes, messages: before.messages + 1 })
  const once = { 'Idempotency-Key': randomUUID() }
  expect((await ask('DELETE', pathOf(row.id), once)).status).toBe(204)
  expect((await ask('DELETE', pathOf(row.id), once)).headers['idempotent-replayed']).toBe('true')
  expect((await ask('DELETE', pathOf(row.id))).status).toBe(404)
  expect((await ask('GET', pathOf(row.id))).status).toBe(404)
  for (const table of ['inbound_chunks', 'inbound_addresses']) {
    const { rows } = await service.sql.query(`select from ${table} where message_id = $1`, [row.id])
    expect(rows, table).toEqual([])
  }
  expect(await storage()).toEqual(before)
  expect((await ask('GET', pathOf(stays.id))).status).toBe(200)
})

test('the id of a message that is still coming in deletes nothing', async () => {
  const id = newUuid()
  await service.sql.query('insert into inbound_chunks values ($1, $2, 0, $3)', [
    ...[tenant.workspaceId, id, Buffer.from('From: ')],
  ])
  expect((await ask('DELETE', pathOf(id))).status).toBe(404)
  const { rows } = await service.sql.query('select from inbound_chunks where message_id = $1', [id])
  expect(rows).toHaveLength(1)
})

test('a replay records the event once more, for the subscriptions that there are now', async () => {
  const { row } = await put({ columns: { automatic: 'list' }, attachments: [{ bytes: Buffer.from('PDF') }] })
  await subscribe(service.url, await tenant.key(), { url: 'https://hooks.shop.example/inbound' })
  const once = { 'Idempotency-Key': randomUUID() }
  const { status, body } = await ask('POST', `${pathOf(row.id)}/replay`, once)
  expect([status, body.inbound_message_id]).toEqual([202, toTypeId('inm', row.id)])
  expect((await ask('POST', `${pathOf(row.id)}/replay`, once)).body).toEqual(body)
  const { rows } = await service.sql.query(
    `select data from events where workspace_id = $1 and type = 'inbound.received'`,
    [tenant.workspaceId],
  )
  expect(rows).toMatchObject([
    { data: { inbound_message_id: toTypeId('inm', row.id), replayed: true, automatic: 'list' } },
  ])
  const events = await ask('GET', '/v1/events?type=inbound.received')
  expect(events.body.data).toMatchObject([{ id: body.event_id, data: { text: row.text } }])
  const queued = await service.sql.query('select from webhook_queue where event_id = $1', [
    fromTypeId('evt', body.event_id as string),
  ])
  expect(queued.rows).toHaveLength(1)
})

test('members read, and only admins delete', async () => {
  const { row } = await put()
  const member = await tenant.session('member')
  expect((await call(service.url, 'GET', pathOf(row.id), { key: member })).status).toBe(200)
  expect((await call(service.url, 'DELETE', pathOf(row.id), { key: member })).status).toBe(403)
  const another = await (await addTenant(service)).session('owner')
  for (const [method, at_] of [
    ['GET', pathOf(row.id)],
    ['GET', `${pathOf(row.id)}/raw`],
    ['DELETE', pathOf(row.id)],
    ['POST', `${pathOf(row.id)}/replay`],
  ] as const)
    expect((await call(service.url, method, at_, { key: another })).status, `${method} ${at_}`).toBe(404)
})

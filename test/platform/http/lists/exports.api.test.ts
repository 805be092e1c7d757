import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { insertContacts } from '../../../support/campaigns/campaigns.js'
import { send, settled } from '../../../support/messages/messages.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Contacts, message logs and events as files, which have what the pages of their lists have. */

let service: TestService
let tenant: Tenant
let key: string

const formula = '=HYPERLINK("https://evil.example")'

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  for (const subject of ['Plain', formula, 'Two\u2028lines; -1']) {
    const id = await send(service.url, key, tenant.testProject, { subject, metadata: { order: 'A-1' } })
    if (service.config.roles.includes('delivery')) await settled(service.url, key, id)
  }
  const body = {
    project_id: tenant.testProject,
    email: 'Grüße@example.com',
    name: '+1',
    properties: { plan: 'pro' },
  }
  expect((await call(service.url, 'PUT', '/v1/contacts', { key, body })).status).toBe(201)
})

const exported = async (what: string, accept: string, query = '') => {
  const path = `/v1/${what}/export${query}`
  const reply = await call(service.url, 'GET', path, { key, headers: { Accept: accept } })
  expect([reply.status, reply.headers['content-type']]).toEqual([200, expect.stringContaining(accept)])
  return reply.text
}
const rowsOf = async (what: string, query = '') =>
  parse(await exported(what, 'text/csv', query), {
    columns: true,
    record_delimiter: '\r\n',
  }) as unknown as Record<string, string>[]
const linesOf = async (what: string, query = '') =>
  (await exported(what, 'application/x-ndjson', query))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { id: string })
const listed = async (what: string, query = '') =>
  (await call(service.url, 'GET', `/v1/${what}?limit=100${query}`, { key })).body.data as { id: string }[]

describe.each(['contacts', 'message-logs', 'events'])('%s', (what) => {
  test('as JSON are those of the list, as CSV the same', async () => {
    const rows = await listed(what)
    expect(rows.length).toBeGreaterThan(0)
    expect(await linesOf(what)).toEqual(rows)
    expect((await rowsOf(what)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  })

  test('by a filter, and of nothing', async () => {
    expect(await linesOf(what, `?project_id=${tenant.liveProject}`)).toEqual([])
    const csv = await exported(what, 'text/csv', `?project_id=${tenant.liveProject}`)
    expect(csv).toMatch(/^id,[a-z_,]+\r\n$/)
    const refused = await call(service.url, 'GET', `/v1/${what}/export?limit=2`, { key })
    expect(refused.status).toBe(422)
  })
})

test('nothing runs in a spreadsheet, and JSON in a cell is whole', async () => {
  const logs = await rowsOf('message-logs')
  expect(logs.map(({ subject }) => subject).reverse()).toEqual(['Plain', `'${formula}`, `Two lines;' -1`])
  expect(JSON.parse(logs[0]?.metadata ?? '')).toEqual({ order: 'A-1' })
  const [contact] = await rowsOf('contacts')
  expect(contact).toMatchObject({ email: 'Grüße@example.com', name: `'+1`, unsubscribed_at: '' })
  expect(JSON.parse(contact?.properties ?? '')).toEqual({ plan: 'pro' })
})

test('more than a page of contacts comes in order, each once', async () => {
  const own = await addTenant(service)
  const emails = Array.from({ length: 2500 }, (_, index) => `reader${index}@example.com`)
  const ids = await insertContacts(
    service.sql,
    { workspaceId: own.workspaceId, project: own.testProject },
    emails,
  )
  const reply = await call(service.url, 'GET', '/v1/contacts/export', {
    key: await own.key(),
    headers: { Accept: 'text/csv' },
  })
  const rows = parse(reply.text, { columns: true }) as unknown as { email: string }[]
  expect(rows).toHaveLength(ids.length)
  expect(new Set(rows.map(({ email }) => email)).size).toBe(ids.length)
})

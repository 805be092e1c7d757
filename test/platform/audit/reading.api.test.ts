import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { call, type ApiReply } from '../../support/api/api.js'
import { entryOf } from '../../support/workspace/audit.js'
import { sharedApi } from '../../support/service/shared-service.js'
import type { TestService } from '../../support/service/service.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'

/** Reading the audit log: a page, one entry, all of it as a file. */

let service: TestService
let tenant: Tenant
let admin: string
let owner: string
/** A key that was issued and revoked, and then used in vain. */
let keyId: string
let revoked: ApiReply
let refused: ApiReply

/** A browser's name that a spreadsheet would run. */
const formula = '=HYPERLINK("http://evil.example";"x"),\'y'

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  admin = await tenant.session('admin')
  owner = await tenant.session('owner')
  const body = { kind: 'project', name: 'Shop', project_id: tenant.liveProject, scopes: ['contacts:*'] }
  const issued = await ask('POST', '/v1/api-keys', owner, { body })
  keyId = issued.body.api_key.id as string
  await ask('PUT', '/v1/contacts', issued.body.secret as string, {
    body: {
      email: 'ada@example.com',
      project_id: tenant.liveProject,
    },
  })
  refused = await ask('POST', '/v1/api-keys', await tenant.session('member'), { body })
  await entryOf(service, refused)
  revoked = await ask('DELETE', `/v1/api-keys/${keyId}`, owner, { agent: formula })
})

const ask = (
  method: string,
  path: string,
  key: string,
  { body, agent = 'Tester/1' }: { readonly body?: object; readonly agent?: string } = {},
) => call(service.url, method, path, { key, body, headers: { 'User-Agent': agent } })
const list = async (filters: Record<string, string> = {}) => {
  const reply = await ask('GET', `/v1/audit-events?${new URLSearchParams(filters).toString()}`, admin)
  expect(reply.status, reply.text).toBe(200)
  return reply.body as { data: Record<string, any>[]; has_more: boolean; next_cursor: string | null }
}
const operations = async (filters: Record<string, string>) =>
  (await list(filters)).data.map(({ operation }) => operation as string)

describe('a page', () => {
  test('has the newest first, with who, what, from where and how it ended', async () => {
    const { data } = await list()
    expect(data.map(({ operation }) => operation)).toEqual([
      'revokeApiKey',
      'createApiKey',
      'upsertContact',
      'createApiKey',
    ])
    expect(data[0]).toMatchObject({
      actor: { kind: 'session', name: expect.stringMatching(/-owner@/) },
      ip_address: expect.any(String),
      user_agent: formula,
      resource: { type: 'api_key', id: keyId },
      outcome: 'succeeded',
      status: 204,
      request_id: revoked.headers['request-id'],
      count: null,
    })
    expect(data[1]).toMatchObject({
      outcome: 'refused',
      status: 403,
      error_code: 'insufficient_scope',
      resource: null,
    })
    // By the key's name, which is looked up.
    expect(data[2]).toMatchObject({
      actor: { kind: 'project_key', id: keyId, name: 'Shop', session_id: null },
      resource: { type: 'contact' },
      project_id: tenant.liveProject,
    })
    expect(data[3]).toMatchObject({ resource: { type: 'api_key', id: keyId }, status: 201 })
  })

  test('is narrowed by each filter, and by all together', async () => {
    const owning = (await list()).data[0]?.['actor'].id as string
    expect(await operations({ actor_id: keyId })).toEqual(['upsertContact'])
    expect(await operations({ actor_id: owning })).toEqual(['revokeApiKey', 'createApiKey'])
    expect(await operations({ actor_kind: 'project_key' })).toEqual(['upsertContact'])
    expect(await operations({ actor_kind: 'session', outcome: 'succeeded' })).toEqual([
      'revokeApiKey',
      'createApiKey',
    ])
    expect(await operations({ operation: 'createApiKey', outcome: 'refused' })).toHaveLength(1)
    expect(await operations({ resource_id: keyId })).toEqual(['revokeApiKey', 'createApiKey'])
    expect(await operations({ resource_id: keyId, operation: 'revokeApiKey' })).toEqual(['revokeApiKey'])
    expect(await operations({ outcome: 'failed' })).toEqual([])
    expect(await operations({ since: new Date(Date.now() + 1000).toISOString() })).toEqual([])
    expect(await operations({ until: new Date(0).toISOString() })).toEqual([])
  })

  test('goes on where the one before ended', async () => {
    const first = await list({ limit: '3' })
    expect(first.has_more).toBe(true)
    const second = await list({ limit: '3', cursor: first.next_cursor ?? '' })
    expect(second.has_more).toBe(false)
    expect([...first.data, ...second.data]).toEqual((await list()).data)
  })

  test.each([
    ['member', () => tenant.session('member')],
    ['a workspace key', () => tenant.key()],
  ])('is not for %s', async (_kind, make) => {
    const key = await make()
    for (const path of ['/v1/audit-events', '/v1/audit-events/export']) {
      expect((await ask('GET', path, key)).status).toBe(403)
    }
  })
})

test('one entry is found by its id, in its workspace', async () => {
  const entry = (await list()).data[0] as { id: string }
  const path = `/v1/audit-events/${entry.id}`
  expect((await ask('GET', path, admin)).body).toEqual(entry)
  const stranger = await (await addTenant(service)).session('owner')
  expect((await ask('GET', path, stranger)).status).toBe(404)
  expect((await ask('GET', '/v1/audit-events', stranger)).body.data).toEqual([])
})

describe('an export', () => {
  const exported = (accept: string, query = '') =>
    call(service.url, 'GET', `/v1/audit-events/export${query}`, { key: admin, headers: { Accept: accept } })

  test('as CSV has all entries, the oldest first, and nothing that a spreadsheet would run', async () => {
    const { text, headers } = await exported('text/csv')
    expect(headers['content-type']).toMatch('text/csv')
    const rows = parse(text, { columns: true, record_delimiter: '\r\n' }) as unknown as Record<
      string,
      string
    >[]
    const { data } = await list()
    expect(rows.map(({ id }) => id)).toEqual(data.map(({ id }) => id as string).reverse())
    expect(rows.at(-1)).toMatchObject({
      actor_kind: 'session',
      actor_name: data[0]?.['actor'].name,
      user_agent: `'${formula}`,
      operation: 'revokeApiKey',
      resource_type: 'api_key',
      resource_id: keyId,
      status: '204',
      error_code: '',
      count: '',
    })
  })

  test('as JSON has an entry a line, as pages have them', async () => {
    const { text, headers } = await exported('application/x-ndjson', '?operation=createApiKey')
    expect(headers['content-type']).toMatch('application/x-ndjson')
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(lines).toEqual((await list({ operation: 'createApiKey' })).data.reverse())
  })

  test('by several filters, and of nothing', async () => {
    const { text } = await exported('application/x-ndjson', `?actor_kind=session&outcome=refused`)
    expect(text.trimEnd().split('\n')).toHaveLength(1)
    const nothing = await exported('text/csv', '?operation=nothing')
    expect(nothing.text.split('\r\n')).toHaveLength(2)
  })
})

test('a batch is one entry, with the number of messages that were accepted', async () => {
  const key = await tenant.key()
  const item = (name: string, email: string) => ({
    idempotency_key: name,
    message: {
      project_id: tenant.testProject,
      from_email: 'a@shop.example',
      to: [{ email }],
      subject: 'x',
      text: 'x',
    },
  })
  const send = (...items: object[]) => ask('POST', '/v1/messages/batch', key, { body: { items } })
  const [one, two] = [item('1', 'ada@example.com'), item('2', 'bo@example.com')]
  const wrong = { ...item('3', 'x'), message: { project_id: tenant.testProject } }
  expect(await entryOf(service, await send(one, two, wrong))).toMatchObject({
    outcome: 'succeeded',
    count: 2,
    resource_id: null,
  })
  // What was accepted before counts no more.
  const three = item('4', 'cy@example.com')
  expect(await entryOf(service, await send(one, three))).toMatchObject({ outcome: 'succeeded', count: 1 })
  expect(await entryOf(service, await send(two, wrong))).toMatchObject({ outcome: 'refused', count: 0 })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { fromTypeId, newUuid } from '../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../support/api/api.js'
import { startDns, type TestDns } from '../../support/domains/dns.js'
import { insertDomain, insertKeyedDomain } from '../../support/domains/domains.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'

/** Domains are added, listed, read and deleted. */

type Domain = components['schemas']['Domain']

let dns: TestDns
let service: TestService
let tenant: Tenant
let session: string
let key: string

beforeAll(async () => {
  dns = await startDns()
  service = await startTestService({ env: { POSTSEAL_DNS_SERVERS: dns.server } })
})
afterAll(async () => {
  await service.stop()
  await dns.close()
})
beforeEach(async () => {
  tenant = await addTenant(service)
  ;[session, key] = await Promise.all([tenant.session('admin'), tenant.key()])
})

const add = (body: object, as = session, headers = {}): Promise<ApiReply> =>
  call(service.url, 'POST', '/v1/domains', { key: as, body, headers })
const read = (path: string, as = key) => call(service.url, 'GET', `/v1/domains${path}`, { key: as })
const keyed = async (name: string) =>
  (await read(`/${await insertKeyedDomain(service, tenant.workspaceId, name)}`)).body as Domain
const namesIn = (reply: ApiReply) => (reply.body.data as { name: string }[]).map(({ name }) => name)
const rowsOf = async (table: string, of: Tenant = tenant) =>
  (await service.sql.query(`select * from ${table} where workspace_id = $1`, [of.workspaceId])).rowCount

test('a new domain is pending and says what to publish', async () => {
  const reply = await add({ name: 'Shop.Example' })
  expect(reply.status, reply.text).toBe(201)
  const { body } = reply
  expect(body).toMatchObject({
    name: 'shop.example',
    status: 'pending',
    vouched: false,
    verified_at: null,
    degraded_since: null,
    fails_at: null,
    checked_at: null,
    dkim_keys: [{ algorithm: 'rsa', status: 'active', retires_at: null }],
  })
  // Due at once.
  expect(body.next_check_at).toBe(body.created_at)
  const { selector } = body.dkim_keys[0]
  expect(selector).toMatch(/^ps1-[0-9a-f]{8}$/)
  expect(body.records[0]).toMatchObject({
    kind: 'dkim',
    need: 'required',
    type: 'TXT',
    name: `${selector}._domainkey.shop.example`,
    selector,
    expected: expect.stringMatching(/^v=DKIM1; k=rsa; p=MII/),
    found: [],
  })
  expect((await read(`/${body.id}`)).body).toEqual(body)
  expect((await read('')).body).toEqual({ data: [body], has_more: false, next_cursor: null })
})

test('an Ed25519 key stands beside the RSA key where it is wished', async () => {
  const { body } = await add({ name: 'shop.example', ed25519: true })
  expect(body.dkim_keys).toMatchObject([
    { algorithm: 'rsa', selector: expect.stringMatching(/^ps1-/) },
    { algorithm: 'ed25519', selector: expect.stringMatching(/^ps1e-/) },
  ])
  expect(body.records.filter((record: { kind: string }) => record.kind === 'dkim')).toHaveLength(2)
})

describe('a name', () => {
  test('is kept as A-labels in lower case, and found by any other form', async () => {
    expect((await add({ name: 'Müller.Example.' })).body.name).toBe('xn--mller-kva.example')
    expect(namesIn(await read(`?name=${encodeURIComponent('MÜLLER.example')}`))).toEqual([
      'xn--mller-kva.example',
    ])
  })

  test.each([
    ['localhost', 'domain'],
    ['https://shop.example', 'domain'],
    ['shop.123', 'domain'],
    ['co.uk', 'public_suffix'],
  ])('%s is refused', async (name, code) => {
    const reply = await add({ name })
    expect(reply.status, reply.text).toBe(422)
    expect(reply.body.error.details).toMatchObject([{ path: '/body/name', code }])
    expect(await rowsOf('dkim_keys')).toBe(0)
  })

  test('that the workspace has is refused however it is written, and another workspace has it too', async () => {
    await insertKeyedDomain(service, tenant.workspaceId, 'xn--mller-kva.example')
    for (const name of ['müller.example', 'XN--MLLER-KVA.example']) {
      expect((await add({ name })).body.error.details).toMatchObject([{ path: '/body/name', code: 'taken' }])
    }
    const other = await addTenant(service)
    const theirs = await add({ name: 'müller.example' }, await other.session('admin'))
    expect(theirs.status).toBe(201)
    const [mine] = (await read('')).body.data
    // Each has a key of its own at a name of its own.
    expect(theirs.body.dkim_keys[0].selector).not.toBe(mine.dkim_keys[0].selector)
  })

  test('is not looked for where it is none', async () => {
    const reply = await read('?name=localhost')
    expect(reply.status).toBe(422)
    expect(reply.body.error.details).toMatchObject([{ path: '/query/name', code: 'domain' }])
  })
})

test('of two who add a domain at once one has it', async () => {
  const replies = await Promise.all([add({ name: 'race.example' }), add({ name: 'race.example' })])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 422])
  expect([await rowsOf('domains'), await rowsOf('dkim_keys')]).toEqual([1, 1])
})

test('a repeated request adds nothing and answers the same', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const [first, ...others] = [
    await add({ name: 'once.example' }, session, headers),
    await add({ name: 'once.example' }, session, headers),
  ]
  expect(others[0]?.headers['idempotent-replayed']).toBe('true')
  expect(others[0]?.body).toEqual(first?.body)
})

test('there are a thousand at most', async () => {
  await service.sql.query(
    `insert into domains (workspace_id, id, name, status, next_check_at)
     select $1, gen_random_uuid(), 'd' || n || '.example', 'pending', now() + interval '1 day'
     from generate_series(1, 1000) as n`,
    [tenant.workspaceId],
  )
  const reply = await add({ name: 'more.example' })
  expect(reply.body.error.details).toMatchObject([{ path: '/body/name', code: 'too_many' }])
})

test('a list has the newest first, pages, and those of a status or a name', async () => {
  const { workspaceId } = tenant
  await insertDomain(service.sql, workspaceId, 'a.example', 'verified')
  await insertDomain(service.sql, workspaceId, 'b.example', 'failed')
  await insertDomain(service.sql, workspaceId, 'c.example', 'verified')
  expect(namesIn(await read(''))).toEqual(['c.example', 'b.example', 'a.example'])
  const page = await read('?limit=2')
  expect([namesIn(page), page.body.has_more]).toEqual([['c.example', 'b.example'], true])
  expect(namesIn(await read(`?limit=2&cursor=${page.body.next_cursor}`))).toEqual(['a.example'])
  expect(namesIn(await read('?status=verified'))).toEqual(['c.example', 'a.example'])
  expect(namesIn(await read('?status=pending'))).toEqual([])
  expect(namesIn(await read('?name=B.example'))).toEqual(['b.example'])
  expect(namesIn(await read('?name=z.example'))).toEqual([])
})

test('a deleted domain is gone with its keys and what reports told of it, and nothing else is', async () => {
  const [gone, stays] = await Promise.all(['gone.example', 'stays.example'].map(keyed))
  for (const domain of [gone, stays]) await tellOf(fromTypeId('dom', domain?.id ?? ''))
  const remove = () => call(service.url, 'DELETE', `/v1/domains/${gone?.id}`, { key: session })
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect((await read(`/${gone?.id}`)).status).toBe(404)
  for (const table of ['domains', 'dkim_keys', 'dmarc_reports', 'dmarc_sources', 'dmarc_source_days'])
    expect([table, await rowsOf(table)]).toEqual([table, 1])
  expect((await read(`/${stays?.id}`)).body).toEqual(stays)
})

async function tellOf(domainId: string): Promise<void> {
  const source = newUuid()
  const ids = [tenant.workspaceId, domainId]
  await service.sql.query(
    `insert into dmarc_reports (workspace_id, domain_id, id, reporter, report_id, begins_at, ends_at, day, messages)
     values ($1, $2, gen_random_uuid(), 'receiver.example', '1', now(), now(), now(), 1)`,
    ids,
  )
  await service.sql.query(
    `insert into dmarc_sources (workspace_id, domain_id, id, address, header_from, first_seen_at, last_seen_at)
     values ($1, $2, $3, '192.0.2.1', 'shop.example', now(), now())`,
    [...ids, source],
  )
  await service.sql.query(
    `insert into dmarc_source_days select $1, $3, now(), $2, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0`,
    [...ids, source],
  )
}

test('another workspace sees and changes nothing of it', async () => {
  const body = await keyed('mine.example')
  const other = await addTenant(service)
  const [theirSession, theirKey] = [await other.session('owner'), await other.key()]
  expect(namesIn(await read('', theirKey))).toEqual([])
  expect(namesIn(await read('?name=mine.example', theirKey))).toEqual([])
  dns.asked.length = 0
  const attempts = [
    read(`/${body.id}`, theirKey),
    call(service.url, 'POST', `/v1/domains/${body.id}/check`, { key: theirKey }),
    call(service.url, 'POST', `/v1/domains/${body.id}/rotate-dkim`, { key: theirSession }),
    call(service.url, 'DELETE', `/v1/domains/${body.id}`, { key: theirSession }),
  ]
  for (const reply of await Promise.all(attempts)) {
    expect([reply.status, reply.body.error.code]).toEqual([404, 'not_found'])
  }
  expect(dns.asked).toEqual([])
  expect((await read(`/${body.id}`)).body).toEqual(body)
})

describe('a key that is restricted', () => {
  const change = async (as: string, domain: string, name: string): Promise<string[]> => {
    const replies = [
      await add({ name }, as),
      await call(service.url, 'POST', `/v1/domains/${domain}/rotate-dkim`, { key: as }),
      await call(service.url, 'DELETE', `/v1/domains/${domain}`, { key: as }),
    ]
    return replies.map(({ status, body }) => [status, body.error?.code as unknown].join(' ').trim())
  }

  test('to sender domains makes, re-keys and removes those alone', async () => {
    const own = await keyed('shop.example')
    const other = await keyed('mail.shop.example')
    const held = await tenant.key({
      restrictions: { senderDomains: ['shop.example', 'xn--mller-kva.example'] },
    })
    expect(await change(held, other.id, 'another.example')).toEqual(Array(3).fill('403 sender_not_allowed'))
    expect(await read(`/${other.id}`, held)).toMatchObject({ status: 200, body: other })
    expect(await change(held, own.id, 'Müller.example')).toEqual(['201', '200', '204'])
    expect(namesIn(await read(''))).toEqual(['xn--mller-kva.example', 'mail.shop.example'])
  })

  test('to test projects changes nothing, and one for live projects may', async () => {
    const domain = await keyed('shop.example')
    const [test, live] = await Promise.all(
      (['test', 'live'] as const).map((environment) => tenant.key({ restrictions: { environment } })),
    )
    expect(await change(test as string, domain.id, 'a.example')).toEqual(
      Array(3).fill('403 environment_not_allowed'),
    )
    expect((await read(`/${domain.id}`, test)).body).toEqual(domain)
    expect(await change(live as string, domain.id, 'a.example')).toEqual(['201', '200', '204'])
  })
})

describe('the return path of its own', () => {
  const change = (id: string, label: string, as = session) =>
    call(service.url, 'PATCH', `/v1/domains/${id}`, { key: as, body: { return_path_label: label } })

  test('is named when the domain is added, and by another name later', async () => {
    const { body } = await add({ name: 'shop.example', return_path_label: 'Mail-Return' })
    expect(body.return_path).toMatchObject({ label: 'mail-return', domain: 'mail-return.shop.example' })
    const reply = await change(body.id, 'back.mail')
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.return_path).toMatchObject({ label: 'back.mail', domain: 'back.mail.shop.example' })
    expect((await read(`/${body.id}`)).body).toEqual(reply.body)
    // Its record was not looked for yet.
    expect(Date.parse(reply.body.next_check_at)).toBeLessThanOrEqual(Date.now())
  })

  test.each([
    ['-back', 'label'],
    ['back_path', 'label'],
    ['a..b', 'label'],
    ['news', 'taken'],
    [Array.from({ length: 3 }, () => 'a'.repeat(40)).join('.'), 'too_long'],
  ])('is not named %s', async (label, code) => {
    const name = code === 'too_long' ? `${'b'.repeat(60)}.${'c'.repeat(60)}.example` : 'shop.example'
    await add({ name: `news.${name}` })
    const refused = await add({ name, return_path_label: label })
    expect(refused.status).toBe(422)
    expect(refused.body.error.details).toMatchObject([{ path: '/body/return_path_label', code }])
    const { body } = await add({ name })
    const unchanged = await change(body.id, label)
    expect(unchanged.body.error.details).toMatchObject([{ path: '/body/return_path_label', code }])
    expect((await read(`/${body.id}`)).body.return_path.label).toBe('bounces')
  })

  test('is changed by who may change the domain', async () => {
    const { body } = await add({ name: 'shop.example' })
    const [other, member] = await Promise.all([addTenant(service), tenant.session('member')])
    expect((await change(body.id, 'back', member)).status).toBe(403)
    expect((await change(body.id, 'back', await other.session('admin'))).status).toBe(404)
    expect((await change(body.id, 'back', key)).status).toBe(200)
  })
})

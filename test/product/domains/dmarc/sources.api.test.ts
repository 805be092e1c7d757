import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { minUuidAt, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import {
  daysAgo,
  insertReportedDomain,
  insertSource,
  type SourceFields,
} from '../../../support/domains/dmarc.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Who sends as the domains of a workspace, and what somebody says of them. */

type Source = components['schemas']['DmarcSource']
interface SourcePage {
  readonly data: Source[]
  readonly has_more: boolean
  readonly next_cursor: string | null
  readonly window: { since: string; until: string | null }
}

const dayMs = 24 * 3600 * 1000
/** The second has bits beyond its prefix, as operators write it. */
const ranges = '192.0.2.0/25,198.51.100.77/24,2001:db8:5::/48'

let service: TestService
let tenant: Tenant
let key: string
let domain: { id: Uuid; name: string }

beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api', POSTSEAL_SENDING_ADDRESSES: ranges } })
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await addTenant(service)
  key = await tenant.key({ scopes: ['reports:read'] })
  domain = await insertReportedDomain(service.sql, tenant.workspaceId)
})

const source = (fields: SourceFields = {}, of = domain, by = tenant) =>
  insertSource(service.sql, by.workspaceId, of, fields)

async function page(query: Record<string, string> = {}, by = key): Promise<SourcePage> {
  const path = `/v1/deliverability/dmarc/sources?${new URLSearchParams(query).toString()}`
  const reply = await call(service.url, 'GET', path, { key: by })
  expect(reply.status, reply.text).toBe(200)
  return reply.body as SourcePage
}

const list = async (query: Record<string, string> = {}) => (await page(query)).data
const idsOf = async (query: Record<string, string> = {}) => (await list(query)).map(({ id }) => id)
const outside = (...ids: Uuid[]) => ids.map((id) => toTypeId('dms', id))

/** The details of a refusal. */
async function refused(query: Record<string, string>): Promise<string[]> {
  const path = `/v1/deliverability/dmarc/sources?${new URLSearchParams(query).toString()}`
  const { status, body } = await call(service.url, 'GET', path, { key })
  expect(status).toBe(422)
  const { details } = (body as { error: { details: { path: string; code: string }[] } }).error
  return details.map((one) => `${one.path} ${one.code}`)
}

describe('a source', () => {
  test('has the sums of its days, and of nobody else', async () => {
    const id = await source({
      address: '203.0.113.7',
      headerFrom: 'news.shop.example',
      days: [
        { ago: 1, messages: 100, pass: 90, dkimAligned: 80, spfAligned: 60, quarantined: 7, rejected: 3 },
        { ago: 2, messages: 1, pass: 1, dkimAligned: 0, spfAligned: 1 },
      ],
      firstSeenAt: new Date('2026-01-02T00:00:00Z'),
      lastSeenAt: new Date('2026-01-14T23:59:59Z'),
    })
    await source({ days: [{ messages: 1000 }] })
    expect(await list({ address: '203.0.113.7' })).toEqual([
      {
        id: toTypeId('dms', id),
        domain_id: toTypeId('dom', domain.id),
        domain: domain.name,
        address: '203.0.113.7',
        hostname: null,
        network: null,
        header_from: 'news.shop.example',
        kind: 'aligned',
        ours: false,
        messages: 101,
        dkim_pass: 80,
        dkim_aligned: 80,
        spf_pass: 61,
        spf_aligned: 61,
        dmarc_pass: 91,
        dispositions: { none: 91, quarantine: 7, reject: 3 },
        first_seen_at: '2026-01-02T00:00:00.000Z',
        last_seen_at: '2026-01-14T23:59:59.000Z',
        review: null,
        review_note: null,
        reviewed_at: null,
      },
    ])
  })

  test('is of the first kind that fits', async () => {
    const kinds: Record<string, [Source['kind'], SourceFields]> = {
      'an address of ours, whatever it sends': ['ours', { address: '192.0.2.127', days: [{ messages: 9 }] }],
      'the address after the last of ours': [
        'unexplained',
        { address: '192.0.2.128', days: [{ messages: 9 }] },
      ],
      'one of a range with bits too many': ['ours', { address: '198.51.100.3' }],
      'one of IPv6': ['ours', { address: '2001:db8:5:1::9' }],
      'one of IPv6 beside it': ['unexplained', { address: '2001:db8:6::9' }],
      'one signature of ours that held': ['forwarded', { days: [{ messages: 9, pass: 9, ownSignature: 1 }] }],
      'exactly half that passes': ['aligned', { days: [{ messages: 10, pass: 5 }] }],
      'less than half': ['unexplained', { days: [{ messages: 11, pass: 5 }] }],
    }
    const ids = new Map<string, string>()
    for (const [name, [, fields]] of Object.entries(kinds))
      ids.set(toTypeId('dms', await source(fields)), name)
    const found = Object.fromEntries((await list()).map(({ id, kind, ours }) => [ids.get(id), [kind, ours]]))
    const expected = Object.entries(kinds).map(([name, [kind]]) => [name, [kind, kind === 'ours']])
    expect(found).toEqual(Object.fromEntries(expected))
    for (const wanted of ['ours', 'forwarded', 'aligned', 'unexplained']) {
      const names = (await list({ kind: wanted })).map(({ id }) => ids.get(id))
      const all = Object.entries(kinds).filter(([, [kind]]) => kind === wanted)
      expect(names.sort()).toEqual(all.map(([name]) => name).sort())
    }
  })

  test('can be of another kind in other days', async () => {
    const [early, late] = [
      { ago: 5, messages: 10, pass: 10 },
      { ago: 1, messages: 100 },
    ]
    await source({ days: [early, late] })
    const kindOf = async (query: Record<string, string>) => (await list(query))[0]?.kind
    expect(await kindOf({ until: `${daysAgo(3)}T00:00:00Z` })).toBe('aligned')
    expect(await kindOf({ since: `${daysAgo(3)}T00:00:00Z` })).toBe('unexplained')
  })
})

describe('the window', () => {
  test('is of whole days, from that of since to those that begin before until', async () => {
    await source({ days: [1, 2, 3, 4].map((ago) => ({ ago, messages: 10 ** (ago - 1) })) })
    const messages = async (since: string, until: string) => (await list({ since, until }))[0]?.messages
    expect(await messages(`${daysAgo(3)}T23:59:59Z`, `${daysAgo(1)}T00:00:00Z`)).toBe(110)
    expect(await messages(`${daysAgo(3)}T00:00:00Z`, `${daysAgo(1)}T00:00:01Z`)).toBe(111)
    expect(await messages(`${daysAgo(2)}T00:00:00Z`, `${daysAgo(2)}T00:00:00Z`)).toBeUndefined()
    expect(await messages(`${daysAgo(2)}T12:00:00Z`, `${daysAgo(2)}T12:00:01Z`)).toBe(10)
    expect(await messages(`${daysAgo(3)}T23:00:00-05:00`, `9999-12-31T23:59:59Z`)).toBe(11)
    expect(await messages(`${daysAgo(3)}T00:00:00Z`, `0000-01-01T00:00:00Z`)).toBeUndefined()
  })

  test('leaves out what nothing was reported of, whenever it was stored', async () => {
    const old = { id: minUuidAt(new Date(Date.now() - 300 * dayMs)), days: [{ ago: 1, messages: 1 }] }
    const seen = await source(old)
    await source({ days: [{ ago: 9, messages: 1 }] })
    await source({ days: [] })
    expect(await idsOf({ since: `${daysAgo(3)}T00:00:00Z` })).toEqual(outside(seen))
  })

  test('begins where the retention does', async () => {
    tenant = await addTenant(service, { retentionDays: 3 })
    key = await tenant.key()
    domain = await insertReportedDomain(service.sql, tenant.workspaceId)
    await source({ days: [3, 4].map((ago) => ({ ago, messages: ago })) })
    const { data, window } = await page({ since: '2020-01-01T00:00:00Z' })
    expect(data.map(({ messages }) => messages)).toEqual([3])
    expect(window.since.slice(0, 10)).toBe(daysAgo(3))
  })
})

describe('filters', () => {
  test('are by all that a source has', async () => {
    const other = await insertReportedDomain(service.sql, tenant.workspaceId)
    const ids = {
      first: await source({ address: '203.0.113.1', headerFrom: 'a.example', review: 'authorized' }),
      second: await source({ address: '2001:db8::1', headerFrom: 'b.example', review: 'unauthorized' }),
      third: await source({ address: '2001:db8::1', headerFrom: 'a.example' }),
      fourth: await source({ address: '192.0.2.1', headerFrom: 'xn--bcher-kva.example' }, other),
    }
    const cases: [Record<string, string>, Uuid[]][] = [
      [{}, [ids.fourth, ids.third, ids.second, ids.first]],
      [{ domain_id: toTypeId('dom', other.id) }, [ids.fourth]],
      [{ domain_id: toTypeId('dom', domain.id) }, [ids.third, ids.second, ids.first]],
      [{ address: '2001:DB8:0:0:0:0:0:1' }, [ids.third, ids.second]],
      [{ address: '::ffff:203.0.113.1' }, [ids.first]],
      [{ address: '203.0.113.2' }, []],
      [{ address: '2001:db8::1', domain_id: toTypeId('dom', other.id) }, []],
      [{ header_from: 'A.example' }, [ids.third, ids.first]],
      [{ header_from: 'bücher.example' }, [ids.fourth]],
      [{ review: 'authorized' }, [ids.first]],
      [{ review: 'unauthorized' }, [ids.second]],
      [{ review: 'none' }, [ids.fourth, ids.third]],
      [{ ours: 'true' }, [ids.fourth]],
      [{ ours: 'false' }, [ids.third, ids.second, ids.first]],
      [{ ours: 'false', kind: 'ours' }, []],
      [{ review: 'none', header_from: 'a.example', kind: 'unexplained' }, [ids.third]],
    ]
    for (const [query, expected] of cases)
      expect(await idsOf(query), JSON.stringify(query)).toEqual(outside(...expected))
  })

  test('refuse what is no address and no domain', async () => {
    for (const address of ['10', '192.0.2.0/24', '192.0.2.01', 'fe80::1%eth0', '2001:db8::g', 'shop.example'])
      expect(await refused({ address }), address).toEqual(['/query/address address'])
    expect(await refused({ header_from: 'no_domain' })).toEqual(['/query/header_from domain'])
  })
})

describe('pages', () => {
  test('have each source once, whatever is added meanwhile', async () => {
    const before: Uuid[] = []
    for (let index = 0; index < 7; index += 1) before.unshift(await source())
    const walked: string[] = []
    let cursor: string | undefined
    do {
      const { data, next_cursor } = await page({ limit: '2', ...(cursor && { cursor }) })
      walked.push(...data.map(({ id }) => id))
      await source()
      cursor = next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(walked).toEqual(outside(...before))
  })

  test('are short where much was looked at in vain, and go on there', async () => {
    const first = await source({ address: '192.0.2.9' })
    await service.sql.query(
      `with source as (
         insert into dmarc_sources (workspace_id, id, domain_id, address, header_from, first_seen_at, last_seen_at)
         select $1, ($3 || lpad(to_hex(n), 12, '0'))::uuid, $2, '10.0.0.0'::inet + n, 'a.example', now(), now()
         from generate_series(1, 2500) n returning *
       )
       insert into dmarc_source_days
       select workspace_id, id, current_date - 1, domain_id, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0 from source`,
      // Of a later millisecond, so that they are newer whatever the rest of that id is.
      [tenant.workspaceId, domain.id, minUuidAt(new Date(Date.now() + 1)).slice(0, 24)],
    )
    const empty = await page({ kind: 'ours' })
    expect(empty).toMatchObject({ data: [], has_more: true })
    const next = await page({ kind: 'ours', cursor: empty.next_cursor ?? '' })
    expect(next).toMatchObject({ data: [{ id: toTypeId('dms', first) }], has_more: false })
    // What an index knows is found at once.
    expect(await idsOf({ kind: 'ours', address: '192.0.2.9' })).toEqual(outside(first))
  })
})

describe('a review', () => {
  const review = (id: string, body: unknown, by: string) =>
    call(service.url, 'PATCH', `/v1/deliverability/dmarc/sources/${id}`, { key: by, body })

  test('says who may send, and can be taken back', async () => {
    const admin = await tenant.session('admin')
    const id = toTypeId('dms', await source({ days: [{ ago: 20, messages: 4, pass: 4 }] }))
    const authorized = await review(id, { review: 'authorized', note: 'The newsletter' }, admin)
    expect(authorized).toMatchObject({
      status: 200,
      body: { id, messages: 4, kind: 'aligned', review: 'authorized', review_note: 'The newsletter' },
    })
    const again = await review(id, { review: 'unauthorized' }, await tenant.key({ scopes: ['domains:*'] }))
    expect(again.body).toMatchObject({ review: 'unauthorized', review_note: null })
    expect(Date.parse(again.body.reviewed_at)).toBeGreaterThanOrEqual(Date.parse(authorized.body.reviewed_at))
    expect(await list()).toEqual([again.body])
    const back = await review(id, { review: null, note: 'Never mind' }, admin)
    expect(back.body).toMatchObject({ review: null, review_note: null, reviewed_at: null })
  })

  test('is of a source that sent nothing within the retention as well', async () => {
    const id = toTypeId('dms', await source({ days: [] }))
    const { status, body } = await review(id, { review: 'authorized' }, await tenant.session('admin'))
    expect(status).toBe(200)
    expect(body).toMatchObject({ messages: 0, dmarc_pass: 0, kind: 'unexplained', review: 'authorized' })
  })

  test('is given once where it is repeated with its key', async () => {
    const id = toTypeId('dms', await source())
    const admin = await tenant.session('admin')
    const send = () =>
      call(service.url, 'PATCH', `/v1/deliverability/dmarc/sources/${id}`, {
        key: admin,
        body: { review: 'authorized' },
        headers: { 'Idempotency-Key': 'the-review' },
      })
    const [first, second] = [await send(), await send()]
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.body).toEqual(first.body)
  })
})

test('another workspace has nothing of it', async () => {
  const id = await source({ address: '203.0.113.50' })
  const stranger = await addTenant(service)
  const theirs = await stranger.key()
  const queries: Record<string, string>[] = [
    {},
    { domain_id: toTypeId('dom', domain.id) },
    { address: '203.0.113.50' },
  ]
  for (const query of queries) {
    expect((await page(query, theirs)).data).toEqual([])
  }
  const path = `/v1/deliverability/dmarc/sources/${toTypeId('dms', id)}`
  const reply = await call(service.url, 'PATCH', path, { key: theirs, body: { review: 'authorized' } })
  expect(reply.status).toBe(404)
  expect(await list()).toMatchObject([{ review: null }])
})

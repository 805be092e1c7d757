import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { addressTokens } from '../../../../server/platform/auth/address-tokens.js'
import { fromTypeId, newUuid, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { loadServiceKey } from '../../../../server/platform/auth/service-key.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { eventFindings } from '../../../support/api/contract.js'
import { expectOfThisTest } from '../../../support/time/instants.js'
import { logsOf, send } from '../../../support/messages/mail.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, firstTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** Addresses that a workspace sends nothing to: put there, looked at and taken back. */

type Schemas = components['schemas']
type Suppression = Schemas['Suppression']

let service: TestService
let tenant: Tenant
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api,delivery,sink' } })
  tenant = await addTenant(service)
  key = await tenant.key()
})
afterAll(() => service.stop())

const create = (body: object, as = key, headers: Record<string, string> = {}) =>
  call(service.url, 'POST', '/v1/compliance/suppressions', { key: as, body, headers })
const remove = (id: string, query = '', headers: Record<string, string> = {}) =>
  call(service.url, 'DELETE', `/v1/suppressions/${id}${query}`, { key, headers })
const read = (id: string) => call(service.url, 'GET', `/v1/suppressions/${id}`, { key })
const list = (query = '', as = key) => call(service.url, 'GET', `/v1/suppressions${query}`, { key: as })
const csv = async (query = '', as = key) =>
  (
    await call(service.url, 'GET', `/v1/suppressions/export${query}`, {
      key: as,
      headers: { Accept: 'text/csv' },
    })
  ).text

const codeOf = ({ status, body }: ApiReply) => [status, body.error?.code as unknown]
const someAddress = () => `${randomUUID()}@example.com`

/** As an erasure leaves it. */
async function erased(address: string, of: Tenant, projectId: Uuid | null): Promise<string> {
  const token = addressTokens(loadServiceKey(service.config).derive('erasure'))(
    of.workspaceId,
    projectId,
    address,
  )
  const id = newUuid()
  await service.sql.query(
    `insert into suppressions (workspace_id, id, address, reason, project_id) values ($1, $2, $3, 'erasure', $4)`,
    [of.workspaceId, id, token, projectId],
  )
  return toTypeId('sup', id)
}

describe('creating', () => {
  test('suppresses an address in the form to compare, and tells of it', async () => {
    const email = someAddress()
    const reply = await create({ email: email.toUpperCase(), reason: 'complaint', note: 'By phone, “twice”' })
    expect(reply.status).toBe(201)
    const made = reply.body as Suppression
    expect(made).toMatchObject({
      email,
      reason: 'complaint',
      note: 'By phone, “twice”',
      log_id: null,
      project_id: null,
    })
    expect((await read(made.id)).body).toEqual(made)
    expectOfThisTest(made.suppressed_at)
    expectOfThisTest(made.created_at)

    const { body } = await call(service.url, 'GET', '/v1/events?type=suppression.added', { key })
    const events = (body as { data: Schemas['OtherEvent'][] }).data.filter(
      ({ data }) => data['email'] === email,
    )
    expect(events.map(eventFindings)).toEqual([undefined])
    expect(events[0]).toMatchObject({
      project_id: null,
      environment: null,
      data: { suppression_id: made.id, reason: 'complaint', note: 'By phone, “twice”', log_id: null },
    })
  })

  test('what is suppressed stays as it is, without an event, and many at once make one', async () => {
    const email = someAddress()
    const replies = await Promise.all(
      ['manual', 'unsubscribe', 'complaint', 'import'].map((reason) => create({ email, reason })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    const made = replies.find(({ status }) => status === 201)?.body as Suppression
    for (const { body } of replies) expect(body).toEqual(made)
    expect((await create({ email, note: 'Later' })).body).toEqual(made)
    const { rows } = await service.sql.query(
      `select from events where type = 'suppression.added' and data ->> 'email' = $1`,
      [email],
    )
    expect(rows).toHaveLength(1)
  })

  test.each<[string, object]>([
    ['no address', {}],
    ['what is no address', { email: 'ada' }],
    ['an erasure', { email: 'ada@example.com', reason: 'erasure' }],
    ['a note of two lines', { email: 'ada@example.com', note: 'one\ntwo' }],
    ['an empty note', { email: 'ada@example.com', note: '' }],
    ['a long note', { email: 'ada@example.com', note: 'x'.repeat(501) }],
    ['another field', { email: 'ada@example.com', project_id: null }],
  ])('%s is refused', async (_name, body) => {
    expect(codeOf(await create(body))).toEqual([422, 'validation_failed'])
  })

  test('an address that was erased for the workspace is suppressed already, and stays out of sight', async () => {
    const email = someAddress()
    const id = await erased(email, tenant, null)
    const reply = await create({ email: email.toUpperCase() })
    expect([reply.status, reply.body]).toMatchObject([200, { id, email: null, reason: 'erasure' }])
    const { rows } = await service.sql.query('select from suppressions where address = $1', [email])
    expect(rows).toEqual([])
    // Of one project it says nothing about the others.
    const other = someAddress()
    await erased(other, tenant, fromTypeId('prj', tenant.liveProject))
    expect((await create({ email: other })).status).toBe(201)
  })

  test('what waits already is not sent, nor is what comes', async () => {
    const own = firstTenant(service)
    const email = someAddress()
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
    const waiting = await send(service, email, { scheduled_at })
    await create({ email, reason: 'unsubscribe' }, await own.key())
    await service.sql.query('update delivery_queue set due_at = now() where message_id = $1', [
      fromTypeId('msg', waiting.id),
    ])
    const log = await until(
      async () =>
        (await logsOf(service, waiting)).find(({ status }) => !['scheduled', 'queued'].includes(status)),
      'the end',
    )
    expect(log).toMatchObject({ status: 'suppressed', suppression_reason: 'unsubscribe', attempts: [] })
    expect((await send(service, email)).recipients).toMatchObject([{ status: 'suppressed' }])
  })
})

describe('taking back', () => {
  test('makes an address one that mail goes to again', async () => {
    const own = firstTenant(service)
    const email = someAddress()
    const { body } = await create({ email }, await own.key())
    const taken = await call(service.url, 'DELETE', `/v1/suppressions/${String(body.id)}`, {
      key: await own.key(),
    })
    expect(taken.status).toBe(204)
    expect((await send(service, email)).recipients).toMatchObject([{ status: 'queued' }])
    expect(codeOf(await remove(body.id as string))).toEqual([404, 'not_found'])
  })

  test.each(['hard_bounce', 'soft_bounce', 'unsubscribe', 'manual', 'import'])('%s', async (reason) => {
    const { body } = await create({ email: someAddress(), reason })
    expect((await remove(body.id as string)).status).toBe(204)
  })

  test('a complaint only by force', async () => {
    const { body } = await create({ email: someAddress(), reason: 'complaint' })
    const id = body.id as string
    for (const query of ['', '?force=false']) {
      expect(codeOf(await remove(id, query))).toEqual([409, 'invalid_state'])
    }
    const headers = { 'Idempotency-Key': randomUUID() }
    expect((await remove(id, '?force=true', headers)).status).toBe(204)
    expect((await remove(id, '?force=true', headers)).headers['idempotent-replayed']).toBe('true')
    expect(codeOf(await remove(id, '', headers))).toEqual([409, 'idempotency_conflict'])
  })

  test('an erasure only by force', async () => {
    const id = await erased(someAddress(), tenant, null)
    expect((await read(id)).body).toMatchObject({ id, email: null, reason: 'erasure' })
    expect(codeOf(await remove(id))).toEqual([409, 'invalid_state'])
    expect((await remove(id, '?force=true')).status).toBe(204)
    expect(codeOf(await read(id))).toEqual([404, 'not_found'])
  })

  test('what is not there, or not an id', async () => {
    expect(codeOf(await remove(toTypeId('sup', newUuid()), '?force=true'))).toEqual([404, 'not_found'])
    expect(codeOf(await remove('sup_x'))).toEqual([404, 'not_found'])
  })
})

describe('listing', () => {
  let lister: string
  let other: Tenant
  const made: Suppression[] = []
  beforeAll(async () => {
    other = await addTenant(service)
    lister = await other.key()
    for (const [name, reason] of [
      ['ada', 'manual'],
      ['bob', 'complaint'],
      ['eve', 'manual'],
    ] as const) {
      made.unshift((await create({ email: `${name}@list.example`, reason }, lister)).body as Suppression)
    }
  })
  const names = (reply: ApiReply) => (reply.body.data as Suppression[]).map(({ email }) => email?.[0])

  test('is in pages, the newest first', async () => {
    const first = await list('?limit=2', lister)
    const exported = await call(service.url, 'GET', '/v1/suppressions/export?limit=2', { key: lister })
    expect(exported.body).toEqual(first.body)
    expect(first.body).toMatchObject({ data: made.slice(0, 2), has_more: true })
    const second = await list(`?limit=2&cursor=${String(first.body.next_cursor)}`, lister)
    expect(second.body).toEqual({ data: made.slice(2), has_more: false, next_cursor: null })
    expect(exported.headers['vary']).toBe('Accept')
  })

  test('by address in any case, by reason, by time, and all of them', async () => {
    expect(names(await list('?email=BOB%40List.EXAMPLE', lister))).toEqual(['b'])
    expect(names(await list('?email=nobody%40list.example', lister))).toEqual([])
    expect(names(await list('?reason=manual', lister))).toEqual(['e', 'a'])
    const since = made[1]?.created_at ?? ''
    expect(names(await list(`?since=${since}`, lister))).toContain('b')
    expect(names(await list(`?until=${made[2]?.created_at}`, lister))).toEqual([])
    const all = `?email=bob%40list.example&reason=complaint&since=${since}&until=2100-01-01T00:00:00Z`
    expect(names(await list(all, lister))).toEqual(['b'])
    expect(names(await list(all.replace('complaint', 'manual'), lister))).toEqual([])
    expect(codeOf(await list('?reason=x', lister))).toEqual([422, 'validation_failed'])
    expect(codeOf(await list('?cursor=x', lister))).toEqual([422, 'validation_failed'])
  })

  test('an erased address is shown without it, and found by it', async () => {
    const email = 'gone@list.example'
    const id = await erased(email, other, null)
    const { body } = await list('?reason=erasure', lister)
    expect(body.data).toMatchObject([{ id, email: null, note: null, project_id: null }])
    expect((await list(`?email=${encodeURIComponent(email)}`, lister)).body.data).toEqual(body.data)
    const ofProject = await erased(email, other, fromTypeId('prj', other.liveProject))
    expect((await list('?reason=erasure&limit=1', lister)).body.data).toMatchObject([
      { id: ofProject, email: null, project_id: other.liveProject },
    ])
  })

  test('as CSV, by the same filters, sorted by address and without what was erased', async () => {
    const lines = (await csv('', lister)).split('\r\n')
    expect(lines).toEqual([
      'email,reason,suppressed_at,note',
      ...[...made].reverse().map((each) => `${each.email},${each.reason},${each.suppressed_at},`),
      '',
    ])
    const emails = async (query: string) =>
      (await csv(query, lister)).split('\r\n').flatMap((line) => /^(\w)\w+@/.exec(line)?.[1] ?? [])
    expect(await emails('?reason=manual&limit=1')).toEqual(['a', 'e'])
    expect(await emails('?email=BOB%40list.example')).toEqual(['b'])
    expect(await emails('?email=gone%40list.example')).toEqual([])
    expect(await emails(`?until=${made[2]?.created_at}`)).toEqual([])
    expect(await emails('?since=2100-01-01T00:00:00Z')).toEqual([])
  })

  test('as what Accept prefers, as JSON where it does not', async () => {
    const typeFor = async (accept: string) => {
      const { headers } = await call(service.url, 'GET', '/v1/suppressions/export', {
        key: lister,
        headers: { Accept: accept },
      })
      return headers['content-type']
    }
    expect(await typeFor('*/*')).toMatch(/^application\/json/)
    expect(await typeFor('text/csv;q=0.5, application/json')).toMatch(/^application\/json/)
    expect(await typeFor('text/*')).toBe('text/csv; charset=utf-8')
    expect(await typeFor('application/json;q=0.1, text/csv')).toBe('text/csv; charset=utf-8')
    const refused = await call(service.url, 'GET', '/v1/suppressions/export', {
      key: lister,
      headers: { Accept: 'text/html' },
    })
    expect(codeOf(refused)).toEqual([406, 'not_acceptable'])
  })

  test('HEAD has the head of what GET answers', async () => {
    const reply = await call(service.url, 'HEAD', '/v1/suppressions/export', {
      key: lister,
      headers: { Accept: 'text/csv' },
    })
    expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([
      200,
      'text/csv; charset=utf-8',
      undefined,
    ])
  })
})

test('a spreadsheet finds no formula in what is exported', async () => {
  const own = await addTenant(service)
  const as = await own.key()
  for (const sign of ['=', '+', '-', "'", '#']) {
    await create({ email: `${sign}cmd@example.com`, note: `${sign === '#' ? '@' : sign}SUM(1,"2")` }, as)
  }
  const text = await csv('', as)
  const records = text.split('\r\n').slice(1, -1)
  expect(records).toHaveLength(5)
  expect(records.filter((line) => /^[=+@-]|,"?[=+@-]/.test(line))).toEqual([])
  expect(text).toContain("'=cmd@example.com,")
  expect(text).toContain(`,"'=SUM(1,""2"")"\r\n`)
})

test('a key that is held to an environment changes and sees nothing', async () => {
  const { body } = await create({ email: someAddress() })
  for (const environment of ['live', 'test'] as const) {
    const held = await tenant.key({ restrictions: { environment } })
    const replies = [
      await create({ email: someAddress() }, held),
      await list('', held),
      await call(service.url, 'GET', '/v1/suppressions/export', {
        key: held,
        headers: { Accept: 'text/csv' },
      }),
      await call(service.url, 'POST', '/v1/suppressions/import', {
        key: held,
        raw: 'ada@example.com\n',
        headers: { 'Content-Type': 'text/csv' },
      }),
      await call(service.url, 'GET', `/v1/suppressions/${String(body.id)}`, { key: held }),
      await call(service.url, 'DELETE', `/v1/suppressions/${String(body.id)}`, { key: held }),
      await call(service.url, 'GET', '/v1/suppressions/replies', { key: held }),
      await call(service.url, 'POST', '/v1/suppressions/lift', {
        key: held,
        body: { reply_contains: 'no such user' },
      }),
    ]
    expect(replies.map(codeOf)).toEqual(replies.map(() => [403, 'environment_not_allowed']))
  }
})

test('one workspace has nothing to do with another', async () => {
  const stranger = await (await addTenant(service)).key()
  const email = someAddress()
  const { body } = await create({ email })
  expect((await list('', stranger)).body.data).toEqual([])
  expect((await list(`?email=${encodeURIComponent(email)}`, stranger)).body.data).toEqual([])
  expect(await csv('', stranger)).toBe('email,reason,suppressed_at,note\r\n')
  const taken = await call(service.url, 'DELETE', `/v1/suppressions/${String(body.id)}?force=true`, {
    key: stranger,
  })
  expect(codeOf(taken)).toEqual([404, 'not_found'])
  expect((await create({ email }, stranger)).status).toBe(201)
  expect((await list(`?email=${encodeURIComponent(email)}`)).body.data).toEqual([body])
})

import { beforeAll, describe, expect, test } from 'vitest'
import type { components } from '../../generated/api-types.js'
import { fromTypeId, newUuid, toTypeId } from '../../server/db/ids.js'
import { call, type ApiReply } from '../support/api.js'
import { markErased } from '../support/erased.js'
import type { TestService } from '../support/service.js'
import { sharedApi } from '../support/shared-service.js'
import { addTenant, type Tenant } from '../support/tenant.js'
import { until } from '../support/until.js'

type Contact = components['schemas']['Contact']
type ContactEvent = components['schemas']['ContactEvent']

let service: TestService
let tenant: Tenant
let key: string

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key({ scopes: ['contacts:*'] })
})

const put = (fields: Record<string, unknown>, by = key): Promise<ApiReply> =>
  call(service.url, 'PUT', '/v1/contacts', { key: by, body: { project_id: tenant.liveProject, ...fields } })

const get = (path: string, by = key): Promise<ApiReply> => call(service.url, 'GET', path, { key: by })

async function contact(email: string, fields: Record<string, unknown> = {}): Promise<Contact> {
  const reply = await put({ email, ...fields })
  expect(reply.status, reply.text).toBe(201)
  return reply.body as Contact
}

const refusal = ({ status, body }: ApiReply): unknown[] => [
  status,
  body.error?.code,
  body.error?.details?.[0]?.path,
]

describe('an upsert', () => {
  test('creates, then changes what it names and leaves the rest', async () => {
    const made = await contact('Ada@Example.com', { name: 'Ada', properties: { plan: 'pro', seats: 5 } })
    expect(made).toMatchObject({
      project_id: tenant.liveProject,
      environment: 'live',
      email: 'Ada@example.com',
      name: 'Ada',
      properties: { plan: 'pro', seats: 5 },
    })
    expect(Math.abs(Date.parse(made.created_at) - Date.now())).toBeLessThan(30_000)
    expect(made.updated_at).toBe(made.created_at)
    expect((await get(`/v1/contacts/${made.id}`)).body).toEqual(made)

    const merged = await put({
      email: 'ada@example.com',
      properties: { seats: null, vip: true, plan: 'free' },
    })
    expect(merged.status).toBe(200)
    expect(merged.body).toMatchObject({
      id: made.id,
      email: 'ada@example.com',
      name: 'Ada',
      properties: { plan: 'free', vip: true },
      created_at: made.created_at,
    })
    expect(Object.keys(merged.body.properties as object)).toHaveLength(2)
    expect(merged.body.updated_at >= made.updated_at).toBe(true)

    const bare = await put({ email: 'ADA@EXAMPLE.COM', name: null })
    expect(bare.body).toMatchObject({ id: made.id, name: null, properties: { plan: 'free', vip: true } })
    expect((await put({ email: 'ada@example.com', name: 'Ada L.' })).body.name).toBe('Ada L.')
    expect((await get(`/v1/contacts/${made.id}`)).body.name).toBe('Ada L.')
  })

  test('keeps every kind of value as it is, and no null', async () => {
    const properties = {
      text: 'é "\\ 📬',
      zero: 0,
      big: 1.5e300,
      small: -1e-7,
      yes: true,
      no: false,
      empty: '',
    }
    const made = await contact('kinds@example.com', { properties: { ...properties, gone: null } })
    expect(made.properties).toEqual(properties)
  })

  test('refuses more than 100 properties, also where they come together', async () => {
    const many = (letter: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${letter}${index}`, 'x'.repeat(1000)]))
    await contact('many@example.com', { properties: many('a', 100) })
    const one = await put({ email: 'many@example.com', name: 'Kept back', properties: { b: 1 } })
    expect(refusal(one)).toEqual([422, 'validation_failed', '/body/properties'])
    expect(refusal(await put({ email: 'more@example.com', properties: many('a', 101) }))[0]).toBe(422)
    const exchanged = await put({ email: 'many@example.com', properties: { a0: null, b: 1 } })
    expect([exchanged.status, exchanged.body.name]).toEqual([200, null])
    expect(Object.keys(exchanged.body.properties as object)).toHaveLength(100)
  })

  test.each<[string, Record<string, unknown>]>([
    ['no address', { email: 'nobody' }],
    ['a name of two lines', { email: 'a@example.com', name: 'a\r\nb' }],
    ['a name with spaces', { email: 'a@example.com', properties: { 'a b': 1 } }],
    ['a list', { email: 'a@example.com', properties: { a: [1] } }],
    ['a long text', { email: 'a@example.com', properties: { a: 'x'.repeat(1001) } }],
    ['U+0000', { email: 'a@example.com', properties: { a: '\0' } }],
  ])('refuses %s', async (_what, fields) => {
    expect(refusal(await put(fields)).slice(0, 2)).toEqual([422, 'validation_failed'])
  })

  test('refuses a number that is none', async () => {
    const raw = `{"project_id":"${tenant.liveProject}","email":"a@example.com","properties":{"a":1e999}}`
    expect((await call(service.url, 'PUT', '/v1/contacts', { key, raw })).status).toBe(422)
  })

  test('many at once make one, and lose nothing', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        put({ email: 'crowd@example.com', properties: { [`p${index}`]: index } }),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    const ids = new Set(replies.map(({ body }) => body.id as string))
    expect(ids.size).toBe(1)
    const { body } = await get(`/v1/contacts/${[...ids][0]}`)
    expect(Object.keys(body.properties as object)).toHaveLength(12)
  })

  test('is of one project: another one has a contact of its own', async () => {
    const other = await tenant.project()
    const first = await contact('two@example.com', { name: 'First' })
    const second = await put({ project_id: other, email: 'two@example.com' })
    expect([second.status, second.body.name, second.body.id === first.id]).toEqual([201, null, false])
  })

  test('refuses projects that the key is not for', async () => {
    const body = { project_id: tenant.testProject, email: 'a@example.com' }
    const ofProject = await tenant.key({ project: tenant.liveProject })
    const ofLive = await tenant.key({ restrictions: { environment: 'live' } })
    expect(refusal(await put(body, ofProject)).slice(0, 2)).toEqual([403, 'project_not_allowed'])
    expect(refusal(await put(body, ofLive)).slice(0, 2)).toEqual([403, 'environment_not_allowed'])
    const unknown = toTypeId('prj', newUuid())
    expect(refusal(await put({ ...body, project_id: unknown })).slice(0, 2)).toEqual([
      403,
      'project_not_allowed',
    ])
    expect((await put({ email: 'own@example.com' }, ofProject)).status).toBe(201)
  })

  test('refuses an address that was erased, in the workspace or in its project', async () => {
    const other = await tenant.project()
    await markErased(service, tenant, 'gone@example.com')
    await markErased(service, tenant, 'left@example.com', tenant.liveProject)
    for (const email of ['GONE@example.com', 'left@Example.com']) {
      expect(refusal(await put({ email })).slice(0, 2)).toEqual([409, 'invalid_state'])
    }
    expect((await put({ project_id: other, email: 'gone@example.com' })).status).toBe(409)
    expect((await put({ project_id: other, email: 'left@example.com' })).status).toBe(201)
    const { rows } = await service.sql.query(
      `select from contacts where workspace_id = $1 and address = 'gone@example.com'`,
      [tenant.workspaceId],
    )
    expect(rows).toEqual([])
  })
})

describe('a list', () => {
  let own: Tenant
  let all: string
  const emails: string[] = []
  const listed = async (query: string, by = all) => {
    const { status, body, text } = await get(`/v1/contacts?${query}`, by)
    expect(status, text).toBe(200)
    return body as { data: Contact[]; has_more: boolean; next_cursor: string | null }
  }
  const emailsOf = async (query: string, by = all) => (await listed(query, by)).data.map(({ email }) => email)

  beforeAll(async () => {
    own = await addTenant(service)
    all = await own.key()
    for (let index = 0; index < 7; index++) {
      const project_id = index % 3 === 2 ? own.testProject : own.liveProject
      const reply = await put({ project_id, email: `n${index}@example.com` }, all)
      expect(reply.status).toBe(201)
      emails.unshift(`n${index}@example.com`)
    }
    await put({ project_id: own.testProject, email: 'N0@example.com' }, all)
    emails.unshift('N0@example.com')
  })

  test('has every contact once, newest first, over pages', async () => {
    const first = await listed('limit=5')
    const second = await listed(`limit=5&cursor=${first.next_cursor}`)
    expect([...first.data, ...second.data].map(({ email }) => email)).toEqual(emails)
    expect([second.has_more, second.next_cursor]).toEqual([false, null])
  })

  test('is narrowed by project, address and time', async () => {
    const ofTest = emails.filter((_, index) => [0, 2, 5].includes(index))
    expect(await emailsOf(`project_id=${own.testProject}`)).toEqual(ofTest)
    expect(await emailsOf('email=n0@EXAMPLE.com')).toEqual(['N0@example.com', 'n0@example.com'])
    expect(await emailsOf(`email=n0@example.com&project_id=${own.liveProject}`)).toEqual(['n0@example.com'])
    expect(await emailsOf('email=nobody@example.com')).toEqual([])
    const page = await listed('email=n0@example.com&limit=1')
    expect((await listed(`email=n0@example.com&limit=1&cursor=${page.next_cursor}`)).data[0]?.email).toBe(
      'n0@example.com',
    )
    expect(await emailsOf('until=2020-01-01T00:00:00Z')).toEqual([])
    expect(await emailsOf('email=n0@example.com&until=2020-01-01T00:00:00Z')).toEqual([])
  })

  test('has what the key sees, as every read does', async () => {
    const project = await own.key({ project: own.testProject })
    const tests = await own.key({ restrictions: { environment: 'test' } })
    for (const by of [project, tests]) {
      expect(await emailsOf('', by)).toHaveLength(3)
      expect(await emailsOf('email=n0@example.com', by)).toEqual(['N0@example.com'])
      expect(await emailsOf(`project_id=${own.liveProject}`, by)).toEqual([])
    }
    const [live] = (await listed(`project_id=${own.liveProject}`)).data
    for (const by of [project, tests, key]) {
      for (const path of [`/v1/contacts/${live?.id}`, `/v1/contacts/${live?.id}/events`]) {
        expect(refusal(await get(path, by)).slice(0, 2)).toEqual([404, 'not_found'])
      }
      const body = { name: 'seen' }
      const recorded = await call(service.url, 'POST', `/v1/contacts/${live?.id}/events`, { key: by, body })
      expect(recorded.status).toBe(404)
    }
    expect(await emailsOf('email=n0@example.com', key)).toEqual([])
  })
})

const recordByAddress = (
  fields: Record<string, unknown>,
  { by = key, headers = {} }: { by?: string; headers?: Record<string, string> } = {},
): Promise<ApiReply> => {
  const body = { project_id: tenant.liveProject, name: 'signed_up', ...fields }
  return call(service.url, 'POST', '/v1/contacts/events', { key: by, body, headers })
}

describe('events', () => {
  const record = (id: string, body: Record<string, unknown>) =>
    call(service.url, 'POST', `/v1/contacts/${id}/events`, { key, body })

  test('are recorded with what is said of them, and listed newest record first', async () => {
    const { id } = await contact('events@example.com')
    const stranger = await contact('stranger@example.com')
    await record(stranger.id, { name: 'order_placed' })
    const past = await record(id, {
      name: 'order_placed',
      properties: { total: 49.9, paid: true, coupon: null },
      at: '2019-05-01T12:00:00.500+02:00',
    })
    expect(past.status, past.text).toBe(201)
    expect(past.body).toMatchObject({
      contact_id: id,
      name: 'order_placed',
      properties: { total: 49.9, paid: true, coupon: null },
      at: '2019-05-01T10:00:00.500Z',
    })
    const now = (await record(id, { name: 'logged.in' })).body as ContactEvent
    expect(now.at).toBe(now.created_at)
    expect(Math.abs(Date.parse(now.at) - Date.now())).toBeLessThan(30_000)

    const path = `/v1/contacts/${id}/events`
    expect((await get(path)).body.data).toEqual([now, past.body])
    expect((await get(`${path}?name=order_placed`)).body.data).toEqual([past.body])
    expect((await get(`${path}?name=order`)).body.data).toEqual([])
    const page = (await get(`${path}?limit=1`)).body
    expect([page.data, page.has_more]).toEqual([[now], true])
    expect((await get(`${path}?limit=1&cursor=${page.next_cursor as string}`)).body.data).toEqual([past.body])
    expect((await get(`${path}?until=2020-01-01T00:00:00Z`)).body.data).toEqual([])
  })

  test('may be an hour ahead at most', async () => {
    const { id } = await contact('ahead@example.com')
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    expect((await record(id, { name: 'soon', at: inMinutes(59) })).status).toBe(201)
    const refused = await record(id, { name: 'late', at: inMinutes(62) })
    expect(refusal(refused)).toEqual([422, 'validation_failed', '/body/at'])
  })

  test.each([
    ['its id', ({ id }: Contact) => record(id, { name: 'late' })],
    ['its address', ({ email }: Contact) => recordByAddress({ email, name: 'late' })],
  ])('by %s are not left behind by a contact that is being deleted', async (_what, recordLate) => {
    const leaving = await contact('leaving@example.com')
    const { id } = leaving
    const client = await service.sql.connect()
    try {
      await client.query('begin')
      await client.query('delete from contacts where id = $1', [fromTypeId('con', id)])
      const recording = recordLate(leaving)
      await until(async () => {
        const waiting = `select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        return (await service.sql.query(waiting)).rowCount !== 0
      }, 'the request to wait')
      await client.query('commit')
      expect((await recording).status).toBe(404)
    } finally {
      client.release()
    }
    const left = 'select from contact_events where contact_id = $1'
    expect((await service.sql.query(left, [fromTypeId('con', id)])).rowCount).toBe(0)
  })

  test.each<Record<string, unknown>>([
    { name: 'two words' },
    { name: '' },
    {},
    { name: 'x', at: 'yesterday' },
    { name: 'x', properties: { a: {} } },
  ])('are refused where they are %j', async (body) => {
    const { data } = (await get('/v1/contacts?limit=1')).body as { data: Contact[] }
    expect((await record(data[0]?.id ?? '', body)).status).toBe(422)
  })
})

describe('events by an address', () => {
  const eventsOf = async (id: string) => (await get(`/v1/contacts/${id}/events`)).body.data as ContactEvent[]
  /** How many contacts and events the workspace has, beside what it answers. */
  const countRows = async (): Promise<unknown> => {
    const { rows } = await service.sql.query(
      `select (select count(*) from contacts where workspace_id = $1) as contacts,
         (select count(*) from contact_events where workspace_id = $1) as events,
         (select count(*) from automation_inbox where workspace_id = $1) as signals`,
      [tenant.workspaceId],
    )
    return rows
  }

  test('are of the contact that has it, in any form of it', async () => {
    const { id } = await contact('Forms@Bücher.example', { name: 'Ada' })
    const at = '2019-05-01T10:00:00.500Z'
    const properties = { total: 49.9, coupon: null }
    const first = await recordByAddress({ email: 'Forms@Bücher.example', properties, at })
    expect(first.status, first.text).toBe(201)
    expect(first.body).toMatchObject({ contact_id: id, name: 'signed_up', properties, at })
    const second = await recordByAddress({ email: 'FORMS@BÜCHER.example' })
    const third = await recordByAddress({ email: 'forms@xn--bcher-kva.example' })
    expect(second.body).toMatchObject({ contact_id: id, properties: {}, at: second.body.created_at })
    expect(await eventsOf(id)).toEqual([third.body, second.body, first.body])
    expect((await get(`/v1/contacts/${id}`)).body).toMatchObject({
      email: 'Forms@xn--bcher-kva.example',
      name: 'Ada',
    })
  })

  test('are of the contact of the project that is named', async () => {
    const project_id = await tenant.project()
    const email = 'both@example.com'
    const here = await contact(email)
    const there = (await put({ project_id, email })).body as Contact
    const recorded = await recordByAddress({ project_id, email })
    expect(recorded.body.contact_id).toBe(there.id)
    expect(await eventsOf(here.id)).toEqual([])
  })

  test('are refused where the project has no such contact, and nothing is made', async () => {
    const other = await tenant.project()
    const stranger = await addTenant(service)
    await put({ project_id: other, email: 'elsewhere@example.com' })
    const outside = { project_id: stranger.liveProject, email: 'outside@example.com' }
    expect((await put(outside, await stranger.key())).status).toBe(201)
    const before = await countRows()
    for (const email of ['unknown@example.com', 'elsewhere@example.com', 'outside@example.com']) {
      expect(refusal(await recordByAddress({ email })).slice(0, 2)).toEqual([404, 'not_found'])
    }
    expect(refusal(await recordByAddress(outside)).slice(0, 2)).toEqual([403, 'project_not_allowed'])
    expect(await countRows()).toEqual(before)
  })

  test('are refused of an address that was erased', async () => {
    const email = 'forgotten@example.com'
    await contact(email)
    expect((await recordByAddress({ email })).status).toBe(201)
    const erased = await call(service.url, 'POST', '/v1/compliance/deletions', {
      key,
      body: { email, project_id: tenant.liveProject },
    })
    expect(erased.status, erased.text).toBeLessThan(300)
    const before = await countRows()
    expect(refusal(await recordByAddress({ email })).slice(0, 2)).toEqual([404, 'not_found'])
    expect(await countRows()).toEqual(before)
  })

  test('are refused for projects that the key is not for', async () => {
    const email = 'held@example.com'
    await contact(email)
    const ofProject = await tenant.key({ project: tenant.liveProject })
    const ofLive = await tenant.key({ restrictions: { environment: 'live' } })
    const ofTest = { project_id: tenant.testProject, email }
    const codeBy = async (by: string) => refusal(await recordByAddress(ofTest, { by })).slice(0, 2)
    expect(await codeBy(ofProject)).toEqual([403, 'project_not_allowed'])
    expect(await codeBy(ofLive)).toEqual([403, 'environment_not_allowed'])
    for (const by of [ofProject, ofLive]) expect((await recordByAddress({ email }, { by })).status).toBe(201)
  })

  test('are recorded once for an idempotency key', async () => {
    const email = 'once@example.com'
    const { id } = await contact(email)
    const headers = { 'Idempotency-Key': 'sign-up-1' }
    const first = await recordByAddress({ email }, { headers })
    const again = await recordByAddress({ email }, { headers })
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
    expect(await eventsOf(id)).toEqual([first.body])
    const other = await recordByAddress({ email, name: 'signed_out' }, { headers })
    expect(refusal(other).slice(0, 2)).toEqual([409, 'idempotency_conflict'])
  })

  test.each<[Record<string, unknown>, string]>([
    [{ name: 'two words' }, '/body/name'],
    [{ email: 'nobody' }, '/body/email'],
    [{ at: new Date(Date.now() + 86_400_000).toISOString() }, '/body/at'],
    [{ project_id: undefined }, '/body/project_id'],
  ])('are refused where they are %j', async (fields, path) => {
    await put({ email: 'wrong@example.com' })
    const reply = await recordByAddress({ email: 'wrong@example.com', ...fields })
    expect(refusal(reply)).toEqual([422, 'validation_failed', path])
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { contactCalls, refusal } from '../../../support/audience/contact-calls.js'
import { markErased } from '../../../support/erasure/erased.js'
import { expectOfThisTest } from '../../../support/time/instants.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

type Contact = components['schemas']['Contact']

let service: TestService
let tenant: Tenant
let key: string

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key({ scopes: ['contacts:*'] })
})

const { put, get, contact } = contactCalls(() => ({ service, tenant, key }))

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
    expectOfThisTest(made.created_at)
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
    }
    expect(await emailsOf(`project_id=${own.liveProject}`, tests)).toEqual([])
    expect(refusal(await get(`/v1/contacts?project_id=${own.liveProject}`, project)).slice(0, 2)).toEqual([
      403,
      'project_not_allowed',
    ])
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

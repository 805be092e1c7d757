import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { contactCalls, refusal } from '../../../support/audience/contact-calls.js'
import { markErased } from '../../../support/erasure/erased.js'
import { runs } from '../../../support/run/sampled.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Batches of contacts. */

type Result = components['schemas']['ContactBatchItemResult']

let service: TestService
let tenant: Tenant
let key: string

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
})

const { put, get, contact } = contactCalls(() => ({ service, tenant, key }))
const send = (contacts: readonly unknown[], headers = {}, project = tenant.liveProject, by = key) =>
  call(service.url, 'POST', '/v1/contacts/batch', {
    key: by,
    body: { project_id: project, contacts },
    headers,
  })
async function batch(contacts: readonly unknown[], project = tenant.liveProject) {
  const reply = await send(contacts, {}, project)
  expect(reply.status, reply.text).toBe(200)
  return reply.body as components['schemas']['ContactBatchResult']
}

test('makes and changes contacts, and says what became of each', async () => {
  const known = await contact('Known@example.com', { name: 'Ada', properties: { plan: 'pro', seats: 5 } })
  const { data, ...counts } = await batch([
    { email: 'new@example.com', name: 'New', properties: { a: 1, gone: null } },
    { email: 'known@example.com', properties: { seats: null, vip: true } },
    { email: 'nobody' },
  ])
  expect(counts).toEqual({ created: 1, updated: 1, rejected: 1 })
  expect(data.map(({ index, status }) => [index, status])).toEqual([
    [0, 'created'],
    [1, 'updated'],
    [2, 'rejected'],
  ])
  expect(data[0]?.contact).toMatchObject({ email: 'new@example.com', name: 'New', properties: { a: 1 } })
  expect(data[1]?.contact).toMatchObject({
    id: known.id,
    name: 'Ada',
    properties: { plan: 'pro', vip: true },
  })
  for (const { contact } of data.slice(0, 2))
    expect((await get(`/v1/contacts/${contact?.id}`)).body).toEqual(contact)
})

test('names all mistakes of each contact', async () => {
  const { data } = await batch([
    { email: 'nobody', name: 'a\nb', nmae: 'x', properties: { 'a b': 1, c: [1] } },
    {},
    'ada@example.com',
    null,
    { email: 'ok@example.com', project_id: tenant.liveProject },
    { email: 'ok@example.com', name: 'half \ud800' },
    { email: 'ok@example.com', name: 'U+0000 \0' },
  ])
  expect(data.map(({ status }) => status)).toEqual(Array(7).fill('rejected'))
  const [first] = data
  expect(first?.error).toMatchObject({ status: 422, code: 'validation_failed' })
  expect(first?.error?.details?.map(({ path }) => path).sort()).toEqual([
    '/body/contacts/0/email',
    '/body/contacts/0/name',
    '/body/contacts/0/nmae',
    '/body/contacts/0/properties/a b',
    '/body/contacts/0/properties/c',
  ])
  expect(data.slice(1).map(({ error }) => error?.details?.[0]?.path)).toEqual([
    '/body/contacts/1/email',
    '/body/contacts/2',
    '/body/contacts/3',
    '/body/contacts/4/project_id',
    '/body/contacts/5/name',
    '/body/contacts/6/name',
  ])
})

test('names 200 mistakes, and from then on the first of each contact', async () => {
  const wrong = { properties: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}`, []])) }
  const { data, rejected } = await batch(Array.from({ length: 100 }, () => wrong))
  expect(rejected).toBe(100)
  const counts = data.map(({ error }) => error?.details?.length ?? 0)
  expect(counts.slice(0, 10)).toEqual(Array(10).fill(20))
  expect(counts.slice(10)).toEqual(Array(90).fill(1))
})

test('is refused as a whole where it has no contacts, too many, or is for another project', async () => {
  const many = Array.from({ length: 101 }, (_, index) => ({ email: `m${index}@example.com` }))
  expect(refusal(await send([]))).toEqual([422, 'validation_failed', '/body/contacts'])
  expect(refusal(await send(many))).toEqual([422, 'validation_failed', '/body/contacts'])
  const raw = await call(service.url, 'POST', '/v1/contacts/batch', { key, body: { contacts: [{}] } })
  expect(refusal(raw)).toEqual([422, 'validation_failed', '/body/project_id'])
  const one = [{ email: 'foreign@example.com' }]
  const ofProject = await tenant.key({ project: tenant.testProject })
  const ofLive = await tenant.key({ restrictions: { environment: 'live' } })
  expect(refusal(await send(one, {}, tenant.liveProject, ofProject))).toEqual([
    403,
    'project_not_allowed',
    undefined,
  ])
  expect(refusal(await send(one, {}, tenant.testProject, ofLive))[1]).toBe('environment_not_allowed')
  expect((await get('/v1/contacts?email=foreign@example.com')).body.data).toEqual([])
  expect((await batch(many.slice(1))).created).toBe(100)
})

test('refuses what an upsert refuses: erased addresses and too many properties', async () => {
  await markErased(service, tenant, 'batch-gone@example.com')
  await markErased(service, tenant, 'batch-left@example.com', tenant.liveProject)
  const full = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, index]))
  const kept = await contact('batch-full@example.com', { properties: full })
  const { data } = await batch([
    { email: 'Batch-Gone@example.com' },
    { email: 'batch-left@example.com' },
    { email: 'batch-full@example.com', name: 'Lost', properties: { more: 1 } },
    { email: 'batch-fresh@example.com' },
  ])
  expect(data.map(({ error }) => [error?.status, error?.code])).toEqual([
    [409, 'invalid_state'],
    [409, 'invalid_state'],
    [422, 'validation_failed'],
    [undefined, undefined],
  ])
  expect(data[2]?.error?.details?.[0]?.path).toBe('/body/contacts/2/properties')
  expect((await get(`/v1/contacts/${kept.id}`)).body).toEqual(kept)
})

test('admits as many new contacts as the workspace may have, in their order', async () => {
  const own = await addTenant(service)
  const by = await own.key()
  await service.sql.query(`update workspaces set limits = '{"contacts": 3}' where id = $1`, [own.workspaceId])
  const emails = ['z', 'b', 'z', 'y', 'a', 'b', 'a']
  const contacts = emails.map((name) => ({ email: `${name}@example.com` }))
  const { body } = await send(contacts, {}, own.liveProject, by)
  expect((body.data as Result[]).map(({ status }) => status)).toEqual([
    'created',
    'created',
    'updated',
    'created',
    'rejected',
    'updated',
    'rejected',
  ])
  expect((body.data as Result[])[6]?.error?.details).toEqual([
    {
      path: '/body/contacts/6/email',
      code: 'too_many',
      rule: 'too_many',
      message: 'would give the workspace more than 3 contacts',
    },
  ])
  expect((await get('/v1/contacts', by)).body.data).toHaveLength(3)
})

test('is done once under a key', async () => {
  const contacts = [{ email: 'once@example.com', name: 'First' }, { email: 'nobody' }]
  const headers = { 'Idempotency-Key': 'contacts-1' }
  const first = await send(contacts, headers)
  await put({ email: 'once@example.com', name: 'Second' })
  const again = await send(contacts, headers)
  expect(again.body).toEqual(first.body)
  const { body } = await get('/v1/contacts?email=once@example.com')
  expect(body.data[0].name).toBe('Second')
  expect((await send(contacts.slice(1), headers)).body.error.code).toBe('idempotency_conflict')
})

test('keeps no reply that names one who was erased in its project', async () => {
  const project = await tenant.project()
  const [erased, other] = ['batch-erased', 'batch-other'].map((key) => ({ 'Idempotency-Key': key }))
  await send(
    [{ email: 'to-erase@example.com', name: 'Ada' }, { email: 'stays@example.com' }],
    erased,
    project,
  )
  await send([{ email: 'to-erase@example.com' }], other)
  const body = { email: 'to-erase@example.com', project_id: project }
  const path = '/v1/compliance/deletions'
  const deletion = await call(service.url, 'POST', path, { key, body })
  expect(deletion.body.status, deletion.text).toBe('completed')
  const { rows } = await service.sql.query(
    `select key from idempotency_keys where workspace_id = $1 and key like 'batch-%'`,
    [tenant.workspaceId],
  )
  expect(rows).toEqual([{ key: 'batch-other' }])
})

test('batches of the same contacts at once make each once, and lose nothing', async () => {
  const emails = Array.from({ length: 20 }, (_, index) => `together${index}@example.com`)
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      batch(
        (index % 2 === 0 ? emails : emails.toReversed()).map((email) => ({
          email,
          properties: { [`p${index}`]: 1 },
        })),
      ),
    ),
  )
  expect(replies.reduce((sum, { created }) => sum + created, 0)).toBe(20)
  const { body } = await get(`/v1/contacts?email=${emails[7]}`)
  expect(Object.keys(body.data[0].properties as object)).toHaveLength(8)
})

const fields = fc.record(
  {
    email: fc.constantFrom(
      'a@example.com',
      'A@Example.com',
      'b@example.com',
      'c@example.com',
      'none',
      'gone@example.com',
    ),
    name: fc.constantFrom('Ada', null, 'two\nlines'),
    properties: fc.dictionary(
      fc.constantFrom('plan', 'seats', 'vip', 'a b'),
      fc.constantFrom(1, 'x', true, null, 1.5e300),
    ),
    unsubscribed: fc.boolean(),
  },
  { requiredKeys: ['email'] },
)

/** A result as both ways tell it: ids and times differ, and where in the request a mistake is, which the message says. */
const told = (status: number, body: ApiReply['body'], at: string) => {
  if (status >= 400) {
    const error = (body.error ?? body) as components['schemas']['BatchItemError']
    const details = error.details?.map((each) => ({ ...each, path: each.path.replace(at, '/body') }))
    return { status, code: error.code, details }
  }
  const { id, project_id, created_at, updated_at, unsubscribed_at, ...rest } =
    body as components['schemas']['Contact']
  expect([id.slice(0, 4), project_id.slice(0, 4), created_at <= updated_at]).toEqual(['con_', 'prj_', true])
  return { status, ...rest, isOut: unsubscribed_at !== null }
}

const eventsOf = async (project: string) => {
  const { body } = await get(`/v1/events?project_id=${project}&limit=100`)
  return (body.data as { type: string; data: { email: string } }[]).map(({ type, data }) => [
    type,
    data.email,
  ])
}

test('says and does what upserts one by one do', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fields, { maxLength: 4 }),
      fc.array(fields, { minLength: 1, maxLength: 12 }),
      async (before, items) => {
        const [single, many] = [await tenant.project(), await tenant.project()]
        for (const project of [single, many]) {
          await markErased(service, tenant, 'gone@example.com', project)
          for (const each of before) await put({ project_id: project, ...each })
        }
        const one: unknown[] = []
        for (const item of items) {
          const { status, body } = await put({ project_id: single, ...item })
          one.push(told(status, body, '/body'))
        }
        const { data } = await batch(items, many)
        const status = { created: 201, updated: 200 }
        expect(
          data.map((item, index) =>
            item.status === 'rejected'
              ? told(
                  item.error?.status ?? 0,
                  item.error as unknown as ApiReply['body'],
                  `/body/contacts/${index}`,
                )
              : told(status[item.status], item.contact as unknown as ApiReply['body'], ''),
          ),
        ).toEqual(one)
        const list = async (project: string) =>
          ((await get(`/v1/contacts?project_id=${project}`)).body.data as ApiReply['body'][]).map((each) =>
            told(200, each, ''),
          )
        expect(await list(many)).toEqual(await list(single))
        expect(await eventsOf(many)).toEqual(await eventsOf(single))
      },
    ),
    { numRuns: runs(20) },
  )
}, 60_000)

import { beforeAll, describe, expect, test } from 'vitest'
import { newUuid, toTypeId } from '../../../../../server/platform/db/ids.js'
import { call } from '../../../../support/api/api.js'
import type { TestService } from '../../../../support/service/service.js'
import type { WireCall } from '../../../../support/wires/wire-calls.js'
import { addWireTenant } from '../../../../support/wires/wire-tenant.js'
import type { Tenant } from '../../../../support/workspace/tenant.js'

/** Audiences and their contacts, as old versions of Resend's packages ask for them. */

let service: TestService
let tenant: Tenant
let key: string
let resend: WireCall

beforeAll(async () => {
  ;({ service, tenant, key, ask: resend } = await addWireTenant('resend'))
})

const made = async (path: string, body: object, ofKey = key): Promise<string> => {
  const reply = await resend('POST', path, { body, key: ofKey })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id as string
}
const audience = (name: string, ofKey = key) => made('/audiences', { name }, ofKey)
const own = async (id: string) => (await call(service.url, 'GET', `/v1/contacts/${id}`, { key })).body
const members = async (id: string): Promise<unknown[]> =>
  ((await resend('GET', `/audiences/${id}/contacts`)).body.data as { id: string }[]).map((each) => each.id)

test('an audience is created, read, listed and deleted', async () => {
  const project = await tenant.key({ project: await tenant.project() })
  const { status, body } = await resend('POST', '/audiences', { body: { name: 'Readers' }, key: project })
  expect([status, body]).toEqual([
    201,
    { object: 'audience', id: expect.stringMatching(/^seg_/), name: 'Readers' },
  ])
  const id = body.id as string
  const other = await audience('Others', project)
  const listed = { id, name: 'Readers', created_at: expect.any(String) }
  const read = await resend('GET', `/audiences/${id}`, { key: project })
  expect([read.status, read.body]).toEqual([200, { object: 'audience', ...listed }])
  const list = await resend('GET', '/audiences', { key: project })
  expect(list.body).toEqual({ object: 'list', data: [expect.objectContaining({ id: other }), listed] })
  const gone = await resend('DELETE', `/audiences/${id}`, { key: project })
  expect([gone.status, gone.body]).toEqual([200, { object: 'audience', id, deleted: true }])
  expect((await resend('GET', `/audiences/${id}`, { key: project })).status).toBe(404)
})

test('all audiences are listed, however many there are', async () => {
  const project = await tenant.key({ project: await tenant.project() })
  for (let count = 0; count < 101; count += 1) await audience(`${count}`, project)
  const { body } = await resend('GET', '/audiences', { key: project })
  expect((body.data as { name: string }[]).map(({ name }) => name)).toEqual(
    Array.from({ length: 101 }, (_, index) => `${100 - index}`),
  )
})

describe('a contact of an audience', () => {
  test('is created in it, and read by its id and its address', async () => {
    const [news, offers] = [await audience('News'), await audience('Offers')]
    const body = {
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      unsubscribed: true,
      properties: { plan: 'pro' },
      audience_id: news,
    }
    const id = await made(`/audiences/${news}/contacts`, body)
    expect(await own(id)).toMatchObject({ name: 'Ada Lovelace', properties: { plan: 'pro' } })
    expect([await members(news), await members(offers)]).toEqual([[id], []])
    for (const named of [id, 'ada@example.com']) {
      const read = await resend('GET', `/audiences/${news}/contacts/${named}`)
      expect(read.body).toMatchObject({
        object: 'contact',
        id,
        email: 'ada@example.com',
        first_name: 'Ada',
        last_name: 'Lovelace',
        unsubscribed: true,
        properties: { plan: { type: 'string', value: 'pro' } },
      })
    }
    expect((await resend('GET', `/contacts/${id}/segments`)).body.data).toMatchObject([{ id: news }])
  })

  test('that exists is put into it by a creation, and stays in its others', async () => {
    const [news, offers] = [await audience('News'), await audience('Offers')]
    const id = await made(`/audiences/${news}/contacts`, { email: 'again@example.com', first_name: 'A' })
    expect(await made(`/audiences/${offers}/contacts`, { email: 'again@example.com' })).toBe(id)
    expect([await members(news), await members(offers)]).toEqual([[id], [id]])
  })

  test('is created once for an idempotency key', async () => {
    const news = await audience('News')
    const request = { body: { email: 'once@example.com' }, headers: { 'Idempotency-Key': 'member-once' } }
    const first = await resend('POST', `/audiences/${news}/contacts`, request)
    const second = await resend('POST', `/audiences/${news}/contacts`, request)
    expect(second.body).toEqual(first.body)
    expect(await members(news)).toEqual([first.body.id])
  })

  test('is changed, and taken out without being deleted', async () => {
    const news = await audience('News')
    const id = await made(`/audiences/${news}/contacts`, { email: 'change@example.com', first_name: 'A' })
    const path = `/audiences/${news}/contacts/change@example.com`
    const changes = { id, audience_id: news, last_name: 'B', unsubscribed: true }
    expect((await resend('PATCH', path, { body: changes })).body).toEqual({ object: 'contact', id })
    expect(await own(id)).toMatchObject({ name: 'A B', unsubscribed_at: expect.any(String) })
    const removed = await resend('DELETE', path)
    expect([removed.status, removed.body]).toEqual([
      200,
      { object: 'contact', contact: id, id, deleted: true },
    ])
    expect(await members(news)).toEqual([])
    expect(await own(id)).toMatchObject({ id, name: 'A B' })
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const request = method === 'PATCH' ? { body: { first_name: 'C' } } : {}
      expect((await resend(method, path, request)).status).toBe(404)
    }
    expect((await own(id)).name).toBe('A B')
  })

  test('is listed in pages', async () => {
    const news = await audience('News')
    const [a, b] = [
      await made(`/audiences/${news}/contacts`, { email: 'a@list.example' }),
      await made(`/audiences/${news}/contacts`, { email: 'b@list.example' }),
    ]
    const page = await resend('GET', `/audiences/${news}/contacts?limit=1`)
    expect(page.body).toMatchObject({ object: 'list', has_more: true, data: [{ id: b }] })
    const next = await resend('GET', `/audiences/${news}/contacts?after=${b}`)
    expect(next.body).toMatchObject({ has_more: false, data: [{ id: a }] })
  })

  test('cannot be put into a segment that has another rule, and nothing is created', async () => {
    const rule = { property: { name: 'plan', op: 'eq', value: 'pro' } }
    const body = { project_id: tenant.liveProject, name: 'By rule', rule }
    const { id } = (await call(service.url, 'POST', '/v1/segments', { key, body })).body
    const refused = await resend('POST', `/audiences/${id}/contacts`, { body: { email: 'rule@example.com' } })
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringMatching(/^Contacts belong to this segment by its rule\./),
    ])
    expect((await resend('GET', '/contacts/rule@example.com')).status).toBe(404)
  })

  test('is refused with a wrong address and with topics', async () => {
    const news = await audience('News')
    const create = (body: object) => resend('POST', `/audiences/${news}/contacts`, { body })
    expect((await create({ email: 'nobody' })).body.message).toMatch(/^email\b/)
    expect((await create({})).body.name).toBe('missing_required_field')
    expect((await create({ email: 'a@example.com', topics: [] })).status).toBe(422)
  })
})

test('what is not there, or of another project, is not found', async () => {
  const other = await tenant.key({ project: await tenant.project() })
  const [mine, theirs] = [await audience('Mine'), await audience('Theirs', other)]
  const [ada, grace] = [
    await made(`/audiences/${mine}/contacts`, { email: 'mine@example.com' }),
    await made(`/audiences/${theirs}/contacts`, { email: 'theirs@example.com' }, other),
  ]
  for (const [method, path] of [
    ['GET', `/audiences/${theirs}`],
    ['DELETE', `/audiences/${theirs}`],
    ['GET', `/audiences/${toTypeId('seg', newUuid())}`],
    ['GET', `/audiences/${theirs}/contacts`],
    ['POST', `/audiences/${theirs}/contacts`],
    ['GET', `/audiences/${theirs}/contacts/${grace}`],
    ['GET', `/audiences/${mine}/contacts/${grace}`],
    ['GET', `/audiences/${mine}/contacts/no@example.com`],
    ['PATCH', `/audiences/${theirs}/contacts/${ada}`],
    ['DELETE', `/audiences/${theirs}/contacts/${ada}`],
  ] as const) {
    const body = method === 'POST' ? { email: 'new@example.com' } : { first_name: 'A' }
    const reply = await resend(method, path, method === 'POST' || method === 'PATCH' ? { body } : {})
    expect([method, path, reply.status, reply.body.name]).toEqual([method, path, 404, 'not_found'])
  }
})

import { beforeAll, describe, expect, test } from 'vitest'
import { newUuid, toTypeId } from '../../../../../server/platform/db/ids.js'
import { call } from '../../../../support/api/api.js'
import { topicCalls, type TopicCalls } from '../../../../support/audience/topics.js'
import type { TestService } from '../../../../support/service/service.js'
import type { WireCall } from '../../../../support/wires/wire-calls.js'
import { addWireTenant } from '../../../../support/wires/wire-tenant.js'
import type { Tenant } from '../../../../support/workspace/tenant.js'

/** Contacts and their topics, as Resend's packages ask for them. */

let service: TestService
let tenant: Tenant
let key: string
let resend: WireCall
let topics: TopicCalls

beforeAll(async () => {
  ;({ service, tenant, key, ask: resend } = await addWireTenant('resend'))
  topics = topicCalls(service.url, key, tenant.liveProject)
})

const created = async (fields: object): Promise<string> => {
  const { status, body, text } = await resend('POST', '/contacts', { body: fields })
  expect(status, text).toBe(201)
  return body.id as string
}
const own = async (id: string) => (await call(service.url, 'GET', `/v1/contacts/${id}`, { key })).body

describe('a contact', () => {
  test('is created with its names, and read by its id and its address', async () => {
    const id = await created({
      email: 'Ada@example.com',
      first_name: 'Ada',
      last_name: ' Lovelace ',
      unsubscribed: true,
      properties: { plan: 'pro', seats: 5, vip: true },
    })
    expect(await own(id)).toMatchObject({ name: 'Ada Lovelace', project_id: tenant.liveProject })
    for (const path of [`/contacts/${id}`, '/contacts/ada@EXAMPLE.com', '/contacts/ada%40example.com']) {
      const { status, body } = await resend('GET', path)
      expect([status, body]).toEqual([
        200,
        {
          object: 'contact',
          id,
          email: 'Ada@example.com',
          first_name: 'Ada',
          last_name: ' Lovelace ',
          created_at: expect.any(String),
          unsubscribed: true,
          properties: {
            plan: { type: 'string', value: 'pro' },
            seats: { type: 'number', value: 5 },
            vip: { type: 'boolean', value: true },
          },
        },
      ])
    }
  })

  test('that exists is updated by a creation, and keeps its other name', async () => {
    const id = await created({ email: 'again@example.com', first_name: 'Grace', last_name: 'Hopper' })
    expect(await created({ email: 'again@example.com', first_name: 'Amazing' })).toBe(id)
    expect((await own(id)).name).toBe('Amazing Hopper')
  })

  test('is created once for an idempotency key', async () => {
    const request = { body: { email: 'once@example.com' }, headers: { 'Idempotency-Key': 'once' } }
    const first = await resend('POST', '/contacts', request)
    const second = await resend('POST', '/contacts', request)
    expect([second.body, second.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
    const other = await resend('POST', '/contacts', { ...request, body: { email: 'other@example.com' } })
    expect([other.status, other.body.name]).toEqual([409, 'invalid_idempotent_request'])
  })

  test('is changed in what the request names', async () => {
    const id = await created({
      email: 'change@example.com',
      first_name: 'A',
      last_name: 'B',
      properties: { a: 1 },
    })
    const patch = (body: object) => resend('PATCH', '/contacts/change@example.com', { body })
    expect((await patch({ last_name: 'C', properties: { b: 2 } })).body).toEqual({ object: 'contact', id })
    expect(await own(id)).toMatchObject({ name: 'A C', properties: { a: 1, b: 2, last_name: 'C' } })
    await patch({ id, first_name: null, last_name: null, unsubscribed: true, properties: { a: null } })
    const bare = await own(id)
    expect([bare.name, bare.properties, bare.unsubscribed_at]).toEqual([null, { b: 2 }, expect.any(String)])
    await patch({ unsubscribed: false })
    await resend('PATCH', `/contacts/${id}`, { body: { email: 'changed@example.com' } })
    expect(await own(id)).toMatchObject({ email: 'changed@example.com', unsubscribed_at: null })
  })

  test('is deleted by its address', async () => {
    const id = await created({ email: 'gone@example.com' })
    const { body } = await resend('DELETE', '/contacts/gone@example.com')
    expect(body).toEqual({ object: 'contact', contact: id, id, deleted: true })
    expect((await resend('GET', `/contacts/${id}`)).status).toBe(404)
  })

  test('is listed in pages', async () => {
    const project = await tenant.project()
    const ofProject = await tenant.key({ project })
    const ids: string[] = []
    for (const name of ['a', 'b', 'c']) {
      const body = { email: `${name}@list.example` }
      ids.unshift((await resend('POST', '/contacts', { key: ofProject, body })).body.id as string)
    }
    const page = async (query: string) => {
      const { body } = await resend('GET', `/contacts${query}`, { key: ofProject })
      return [(body.data as { id: string }[]).map(({ id }) => id), body.has_more]
    }
    expect(await page('')).toEqual([ids, false])
    expect(await page('?limit=2')).toEqual([ids.slice(0, 2), true])
    expect(await page(`?limit=2&after=${ids[1]}`)).toEqual([ids.slice(2), false])
    expect(await page(`?limit=1&before=${ids[2]}`)).toEqual([[ids[1]], true])
  })

  test.each<[string, object, string, string]>([
    ['no address', {}, 'missing_required_field', 'email'],
    ['a wrong address', { email: 'nobody' }, 'validation_error', 'email'],
    ['a wrong address and one name', { email: 'nobody', first_name: 'A' }, 'validation_error', 'email'],
    ['a name of two lines', { email: 'a@example.com', first_name: 'a\nb' }, 'validation_error', 'first_name'],
    [
      'a list as a property',
      { email: 'a@example.com', properties: { a: [] } },
      'validation_error',
      'properties',
    ],
    ['an unknown field', { email: 'a@example.com', firstName: 'A' }, 'validation_error', 'firstName'],
    [
      'a topic that is not there',
      { email: 'a@example.com', topics: [{ id: toTypeId('top', newUuid()), subscription: 'opt_in' }] },
      'validation_error',
      'topics',
    ],
  ])('is refused with %s', async (_what, body, name, field) => {
    const reply = await resend('POST', '/contacts', { body })
    expect([reply.status, reply.body.name, reply.body.message]).toEqual([
      422,
      name,
      expect.stringMatching(new RegExp(`^${field}\\b`)),
    ])
  })

  test.each(['GET', 'PATCH', 'DELETE'])('that is not there is not found by %s', async (method) => {
    for (const id of [toTypeId('con', newUuid()), 'd91cd9bd-1176-453e-8fc1-35364d380206', 'no@example.com']) {
      const request = method === 'PATCH' ? { body: { first_name: 'A' } } : {}
      const { status, body } = await resend(method, `/contacts/${id}`, request)
      expect([status, body.name]).toEqual([404, 'not_found'])
    }
  })

  test('of another project is not found', async () => {
    const id = await created({ email: 'mine@example.com' })
    const other = await tenant.key({ project: await tenant.project() })
    for (const path of [`/contacts/${id}`, '/contacts/mine@example.com', `/contacts/${id}/topics`])
      expect((await resend('GET', path, { key: other })).status).toBe(404)
    const missing = await tenant.key({ project: tenant.liveProject, scopes: ['messages:send'] })
    const refused = await resend('GET', `/contacts/${id}`, { key: missing })
    expect([refused.status, refused.body.name]).toEqual([401, 'restricted_api_key'])
  })
})

describe("a contact's topics", () => {
  test('are chosen at its creation and changed later, in both shapes of the request', async () => {
    const [news, offers] = [
      await topics.made('news'),
      await topics.made('offers', { default_subscribed: false }),
    ]
    const id = await created({
      email: 'topics@example.com',
      topics: [{ id: news.id, subscription: 'opt_out' }],
    })
    const read = async (query = '') =>
      (await resend('GET', `/contacts/topics@example.com/topics${query}`)).body
    const shown = ({ id: topic }: { id: string }, subscription: string) => ({
      id: topic,
      name: 'News',
      description: null,
      subscription,
    })
    expect((await read()).data).toEqual([shown(offers, 'opt_out'), shown(news, 'opt_out')])
    const choices = [{ id: offers.id, subscription: 'opt_in' }]
    const list = await resend('PATCH', `/contacts/${id}/topics`, { body: choices })
    expect(list.body).toEqual({ object: 'contact_topics', id, contact_id: id, topics: choices })
    const body = { topics: [{ id: news.id, subscription: 'opt_in' }] }
    expect((await resend('PATCH', '/contacts/topics@example.com/topics', { body })).status).toBe(200)
    expect((await read()).data).toEqual([shown(offers, 'opt_in'), shown(news, 'opt_in')])
    expect(await read('?limit=1')).toMatchObject({ has_more: true, data: [{ id: offers.id }] })
    expect(await read(`?limit=1&after=${offers.id}`)).toMatchObject({
      has_more: false,
      data: [{ id: news.id }],
    })
  })

  test('are those of the project alone', async () => {
    const id = await created({ email: 'foreign@example.com' })
    const ofWorkspace = await tenant.key()
    const foreign = await topicCalls(service.url, ofWorkspace, tenant.testProject).made('news')
    for (const [by, topic] of [
      [key, foreign.id],
      [ofWorkspace, foreign.id],
      [key, 'news'],
    ]) {
      const body = [{ id: topic, subscription: 'opt_out' }]
      const reply = await resend('PATCH', `/contacts/${id}/topics`, { key: by, body })
      expect([reply.status, reply.body.message]).toEqual([422, expect.stringContaining('id of a topic')])
    }
    expect((await topics.of(id)).topics.map(({ chosen_at }) => chosen_at)).toEqual([null, null])
  })
})

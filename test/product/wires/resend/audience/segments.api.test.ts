import { beforeAll, describe, expect, test } from 'vitest'
import { newUuid, toTypeId } from '../../../../../server/platform/db/ids.js'
import { call } from '../../../../support/api/api.js'
import type { TestService } from '../../../../support/service/service.js'
import type { WireCall } from '../../../../support/wires/wire-calls.js'
import { addWireTenant } from '../../../../support/wires/wire-tenant.js'
import { addTenant, type Tenant } from '../../../../support/workspace/tenant.js'

/** Segments and the contacts in them, as Resend's packages ask for them. */

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
const segment = (name: string, ofKey = key) => made('/segments', { name }, ofKey)
const contact = (email: string, ofKey = key) => made('/contacts', { email }, ofKey)
const ids = async (path: string, ofKey = key) => {
  const { status, body, text } = await resend('GET', path, { key: ofKey })
  expect(status, text).toBe(200)
  return [(body.data as { id: string }[]).map(({ id }) => id), body.has_more]
}
/** Makes a segment by a rule, which Resend's packages cannot. */
const byRule = async (rule: object): Promise<string> => {
  const body = { project_id: tenant.liveProject, name: 'By rule', rule }
  return (await call(service.url, 'POST', '/v1/segments', { key, body })).body.id as string
}

describe('a segment', () => {
  test('is created, read and deleted', async () => {
    const { status, body } = await resend('POST', '/segments', { body: { name: 'Readers' } })
    expect([status, body]).toEqual([
      201,
      { object: 'segment', id: expect.stringMatching(/^seg_/), name: 'Readers' },
    ])
    const id = body.id as string
    const read = await resend('GET', `/segments/${id}`)
    expect([read.status, read.body]).toEqual([
      200,
      { object: 'segment', id, name: 'Readers', created_at: expect.any(String) },
    ])
    const gone = await resend('DELETE', `/segments/${id}`)
    expect([gone.status, gone.body]).toEqual([200, { object: 'segment', id, deleted: true }])
    expect((await resend('GET', `/segments/${id}`)).status).toBe(404)
  })

  test('is renamed', async () => {
    const id = await segment('Old')
    const { status, body } = await resend('PATCH', `/segments/${id}`, { body: { name: 'New' } })
    expect([status, body]).toEqual([200, { object: 'segment', id }])
    expect((await resend('GET', `/segments/${id}`)).body.name).toBe('New')
    expect((await resend('PATCH', `/segments/${id}`, { body: {} })).body.name).toBe('missing_required_field')
  })

  test('is created once for an idempotency key', async () => {
    const request = { body: { name: 'Once' }, headers: { 'Idempotency-Key': 'segment-once' } }
    const first = await resend('POST', '/segments', request)
    const second = await resend('POST', '/segments', request)
    expect([second.body, second.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
  })

  test('is listed in pages', async () => {
    const ofProject = await tenant.key({ project: await tenant.project() })
    const [a, b, c] = [
      await segment('a', ofProject),
      await segment('b', ofProject),
      await segment('c', ofProject),
    ]
    expect(await ids('/segments', ofProject)).toEqual([[c, b, a], false])
    expect(await ids('/segments?limit=2', ofProject)).toEqual([[c, b], true])
    expect(await ids(`/segments?after=${b}`, ofProject)).toEqual([[a], false])
    expect(await ids(`/segments?limit=1&before=${a}`, ofProject)).toEqual([[b], true])
  })

  test.each<[string, object, string]>([
    ['no name', {}, 'name'],
    ['a filter', { name: 'A', filter: { plan: 'pro' } }, 'filter is not taken'],
    ['an audience', { name: 'A', audience_id: 'x' }, 'audience_id is not taken'],
    ['an unknown field', { name: 'A', rule: {} }, 'rule'],
    ['a name of two lines', { name: 'a\nb' }, 'name'],
  ])('is refused with %s', async (_what, body, beginning) => {
    const reply = await resend('POST', '/segments', { body })
    expect([reply.status, (reply.body.message as string).slice(0, beginning.length)]).toEqual([
      422,
      beginning,
    ])
  })
})

describe('a contact', () => {
  test('is put into a segment and taken out, by its id and by its address', async () => {
    const [news, offers] = [await segment('News'), await segment('Offers')]
    const [ada, grace] = [await contact('ada@example.com'), await contact('grace@example.com')]
    for (const named of [ada, 'grace@example.com']) {
      const added = await resend('POST', `/contacts/${named}/segments/${news}`)
      const id = named === ada ? ada : grace
      expect([added.status, added.body]).toEqual([
        200,
        { object: 'contact_segment', id, contact_id: id, segment_id: news },
      ])
    }
    await resend('POST', `/contacts/${ada}/segments/${offers}`)
    expect(await ids(`/segments/${news}/contacts`)).toEqual([[grace, ada], false])
    expect(await ids(`/segments/${offers}/contacts`)).toEqual([[ada], false])
    const removed = await resend('DELETE', `/contacts/ada@example.com/segments/${news}`)
    expect([removed.status, removed.body]).toEqual([
      200,
      { object: 'contact_segment', id: ada, contact_id: ada, segment_id: news, deleted: true },
    ])
    expect(await ids(`/segments/${news}/contacts`)).toEqual([[grace], false])
    expect(await ids(`/segments/${offers}/contacts`)).toEqual([[ada], false])
    const { body } = await resend('GET', `/segments/${news}/contacts`)
    expect(body.data).toMatchObject([{ id: grace, email: 'grace@example.com', unsubscribed: false }])
  })

  test('is put into segments by its creation, and listed by segment', async () => {
    const [a, b, c] = [await segment('a'), await segment('b'), await segment('c')]
    const body = {
      email: 'three@example.com',
      segments: [a, { id: b }],
      audience_id: c,
      properties: { n: 1 },
    }
    const id = await made('/contacts', body)
    expect(await ids(`/contacts/${id}/segments`)).toEqual([[c, b, a], false])
    const other = await made('/contacts', { email: 'four@example.com', segments: [{ id: a }] })
    expect(await ids(`/contacts?segment_id=${a}`)).toEqual([[other, id], false])
    expect(await ids(`/contacts?segment_id=${a}&limit=1&after=${other}`)).toEqual([[id], false])
    expect(await ids(`/contacts?segment_id=${b}`)).toEqual([[id], false])
    const { body: own } = await call(service.url, 'GET', `/v1/contacts/${id}`, { key })
    expect(own.properties).toMatchObject({ n: 1 })
  })

  test('is not created in segments that are of another project, or have another rule', async () => {
    const other = await tenant.key({ project: await tenant.project() })
    const theirs = await segment('Theirs', other)
    const ruled = await byRule({ property: { name: 'plan', op: 'eq', value: 'pro' } })
    for (const [fields, beginning] of [
      [{ segments: [theirs] }, 'segments[0] is not the id of a segment'],
      [{ segments: [await segment('Ours'), { id: 'x' }] }, 'segments[1] is not the id of a segment'],
      [{ segments: [ruled] }, 'segments[0] is a segment that contacts belong to by its rule'],
      [{ audience_id: theirs }, 'audience_id is not the id of a segment'],
    ] as const) {
      const body = { email: 'never@example.com', ...fields }
      const reply = await resend('POST', '/contacts', { body })
      expect([reply.status, (reply.body.message as string).slice(0, beginning.length)]).toEqual([
        422,
        beginning,
      ])
    }
    expect((await resend('GET', '/contacts/never@example.com')).status).toBe(404)
    expect((await resend('GET', `/contacts?segment_id=${theirs}`)).status).toBe(404)
  })

  test('of the live project is not created in a segment of the test project by a key of both', async () => {
    const fresh = await addTenant(service)
    const theirs = await segment('Test', await fresh.key({ project: fresh.testProject }))
    const body = { email: 'both@example.com', segments: [theirs] }
    const { status } = await resend('POST', '/contacts', { body, key: await fresh.key() })
    expect(status).toBe(422)
  })

  test('keeps its own properties', async () => {
    const news = await segment('News')
    const id = await made('/contacts', { email: 'kept@example.com', properties: { plan: 'pro' } })
    await resend('POST', `/contacts/${id}/segments/${news}`)
    await resend('DELETE', `/contacts/${id}/segments/${news}`)
    const { body } = await call(service.url, 'GET', `/v1/contacts/${id}`, { key })
    expect(body.properties).toEqual({ plan: 'pro' })
  })

  test('has its segments listed in pages, without those that have another rule', async () => {
    const all = [await segment('1'), await segment('2'), await segment('3')]
    const [a, b, c] = all
    const id = await contact('paged@example.com')
    await byRule({ contact: { field: 'email_domain', op: 'eq', value: 'example.com' } })
    await segment('Another')
    for (const each of all) await resend('POST', `/contacts/${id}/segments/${each}`)
    const path = '/contacts/paged@example.com/segments'
    expect((await resend('GET', path)).body.data).toMatchObject([{ id: c, name: '3' }, { id: b }, { id: a }])
    expect(await ids(`${path}?limit=2`)).toEqual([[c, b], true])
    expect(await ids(`${path}?limit=2&after=${b}`)).toEqual([[a], false])
    expect(await ids(`${path}?limit=1&before=${a}`)).toEqual([[b], true])
    expect(await ids(`${path}?limit=5&before=${a}`)).toEqual([[c, b], false])
    const wrong = await resend('GET', `${path}?after=x`)
    expect([wrong.status, wrong.body.name]).toEqual([422, 'validation_error'])
  })

  test.each<[string, object]>([
    ['another property', { property: { name: 'plan', op: 'eq', value: true } }],
    ['no value', { property: { name: 'segment_abcdefghijkl', op: 'eq', value: false } }],
    [
      'more than one condition',
      { not: { property: { name: 'segment_abcdefghijkl', op: 'eq', value: true } } },
    ],
  ])('cannot be put into a segment whose rule asks for %s', async (_what, rule) => {
    const id = await byRule(rule)
    await contact('rule@example.com')
    for (const method of ['POST', 'DELETE']) {
      const { status, body } = await resend(method, `/contacts/rule@example.com/segments/${id}`)
      expect([status, body.name, body.message]).toEqual([
        422,
        'validation_error',
        expect.stringMatching(/^Contacts belong to this segment by its rule\./),
      ])
    }
    expect((await resend('GET', `/segments/${id}/contacts`)).status).toBe(200)
  })
})

test('what is not there is not found', async () => {
  const [news, ada] = [await segment('News'), await contact('there@example.com')]
  const no = { segment: toTypeId('seg', newUuid()), contact: toTypeId('con', newUuid()) }
  for (const [method, path] of [
    ['GET', `/segments/${no.segment}`],
    ['GET', '/segments/78261eea-8f8b-4381-83c6-79fa7120f1cf'],
    ['DELETE', `/segments/${no.segment}`],
    ['PATCH', `/segments/${no.segment}`],
    ['GET', `/segments/${no.segment}/contacts`],
    ['GET', `/contacts/${no.contact}/segments`],
    ['POST', `/contacts/${no.contact}/segments/${news}`],
    ['POST', `/contacts/${ada}/segments/${no.segment}`],
    ['DELETE', `/contacts/no@example.com/segments/${news}`],
  ] as const) {
    const { status, body } = await resend(method, path, method === 'PATCH' ? { body: { name: 'A' } } : {})
    expect([method, path, status, body.name]).toEqual([method, path, 404, 'not_found'])
  }
})

test('what another project has is not found', async () => {
  const other = await tenant.key({ project: await tenant.project() })
  const [mine, ada] = [await segment('Mine'), await contact('mine@example.com')]
  const [theirs, grace] = [await segment('Theirs', other), await contact('theirs@example.com', other)]
  for (const [method, path] of [
    ['GET', `/segments/${theirs}`],
    ['DELETE', `/segments/${theirs}`],
    ['PATCH', `/segments/${theirs}`],
    ['GET', `/segments/${theirs}/contacts`],
    ['GET', `/contacts/${grace}/segments`],
    ['POST', `/contacts/${ada}/segments/${theirs}`],
    ['POST', `/contacts/${grace}/segments/${mine}`],
    ['POST', `/contacts/theirs@example.com/segments/${mine}`],
  ] as const) {
    const { status } = await resend(method, path, method === 'PATCH' ? { body: { name: 'A' } } : {})
    expect([method, path, status]).toEqual([method, path, 404])
  }
  const workspace = await tenant.key()
  const crossing = await resend('POST', `/contacts/${ada}/segments/${theirs}`, { key: workspace })
  expect([crossing.status, crossing.body.name]).toEqual([404, 'not_found'])
  const sender = await tenant.key({ project: tenant.liveProject, scopes: ['messages:send'] })
  const refused = await resend('POST', `/contacts/${ada}/segments/${mine}`, { key: sender })
  expect([refused.status, refused.body.name]).toEqual([401, 'restricted_api_key'])
})

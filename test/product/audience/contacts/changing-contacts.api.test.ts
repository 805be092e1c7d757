import { beforeAll, describe, expect, test } from 'vitest'
import { call, type ApiReply } from '../../../support/api/api.js'
import { contactCalls, refusal } from '../../../support/audience/contact-calls.js'
import { markErased } from '../../../support/erasure/erased.js'
import { addList, ask, confirmPath, press, subscribe, type OptIn } from '../../../support/audience/opt-in.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Changes of a contact by its id, its address above all. */

let service: TestService
let tenant: Tenant
let key: string
let optIn: OptIn

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  optIn = { url: service.url, key, project: tenant.liveProject }
})

const { get, put, contact } = contactCalls(() => ({ service, tenant, key }))
const patch = (id: string, body: Record<string, unknown>, headers = {}, by = key): Promise<ApiReply> =>
  call(service.url, 'PATCH', `/v1/contacts/${id}`, { key: by, body, headers })
const taken = [409, 'invalid_state', undefined]

describe('a change', () => {
  test('changes what it names and leaves the rest', async () => {
    const made = await contact('ada@example.com', { name: 'Ada', properties: { plan: 'pro', seats: 5 } })
    const changed = await patch(made.id, { properties: { seats: null, vip: true } })
    expect(changed.status, changed.text).toBe(200)
    expect(changed.body).toMatchObject({ id: made.id, email: 'ada@example.com', name: 'Ada' })
    expect(changed.body.properties).toEqual({ plan: 'pro', vip: true })
    expect(changed.body.updated_at >= made.updated_at).toBe(true)
    expect((await patch(made.id, { name: null })).body.name).toBeNull()
    expect((await get(`/v1/contacts/${made.id}`)).body.properties).toEqual({ plan: 'pro', vip: true })
    expect((await patch(made.id, { email: 'Ada@EXAMPLE.com' })).body.email).toBe('Ada@example.com')
  })

  test('opts out and back in, with the events of an upsert', async () => {
    const made = await contact('leaver@example.com')
    const first = await patch(made.id, { unsubscribed: true })
    expect(first.body.unsubscribed_at).not.toBeNull()
    expect((await patch(made.id, { unsubscribed: true })).body.unsubscribed_at).toBe(
      first.body.unsubscribed_at,
    )
    const moved = await patch(made.id, { unsubscribed: false, email: 'back@example.com' })
    expect(moved.body).toMatchObject({ email: 'back@example.com', unsubscribed_at: null })
    const { body } = await get(`/v1/events?contact_id=${made.id}&limit=100`)
    const events = (body.data as { type: string; data: { email: string; source: string } }[]).map(
      ({ type, data: { email, source } }) => [type, email, source],
    )
    expect(events).toEqual([
      ['contact.resubscribed', 'back@example.com', 'api'],
      ['contact.unsubscribed', 'leaver@example.com', 'api'],
    ])
  })

  test.each<[string, Record<string, unknown>]>([
    ['nothing', {}],
    ['no address', { email: 'nobody' }],
    ['null for an address', { email: null }],
    ['another project', { project_id: 'prj_01kbf3x5vce1v8h0ja5z9w2kxm' }],
    ['a name of two lines', { name: 'a\nb' }],
    ['a list', { properties: { a: [1] } }],
  ])('refuses %s', async (what, body) => {
    const made = await contact(`refused-${what.replaceAll(' ', '-')}@example.com`)
    expect(refusal(await patch(made.id, body)).slice(0, 2)).toEqual([422, 'validation_failed'])
    expect((await get(`/v1/contacts/${made.id}`)).body).toEqual(made)
  })

  test('refuses more than 100 properties where they come together, and changes nothing', async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`a${index}`, index]))
    const made = await contact('many-to-change@example.com', { properties: many })
    const reply = await patch(made.id, { email: 'fewer@example.com', properties: { b: 1 } })
    expect(refusal(reply)).toEqual([422, 'validation_failed', '/body/properties'])
    expect((await get(`/v1/contacts/${made.id}`)).body).toEqual(made)
  })

  test('is recorded in the audit log, and done once under a key', async () => {
    const made = await contact('keyed@example.com')
    const headers = { 'Idempotency-Key': 'change-1' }
    const first = await patch(made.id, { email: 'keyed-2@example.com' }, headers)
    await patch(made.id, { email: 'keyed-3@example.com' })
    const again = await patch(made.id, { email: 'keyed-2@example.com' }, headers)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await get(`/v1/contacts/${made.id}`)).body.email).toBe('keyed-3@example.com')
    const session = await tenant.session('owner')
    const { body } = await get(`/v1/audit-events?operation=updateContact&resource_id=${made.id}`, session)
    expect(body.data).toHaveLength(2)
  })
})

describe('another address', () => {
  test('finds the contact from then on, and the old one is free', async () => {
    const made = await contact('before@example.com', { name: 'Ada' })
    expect((await patch(made.id, { email: 'After@example.com' })).body).toMatchObject({
      id: made.id,
      email: 'After@example.com',
      name: 'Ada',
      created_at: made.created_at,
    })
    expect((await get('/v1/contacts?email=AFTER@example.com')).body.data).toHaveLength(1)
    expect((await get('/v1/contacts?email=before@example.com')).body.data).toEqual([])
    expect((await put({ email: 'after@example.com' })).body.id).toBe(made.id)
    expect((await put({ email: 'before@example.com' })).status).toBe(201)
  })

  test('is refused where another contact of the project has it, in any case', async () => {
    const made = await contact('mover@example.com', { name: 'Kept' })
    const owner = await contact('Owner@example.com')
    const reply = await patch(made.id, { email: 'OWNER@example.com', name: 'Lost' })
    expect(refusal(reply)).toEqual(taken)
    expect((await get(`/v1/contacts/${made.id}`)).body).toEqual(made)
    expect((await get(`/v1/contacts/${owner.id}`)).body).toEqual(owner)
    // Another project has contacts of its own.
    const project_id = await tenant.project()
    const other = await put({ project_id, email: 'mover@example.com' })
    expect((await patch(other.body.id as string, { email: 'owner@example.com' })).status).toBe(200)
  })

  test('is refused where it was erased, and of a contact whose erasure is under way nothing changes', async () => {
    const made = await contact('erased-to@example.com')
    await markErased(service, tenant, 'erased@example.com')
    await markErased(service, tenant, 'erased-here@example.com', tenant.liveProject)
    for (const email of ['Erased@example.com', 'erased-here@example.com'])
      expect(refusal(await patch(made.id, { email }))).toEqual(taken)
    await markErased(service, tenant, 'erased-to@example.com')
    expect(refusal(await patch(made.id, { email: 'escaped@example.com' }))).toEqual(taken)
    expect(refusal(await patch(made.id, { name: 'Ada' }))).toEqual(taken)
    expect((await get(`/v1/contacts/${made.id}`)).body).toEqual(made)
  })

  test('takes the confirmed subscriptions, the choices, the events and the opt-out along', async () => {
    const list = await addList(optIn)
    const subscription = await subscribe(optIn, list, 'reader@example.com')
    const id = subscription.contact_id
    await patch(id, { unsubscribed: true })
    await call(service.url, 'POST', `/v1/contacts/${id}/events`, { key, body: { name: 'seen' } })
    const topic = { project_id: tenant.liveProject, key: 'moved-news', name: 'News' }
    await call(service.url, 'POST', '/v1/topics', { key, body: topic })
    const choice = { subscribed: false, source: 'form' }
    await call(service.url, 'PUT', `/v1/contacts/${id}/topics/moved-news`, { key, body: choice })

    const moved = await patch(id, { email: 'Reader@example.org' })
    expect(moved.body).toMatchObject({ topics: { 'moved-news': false } })
    expect(moved.body.unsubscribed_at).not.toBeNull()
    const path = `/v1/subscriber-lists/${list}/subscriptions`
    expect((await get(`${path}/${subscription.id}`)).body).toMatchObject({
      email: 'Reader@example.org',
      status: 'confirmed',
      contact_id: id,
    })
    expect((await get(`${path}?email=reader@example.org`)).body.data).toHaveLength(1)
    expect((await get(`${path}?email=reader@example.com`)).body.data).toEqual([])
    expect((await get(`/v1/contacts/${id}/events`)).body.data).toHaveLength(1)
    expect((await get(`/v1/contacts/${id}/topic-consents`)).body.data).toHaveLength(1)
    expect((await ask(optIn, list, 'reader@example.org')).outcome).toBe('already_confirmed')
    // The link of an old mail ends the subscription of the person, whatever the address is now.
    const { body } = await get(`${path}/${subscription.id}`)
    await press(optIn, new URL(body.unsubscribe_url as string).pathname)
    expect((await get(`${path}/${subscription.id}`)).body.status).toBe('unsubscribed')
  })

  test('is confirmed by no mail to the old one, and asked for at once', async () => {
    const list = await addList(optIn)
    const first = await ask(optIn, list, 'pending@example.com')
    const oldLink = await confirmPath(optIn, first.message_id)
    const { id, contact_id } = first.subscription
    await patch(contact_id, { email: 'pending@example.org' })
    expect((await press(optIn, oldLink)).text).not.toContain('confirmed')
    const path = `/v1/subscriber-lists/${list}/subscriptions/${id}`
    expect((await get(path)).body).toMatchObject({ status: 'pending', email: 'pending@example.org' })
    const again = await ask(optIn, list, 'pending@example.org')
    expect([again.outcome, again.subscription.id]).toEqual(['requested', id])
    expect((await ask(optIn, list, 'pending@example.org')).outcome).toBe('already_requested')
    await press(optIn, await confirmPath(optIn, again.message_id))
    expect((await get(path)).body.status).toBe('confirmed')
  })

  test('leaves suppressions with the old one', async () => {
    const made = await contact('bounced@example.com')
    const body = { email: 'bounced@example.com' }
    await call(service.url, 'POST', '/v1/compliance/suppressions', { key, body })
    await patch(made.id, { email: 'works@example.com' })
    const path = '/v1/suppressions?email='
    expect((await get(`${path}bounced@example.com`)).body.data).toHaveLength(1)
    expect((await get(`${path}works@example.com`)).body.data).toEqual([])
  })
})

describe('at the same time', () => {
  test('of contacts that ask for one address one gets it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = `wanted${round}@example.com`
      const ids = await Promise.all(
        Array.from({ length: 6 }, async (_, index) => (await contact(`w${round}-${index}@example.com`)).id),
      )
      const replies = await Promise.all(ids.map((id) => patch(id, { email, name: 'Mine' })))
      const statuses = replies.map(({ status }) => status).sort()
      expect(statuses, replies.map(({ text }) => text).join('\n')).toEqual([200, 409, 409, 409, 409, 409])
      const after = await Promise.all(ids.map(async (id) => (await get(`/v1/contacts/${id}`)).body))
      expect(after.filter((each) => each.name === 'Mine' || each.email === email)).toHaveLength(1)
    }
  })

  test('an upsert of the address and a change to it end as one contact with it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await contact(`either${round}@example.com`)
      const email = `both${round}@example.com`
      const [changed, upserted] = await Promise.all([patch(id, { email }), put({ email })])
      expect([
        [200, 200],
        [409, 201],
      ]).toContainEqual([changed.status, upserted.status])
      expect((await get(`/v1/contacts?email=${email}`)).body.data).toHaveLength(1)
    }
  })

  test('two that exchange their addresses are both refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const emails = [`one${round}@example.com`, `two${round}@example.com`] as const
      const [one, two] = [await contact(emails[0]), await contact(emails[1])]
      const replies = await Promise.all([
        patch(one.id, { email: emails[1] }),
        patch(two.id, { email: emails[0] }),
      ])
      expect(replies.map(({ status }) => status)).toEqual([409, 409])
    }
  })
})

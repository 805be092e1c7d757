import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { components } from '../../../../generated/api-types.js'
import { subscriptionLinks } from '../../../../server/product/audience/subscriptions/links/links.js'
import { fromTypeId, newUuid, newWorkspaceId, toTypeId } from '../../../../server/platform/db/ids.js'
import { loadServiceKey } from '../../../../server/platform/auth/service-key.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { eventFindings } from '../../../support/api/contract.js'
import { markErased } from '../../../support/erasure/erased.js'
import { addList, ask, confirmPath, press, subscribe, type OptIn } from '../../../support/audience/opt-in.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Requests to opt in, and what becomes of subscriptions. Nothing is delivered here. */

type Event = components['schemas']['OtherEvent']
type Subscription = components['schemas']['Subscription']

let service: TestService
let tenant: Tenant
let optIn: OptIn
let list: string

beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
  tenant = await addTenant(service)
  optIn = { url: service.url, key: await tenant.key(), project: tenant.liveProject }
  list = await addList(optIn)
})
afterAll(() => service.stop())

const pathOf = ({ list_id, id }: Subscription) => `/v1/subscriber-lists/${list_id}/subscriptions/${id}`
const get = (path: string, key = optIn.key) => call(service.url, 'GET', path, { key })
const post = (path: string, body: unknown, key = optIn.key, headers = {}) =>
  call(service.url, 'POST', path, { key, body, headers })
const requestsOf = (id: string) => `/v1/subscriber-lists/${id}/subscriptions`
const leave = (subscription: Subscription, body?: unknown) =>
  post(`${pathOf(subscription)}/unsubscribe`, body)
const shown = async (subscription: Subscription) => (await get(pathOf(subscription))).body as Subscription
const refusal = ({ status, body }: ApiReply): unknown[] => [status, body.error?.code]

/** The opt-in mails to an address. */
async function mailsTo(email: string): Promise<string[]> {
  const { body } = await get(`/v1/message-logs?recipient=${encodeURIComponent(email)}`)
  return body.data.map(({ message_id }: { message_id: string }) => message_id) as string[]
}

async function eventsOf(subscription: Subscription): Promise<Event[]> {
  const { body } = await get('/v1/events?limit=100')
  const found = (body.data as Event[]).filter(({ data }) => data['subscription_id'] === subscription.id)
  expect(found.map(eventFindings)).toEqual(found.map(() => undefined))
  return found.reverse()
}

async function suppress(email: string, reason: string): Promise<void> {
  await service.sql.query(
    'insert into suppressions (workspace_id, address, id, reason) values ($1, $2, $3, $4)',
    [tenant.workspaceId, email, newUuid(), reason],
  )
}

async function makeEarlier(subscription: Subscription, interval: string): Promise<void> {
  await service.sql.query(
    `update subscriptions set requested_at = (requested_at at time zone 'UTC' - $2::interval) at time zone 'UTC',
       round_started_at = (round_started_at at time zone 'UTC' - $2::interval) at time zone 'UTC' where id = $1`,
    [fromTypeId('sub', subscription.id), interval],
  )
}

describe('a request', () => {
  test('makes the contact and the pending subscription, keeps the proof, and sends one mail', async () => {
    const proof = { source: 'Checkout form', ip_address: '::ffff:203.0.113.7', user_agent: 'Mozilla/5.0' }
    const fields = { name: 'Ada Lovelace', properties: { plan: 'pro' }, ...proof }
    const requested = await ask(optIn, list, 'Ada@Example.com', fields)
    expect(requested).toMatchObject({ outcome: 'requested', suppression_reason: null })
    const { subscription } = requested
    expect(subscription).toMatchObject({
      list_id: list,
      project_id: tenant.liveProject,
      environment: 'live',
      email: 'Ada@example.com',
      status: 'pending',
      confirmed_at: null,
      unsubscribed_at: null,
      consents: [{ ...proof, ip_address: '203.0.113.7', action: 'requested', at: subscription.requested_at }],
    })
    expect(await shown(subscription)).toEqual(subscription)
    expect((await get(`/v1/contacts/${subscription.contact_id}`)).body).toMatchObject({
      email: 'Ada@example.com',
      name: 'Ada Lovelace',
      properties: { plan: 'pro' },
    })

    const { body: message } = await get(`/v1/messages/${requested.message_id}`)
    expect(message).toMatchObject({
      from_email: 'news@shop.example',
      subject: 'Please confirm your subscription to Product news',
      category: 'subscription_confirmation',
      list_id: null,
      recipients: [{ email: 'Ada@example.com', kind: 'to', status: 'queued' }],
    })
    // The name comes from a form, and is not for the mail.
    expect(message.recipients[0].name).toBeNull()
    expect(await eventsOf(subscription)).toMatchObject([
      { type: 'subscription.requested', data: { email: 'Ada@example.com', source: 'Checkout form' } },
    ])
  })

  test('sends no second mail within 24 hours, and then one whose link and the first both work', async () => {
    const first = await ask(optIn, list, 'twice@example.com')
    expect(first.subscription.consents).toMatchObject([{ source: 'api', ip_address: null, user_agent: null }])
    const again = await ask(optIn, list, 'TWICE@example.com', { name: 'Grace' })
    expect(again).toEqual({ ...first, outcome: 'already_requested', message_id: null })
    await makeEarlier(first.subscription, '23 hours 59 minutes')
    expect((await ask(optIn, list, 'twice@example.com')).outcome).toBe('already_requested')
    expect(await mailsTo('twice@example.com')).toEqual([first.message_id])

    await makeEarlier(first.subscription, '1 minute')
    const next = await ask(optIn, list, 'twice@example.com')
    expect(next.outcome).toBe('requested')
    expect(next.subscription.id).toBe(first.subscription.id)
    expect(next.subscription.consents).toHaveLength(2)
    expect(await mailsTo('twice@example.com')).toEqual([next.message_id, first.message_id])
    for (const message of [first.message_id, next.message_id]) {
      expect((await press(optIn, await confirmPath(optIn, message))).status).toBe(200)
    }
    expect((await shown(first.subscription)).status).toBe('confirmed')
    // The second time, nothing is confirmed any more, nor is it recorded. From where is kept with the consent.
    const { rows } = await service.sql.query(
      "select actor_kind, ip_address from audit_events where operation = 'link.confirm' and resource_id = $1",
      [first.subscription.id],
    )
    expect(rows).toEqual([{ actor_kind: 'link', ip_address: null }])
  })

  test('asks nobody who has confirmed', async () => {
    const subscription = await subscribe(optIn, list, 'wants@example.com')
    await makeEarlier(subscription, '2 days')
    expect(await ask(optIn, list, 'wants@example.com')).toMatchObject({
      outcome: 'already_confirmed',
      message_id: null,
      subscription: { id: subscription.id, status: 'confirmed' },
    })
    expect(await mailsTo('wants@example.com')).toHaveLength(1)
  })

  test('says why nothing may be sent to an address, and records nothing', async () => {
    await suppress('complained@example.com', 'complaint')
    await suppress('bounced@example.com', 'hard_bounce')
    await markErased(service, tenant, 'erased@example.com', tenant.liveProject)
    for (const [email, suppression_reason] of [
      ['Complained@example.com', 'complaint'],
      ['bounced@example.com', 'hard_bounce'],
      ['Erased@Example.com', 'erasure'],
    ] as const) {
      const reply = await ask(optIn, list, email, { name: 'X' })
      expect(reply).toEqual({
        outcome: 'suppressed',
        subscription: null,
        suppression_reason,
        message_id: null,
      })
      expect((await get(`/v1/contacts?email=${encodeURIComponent(email)}`)).body.data).toEqual([])
      expect(await mailsTo(email)).toEqual([])
    }
  })

  test('that comes many times at once sends one mail', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => ask(optIn, list, 'at-once@example.com')))
    expect(all.filter(({ outcome }) => outcome === 'requested')).toHaveLength(1)
    expect(all.filter(({ outcome }) => outcome === 'already_requested')).toHaveLength(7)
    expect(new Set(all.map(({ subscription }) => subscription.id)).size).toBe(1)
    expect(await mailsTo('at-once@example.com')).toHaveLength(1)
    expect(await eventsOf(all[0]!.subscription)).toHaveLength(1)
  })

  test('with a key is answered the same again, and brings nothing about twice', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const body = { email: 'keyed@example.com' }
    const first = await post(requestsOf(list), body, optIn.key, headers)
    const again = await post(requestsOf(list), body, optIn.key, headers)
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect((await post(requestsOf(list), { email: 'b@example.com' }, optIn.key, headers)).status).toBe(409)
  })

  test('leaves nothing where its mail cannot be stored', async () => {
    const nothingOf = async (email: string) => {
      expect((await get(`${requestsOf(list)}?email=${email}`)).body.data).toEqual([])
      expect((await get(`/v1/contacts?email=${email}`)).body.data).toEqual([])
      const { rows } = await service.sql.query('select from consents where user_agent = $1', [email])
      expect(rows).toEqual([])
    }
    const request = (email: string) => post(requestsOf(list), { email, user_agent: email })
    await service.sql.query(
      `alter table delivery_queue add constraint refused check (workspace_id is null) not valid`,
    )
    expect(refusal(await request('crash@example.com'))).toEqual([500, 'internal_error'])
    await service.sql.query('alter table delivery_queue drop constraint refused')
    await nothingOf('crash@example.com')
    await service.sql.query('update workspaces set halted_at = now() where id = $1', [tenant.workspaceId])
    expect(refusal(await request('halted@example.com'))).toEqual([423, 'sending_halted'])
    await service.sql.query('update workspaces set halted_at = null where id = $1', [tenant.workspaceId])
    await nothingOf('halted@example.com')
    expect((await ask(optIn, list, 'crash@example.com')).outcome).toBe('requested')
  })

  test('obeys the rules of every send, and needs a real IP address', async () => {
    const held = await tenant.key({ restrictions: { senderDomains: ['elsewhere.example'] } })
    const body = { email: 'rules@example.com' }
    expect(refusal(await post(requestsOf(list), body, held))).toEqual([403, 'sender_not_allowed'])
    const without = await tenant.key({ scopes: ['contacts:*'] })
    expect(refusal(await post(requestsOf(list), body, without))).toEqual([403, 'insufficient_scope'])
    for (const ip_address of ['203.0.113', '0x7f.1', 'fe80::1%eth0', '203.0.113.256', '::1 ']) {
      const reply = await post(requestsOf(list), { ...body, ip_address })
      expect(reply.body.error.details).toMatchObject([{ path: '/body/ip_address' }])
    }
    expect(await mailsTo('rules@example.com')).toEqual([])
  })
})

describe('a link', () => {
  test('confirms by its button only, once, and keeps the proof', async () => {
    const { subscription, message_id } = await ask(optIn, list, 'link@example.com')
    const path = await confirmPath(optIn, message_id)
    expect((await call(service.url, 'GET', path)).text).toContain('Product news')
    expect((await shown(subscription)).status).toBe('pending')
    await Promise.all([press(optIn, path), press(optIn, path), press(optIn, path)])
    const confirmed = await shown(subscription)
    expect(confirmed.status).toBe('confirmed')
    expect(confirmed.consents.slice(1)).toEqual([
      {
        action: 'confirmed',
        at: confirmed.confirmed_at,
        source: 'page',
        ip_address: '127.0.0.1',
        user_agent: 'Browser/1',
      },
    ])
    expect(await eventsOf(subscription)).toMatchObject([
      { type: 'subscription.requested' },
      { type: 'subscription.confirmed', data: { source: 'page' } },
    ])
  })

  test('ends with its round: who has left confirms by the mail of a fresh request only', async () => {
    const first = await ask(optIn, list, 'round@example.com')
    const oldPath = await confirmPath(optIn, first.message_id)
    expect((await press(optIn, oldPath)).status).toBe(200)
    const left = await leave(first.subscription, { source: 'Preference page' })
    expect(left.body).toMatchObject({ status: 'unsubscribed', confirmed_at: expect.any(String) as string })
    expect((await press(optIn, oldPath)).status).toBe(410)
    expect((await shown(first.subscription)).status).toBe('unsubscribed')

    const fresh = await ask(optIn, list, 'round@example.com')
    expect(fresh).toMatchObject({
      outcome: 'requested',
      subscription: { id: first.subscription.id, confirmed_at: null, unsubscribed_at: null },
    })
    expect((await press(optIn, oldPath)).status).toBe(410)
    expect((await shown(first.subscription)).status).toBe('pending')
    expect((await press(optIn, await confirmPath(optIn, fresh.message_id))).status).toBe(200)
    const { status, consents } = await shown(first.subscription)
    expect(status).toBe('confirmed')
    expect(consents.map(({ action }) => action)).toEqual([
      'requested',
      'confirmed',
      'unsubscribed',
      'requested',
      'confirmed',
    ])
  })

  test('ends after 7 days, and is nobody else’s', async () => {
    const { subscription } = await ask(optIn, list, 'late@example.com')
    await makeEarlier(subscription, '8 days')
    const signed = subscriptionLinks(loadServiceKey(service.config).derive('subscription'), '')
    const link = { workspaceId: tenant.workspaceId, subscriptionId: fromTypeId('sub', subscription.id) }
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    const old = signed.confirmUrl({ ...link, issuedAt: ago(7) })
    expect((await press(optIn, old)).status).toBe(410)
    const elsewhere = { ...link, workspaceId: newWorkspaceId(), issuedAt: ago(1) }
    expect((await press(optIn, signed.confirmUrl(elsewhere))).text).not.toContain('late@example.com')
    expect((await shown(subscription)).status).toBe('pending')
    expect((await press(optIn, signed.confirmUrl({ ...link, issuedAt: ago(6) }))).status).toBe(200)
    expect((await shown(subscription)).status).toBe('confirmed')
  })
})

describe('unsubscribing', () => {
  test('by the API ends a subscription once, pending ones too', async () => {
    const { subscription, message_id } = await ask(optIn, list, 'leaves@example.com')
    const proof = { source: 'Preference page', ip_address: '2001:DB8::1', user_agent: 'Mozilla/5.0' }
    const left = await leave(subscription, proof)
    expect(left.status, left.text).toBe(200)
    expect(left.body).toMatchObject({
      status: 'unsubscribed',
      consents: [{}, { ...proof, ip_address: '2001:db8::1' }],
    })
    expect((await leave(subscription)).body).toEqual(left.body)
    expect((await press(optIn, await confirmPath(optIn, message_id))).status).toBe(410)
    expect(await eventsOf(subscription)).toMatchObject([
      { type: 'subscription.requested' },
      {
        type: 'message.unsubscribed',
        data: { source: 'Preference page', email: 'leaves@example.com', message_id: null, log_id: null },
      },
    ])
  })

  test('and confirming at once come to one of the two, as whole', async () => {
    const { subscription, message_id } = await ask(optIn, list, 'both@example.com')
    const path = await confirmPath(optIn, message_id)
    await Promise.all([press(optIn, path), press(optIn, new URL(subscription.unsubscribe_url).pathname)])
    const { status, consents } = await shown(subscription)
    // Whichever came first, leaving is the last word.
    expect(status).toBe('unsubscribed')
    expect(consents.at(-1)).toMatchObject({ action: 'unsubscribed', source: 'page' })
    expect(await eventsOf(subscription)).toHaveLength(consents.length)
  })
})

test('the subscriptions of a contact come newest first, of whatever list', async () => {
  const lists = [await addList(optIn, 'One'), await addList(optIn, 'Two')] as const
  const first = await subscribe(optIn, lists[0], 'several-lists@example.com')
  const second = (await ask(optIn, lists[1], 'several-lists@example.com')).subscription
  await ask(optIn, lists[1], 'another@example.com')
  const path = `/v1/contacts/${first.contact_id}/subscriptions`
  expect((await get(path)).body).toEqual({
    data: [await shown(second), await shown(first)],
    has_more: false,
    next_cursor: null,
  })
  const page = (await get(`${path}?limit=1`)).body
  expect(page.data).toEqual([await shown(second)])
  expect((await get(`${path}?cursor=${page.next_cursor}`)).body.data).toEqual([await shown(first)])
})

describe('the subscriptions of a list', () => {
  test('come newest first, by status and by address', async () => {
    const own = await addList(optIn, 'Small')
    const pending = (await ask(optIn, own, 'p@example.com')).subscription
    const confirmed = await subscribe(optIn, own, 'c@example.com')
    const gone = (await ask(optIn, own, 'g@example.com')).subscription
    await leave(gone)
    const idsOf = async (query: string) =>
      (await get(`${requestsOf(own)}${query}`)).body.data.map(({ id }: { id: string }) => id) as string[]
    expect(await idsOf('')).toEqual([gone.id, confirmed.id, pending.id])
    const first = (await get(`${requestsOf(own)}?limit=2`)).body
    expect(first.data[1]).toEqual(await shown(confirmed))
    expect(await idsOf(`?limit=2&cursor=${first.next_cursor}`)).toEqual([pending.id])
    expect(await idsOf('?status=confirmed')).toEqual([confirmed.id])
    expect(await idsOf('?email=C@Example.com')).toEqual([confirmed.id])
    expect(await idsOf('?email=c@example.com&status=pending')).toEqual([])
    expect(await idsOf(`?email=c@example.com&until=2020-01-01T00:00:00Z`)).toEqual([])
  })

  test('are not there for other tenants, projects and lists', async () => {
    const { subscription } = await ask(optIn, list, 'secret@example.com')
    const other = await addTenant(service)
    for (const key of [
      await other.key(),
      await tenant.key({ project: tenant.testProject }),
      await tenant.key({ restrictions: { environment: 'test' } }),
    ]) {
      for (const reply of [
        await get(requestsOf(list), key),
        await get(pathOf(subscription), key),
        await post(requestsOf(list), { email: 'x@example.com' }, key),
        await post(`${pathOf(subscription)}/unsubscribe`, {}, key),
      ]) {
        expect(refusal(reply)).toEqual([404, 'not_found'])
      }
    }
    const elsewhere = { ...subscription, list_id: await addList(optIn, 'Another') }
    expect((await get(pathOf(elsewhere))).status).toBe(404)
    expect((await leave(elsewhere)).status).toBe(404)
    expect((await leave({ ...subscription, id: toTypeId('sub', newUuid()) })).status).toBe(404)
    expect((await shown(subscription)).status).toBe('pending')
  })
})

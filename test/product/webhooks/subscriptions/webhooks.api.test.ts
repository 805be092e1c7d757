import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { fromTypeId, newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { expectOfThisTest } from '../../../support/time/instants.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { insertSubscription } from '../../../support/webhooks/subscriptions.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import {
  anyEndpoint,
  failureIn,
  refusedIn,
  savedIn,
  webhookCalls,
  type WebhookCalls,
} from '../../../support/webhooks/webhooks.js'

/** Subscriptions are created, replaced and changed. */

let service: TestService
let tenant: Tenant
let calls: WebhookCalls
/** Another process of the service. */
let second: TestService
let secondCalls: WebhookCalls
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  const key = await tenant.key()
  calls = webhookCalls(service.url, key)
  second = await startTestService({ beside: service, env: { POSTSEAL_ROLES: 'api' } })
  secondCalls = webhookCalls(second.url, key)
})
afterAll(async () => {
  await second.stop()
})

describe('PUT', () => {
  test('creates the subscription of a new address', async () => {
    const url = anyEndpoint()
    const reply = await calls.put({
      url,
      events: ['message.delivered', 'message.bounced'],
      description: 'Orders',
    })
    const { id, created_at, updated_at, secrets, ...rest } = savedIn(reply, 201)
    expect(rest).toEqual({
      url,
      events: ['message.delivered', 'message.bounced'],
      project_id: null,
      environment: null,
      format: 'postseal',
      verification_key: null,
      description: 'Orders',
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
    })
    expect(updated_at).toBe(created_at)
    expectOfThisTest(created_at)
    expect(secrets).toEqual([{ created_at: expect.any(String) as string, expires_at: null }])
    expect(reply.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await calls.read(id)).toEqual(reply.body.webhook)
  })

  test('replaces the one that the address has, however it is written, with defaults for what is left out', async () => {
    const name = randomUUID()
    const { id, webhook } = await calls.subscribe({
      url: `https://receiver.example/${name}`,
      project_id: tenant.liveProject,
      description: 'Orders',
      enabled: false,
    })
    const reply = await calls.put({
      url: `HTTPS://Receiver.Example:443/a/../${name}`,
      events: ['message.failed'],
    })
    expect(reply.body.secret).toBeNull()
    const { updated_at, ...now } = savedIn(reply)
    expect(now).toEqual({
      ...Object.fromEntries(Object.entries(webhook).filter(([field]) => field !== 'updated_at')),
      id,
      events: ['message.failed'],
      project_id: null,
      environment: null,
      description: null,
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
    })
    expect(updated_at >= webhook.updated_at).toBe(true)
    expect(await calls.read(id)).toEqual(reply.body.webhook)
  })

  test('with an id replaces that one, its address included, which is free then', async () => {
    const { id, webhook } = await calls.subscribe({ description: 'Orders' })
    const url = anyEndpoint()
    const moved = savedIn(await calls.put({ id, url, events: ['*'] }))
    expect([moved.id, moved.url, moved.description]).toEqual([id, url, null])
    const other = savedIn(await calls.put({ url: webhook.url, events: ['*'] }), 201)
    expect(other.id).not.toBe(id)
  })

  test('with an id keeps its own address, and gets no other one’s', async () => {
    const one = await calls.subscribe()
    const other = await calls.subscribe()
    savedIn(await calls.put({ id: one.id, url: one.webhook.url, events: ['*'] }))
    expect(refusedIn(await calls.put({ id: one.id, url: other.webhook.url, events: ['*'] }))).toBe(
      '/body/url taken',
    )
    expect(refusedIn(await calls.patch({ id: one.id, url: other.webhook.url }))).toBe('/body/url taken')
    expect((await calls.read(one.id))?.url).toBe(one.webhook.url)
  })

  test('finds nothing by an id that there is not', async () => {
    const body = { id: toTypeId('whk', newUuid()), url: anyEndpoint(), events: ['*'] }
    expect(failureIn(await calls.put(body))).toBe('404 not_found')
    expect(failureIn(await calls.patch(body))).toBe('404 not_found')
    expect((await calls.list()).map(({ url }) => url)).not.toContain(body.url)
  })

  test('needs an address and events', async () => {
    expect(refusedIn(await calls.put({ events: ['*'] }))).toBe('/body/url required')
    expect(refusedIn(await calls.put({ url: anyEndpoint() }))).toBe('/body/events required')
  })
})

describe('PATCH', () => {
  test.each([
    ['events', ['message.bounced']],
    ['description', 'Billing'],
    ['description', null],
    ['enabled', false],
    ['project_id', null],
  ])('of %s leaves the rest as it was', async (field, value) => {
    const { id, webhook } = await calls.subscribe({
      events: ['message.delivered'],
      project_id: tenant.testProject,
      description: 'Orders',
    })
    const reply = await calls.patch({ id, [field]: value })
    const now = savedIn(reply)
    expect(reply.body.secret).toBeNull()
    const disabled = { disabled_reason: 'requested', disabled_at: expect.any(String) as string }
    expect(now).toEqual({
      ...webhook,
      [field]: value,
      ...(field === 'enabled' && disabled),
      updated_at: now.updated_at,
    })
    expect(await calls.read(id)).toEqual(now)
  })

  test('shows when it was', async () => {
    const { id, webhook } = await calls.subscribe()
    await service.sql.query('update webhook_subscriptions set updated_at = $1 where id = $2', [
      '2020-01-01',
      fromTypeId('whk', id),
    ])
    const now = savedIn(await calls.patch({ id, description: 'Billing' }))
    expect(now.created_at).toBe(webhook.created_at)
    expect(now.updated_at >= now.created_at).toBe(true)
  })

  test('by the address changes the one that has it', async () => {
    const { id, webhook } = await calls.subscribe({ description: 'Orders' })
    const now = savedIn(await calls.patch({ url: webhook.url, events: ['message.failed'] }))
    expect([now.id, now.events, now.description]).toEqual([id, ['message.failed'], 'Orders'])
  })

  test('of a new address makes a subscription for all events, unless it says which', async () => {
    const all = await calls.patch({ url: anyEndpoint() })
    expect(savedIn(all, 201).events).toEqual(['*'])
    expect(all.body.secret).toMatch(/^whsec_/)
    const some = await calls.patch({ url: anyEndpoint(), events: ['message.failed'], enabled: false })
    expect(savedIn(some, 201)).toMatchObject({ events: ['message.failed'], disabled_reason: 'requested' })
  })

  test('with an id and another address moves the subscription', async () => {
    const { id, webhook } = await calls.subscribe({ description: 'Orders' })
    const url = anyEndpoint()
    expect(savedIn(await calls.patch({ id, url }))).toMatchObject({ id, url, description: 'Orders' })
    expect((await calls.list()).map((found) => found.url)).not.toContain(webhook.url)
  })

  test('says which subscription it is about', async () => {
    expect(refusedIn(await calls.patch({ enabled: false }))).toBe('/body/url required')
    expect((await calls.patch({})).status).toBe(422)
  })
})

describe('at the limit', () => {
  test('there is room for 100 and no more, however many come at once', async () => {
    const full = await addTenant(service)
    const key = await full.key()
    const as = webhookCalls(service.url, key)
    const processes = [as, webhookCalls(second.url, key)]
    const deleted = await insertSubscription(service.sql, full.workspaceId, { deleted: true })
    for (let index = 0; index < 98; index++) {
      await insertSubscription(service.sql, full.workspaceId, { enabled: index % 2 === 0 })
    }
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        processes.map((process) => process.put({ url: anyEndpoint(), events: ['*'] })),
      ).flat(),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, ...Array<number>(10).fill(422)])
    const refused = replies.filter(({ status }) => status === 422)
    expect(new Set(refused.map(refusedIn))).toEqual(new Set(['/body too_many']))
    const all = await as.list()
    expect(all).toHaveLength(100)
    expect(all.map(({ id }) => id)).not.toContain(toTypeId('whk', deleted))

    // Those that are there can be changed, and one that goes makes room.
    const [one, other] = all
    savedIn(await as.put({ url: one?.url, events: ['message.failed'] }))
    await as.remove(other?.id ?? '')
    savedIn(await as.put({ url: anyEndpoint(), events: ['*'] }), 201)
    expect(refusedIn(await as.patch({ url: anyEndpoint() }))).toBe('/body too_many')
    // Another workspace has its own.
    await calls.subscribe()
  })
})

describe('at the same time', () => {
  test('a new address gets one subscription and one secret', async () => {
    const url = anyEndpoint()
    const replies = await Promise.all(
      Array.from({ length: 4 }, () =>
        [calls, secondCalls].flatMap((process) => [
          process.put({ url, events: ['*'] }),
          process.patch({ url }),
        ]),
      ).flat(),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array<number>(15).fill(200), 201])
    expect(new Set(replies.map(({ body }) => body.webhook.id as string)).size).toBe(1)
    expect(replies.filter(({ body }) => body.secret !== null)).toHaveLength(1)
    const { rows } = await service.sql.query('select 1 from webhook_secrets where webhook_id = $1', [
      fromTypeId('whk', replies[0]?.body.webhook.id as string),
    ])
    expect(rows).toHaveLength(1)
  })

  test('saving, moving and deleting end in some order', async () => {
    const url = anyEndpoint()
    const { id } = await calls.subscribe({ url })
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => [
        calls.put({ url, events: ['*'] }),
        secondCalls.put({ id, url: anyEndpoint(), events: ['*'] }),
        secondCalls.patch({ id, url }),
        calls.remove(id),
      ]).flat(),
    )
    for (const reply of replies) expect([200, 201, 204, 404, 422], reply.text).toContain(reply.status)
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
    expect((await calls.list()).filter((found) => found.url === url).length).toBeLessThanOrEqual(1)
  })
})

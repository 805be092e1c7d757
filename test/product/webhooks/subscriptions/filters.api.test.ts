import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import {
  anyEndpoint,
  failureIn,
  refusedIn,
  savedIn,
  webhookCalls,
  type WebhookCalls,
} from '../../../support/webhooks/webhooks.js'

/** Tests which events are sent, and where. */

let service: TestService
let tenant: Tenant
let calls: WebhookCalls
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  calls = webhookCalls(service.url, await tenant.key())
})

describe('the events', () => {
  test('are all where all is among them', async () => {
    const events = ['message.bounced', '*', 'message.failed']
    expect(savedIn(await calls.put({ url: anyEndpoint(), events }), 201).events).toEqual(['*'])
  })

  test('are there once each, in the order given', async () => {
    const events = ['message.failed', 'message.bounced', 'message.failed', 'webhook.disabled']
    const { events: kept } = savedIn(await calls.put({ url: anyEndpoint(), events }), 201)
    expect(kept).toEqual(['message.failed', 'message.bounced', 'webhook.disabled'])
  })

  test.each([
    ['none', []],
    ['one that there is not', ['message.sent']],
    ['the one of tests, which nobody subscribes to', ['webhook.test']],
  ])('cannot be %s', async (_, events) => {
    expect((await calls.put({ url: anyEndpoint(), events })).status).toBe(422)
    // A client may send an empty list for what was not set.
    if (events.length === 0) return
    expect((await calls.patch({ url: anyEndpoint(), events })).status).toBe(422)
  })
})

describe('the address', () => {
  test.each([
    ['http://127.0.0.1/', 'address_refused'],
    ['http://0x7f.1/', 'address_refused'],
    ['http://2130706433/hooks', 'address_refused'],
    ['http://10.0.0.1:8080/', 'address_refused'],
    ['http://169.254.169.254/latest/', 'address_refused'],
    ['http://[::1]/', 'address_refused'],
    ['http://[::ffff:10.0.0.1]/', 'address_refused'],
    ['http://localhost/', 'address_refused'],
    ['https://hooks.localhost./', 'address_refused'],
    ['https://ada:secret@shop.example/', 'credentials'],
    ['https://shop.example/#top', 'fragment'],
    ['https://shop.example:0/', 'port'],
    ['https://shop.example:65536/', 'url'],
    ['http://1.2.3.4.5/', 'url'],
    ['ftp://shop.example/', 'pattern'],
    ['https://shop.example/a b', 'format'],
    ['https://bücher.example/', 'format'],
    [`https://shop.example/${'a'.repeat(2048)}`, 'maxLength'],
    // Longer once it is in its normal form, and too long for the index by address.
    [`https://shop.example/?${"'".repeat(2000)}`, 'maxLength'],
  ])('%s is refused: %s', async (url, code) => {
    expect(refusedIn(await calls.put({ url, events: ['*'] }))).toBe(`/body/url ${code}`)
    expect(refusedIn(await calls.patch({ url }))).toBe(`/body/url ${code}`)
  })

  test('that is refused says why, and who can allow it', async () => {
    const { body } = await calls.put({ url: 'http://0x7f.1/', events: ['*'] })
    expect(body.error.message).toMatch(/public internet.*127\.0\.0\.1.*POSTSEAL_ALLOWED_WEBHOOK_CIDRS/)
  })

  test('of this machine is taken where the operator allows it', async () => {
    const env = { POSTSEAL_ROLES: 'api', POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '127.0.0.0/8' }
    const second = await startTestService({ beside: service, env })
    onTestFinished(() => second.stop())
    const allowing = webhookCalls(second.url, await tenant.key())
    const url = `http://0x7f.1:9/${randomUUID()}`
    const { url: normal } = savedIn(await allowing.put({ url, events: ['*'] }), 201)
    expect(normal).toBe(url.replace('0x7f.1', '127.0.0.1'))
    const named = await allowing.put({ url: `http://localhost:9/${randomUUID()}`, events: ['*'] })
    expect(named.status).toBe(201)
    const other = await allowing.put({ url: 'http://10.0.0.1/', events: ['*'] })
    expect(refusedIn(other)).toBe('/body/url address_refused')
  })
})

describe('of a project', () => {
  test('the environment is the project’s', async () => {
    for (const environment of [undefined, null, 'test']) {
      const reply = await calls.put({
        url: anyEndpoint(),
        events: ['*'],
        project_id: tenant.testProject,
        ...(environment !== undefined && { environment }),
      })
      expect(savedIn(reply, 201)).toMatchObject({ project_id: tenant.testProject, environment: 'test' })
    }
  })

  test('another environment is a contradiction', async () => {
    const body = { url: anyEndpoint(), events: ['*'], project_id: tenant.testProject, environment: 'live' }
    expect(refusedIn(await calls.put(body))).toBe('/body/environment environment')
    const { id } = await calls.subscribe({ project_id: tenant.testProject })
    expect(refusedIn(await calls.patch({ id, environment: 'live' }))).toBe('/body/environment environment')
    expect((await calls.read(id))?.environment).toBe('test')
  })

  test('another project brings its environment along, and none leaves it', async () => {
    const { id } = await calls.subscribe({ project_id: tenant.testProject })
    expect(savedIn(await calls.patch({ id, project_id: tenant.liveProject })).environment).toBe('live')
    expect(savedIn(await calls.patch({ id, project_id: null }))).toMatchObject({
      project_id: null,
      environment: 'live',
    })
    expect(savedIn(await calls.patch({ id, environment: null })).environment).toBeNull()
  })

  test('it is one of the workspace', async () => {
    const stranger = await addTenant(service)
    for (const project_id of [stranger.liveProject, toTypeId('prj', newUuid())]) {
      const body = { url: anyEndpoint(), project_id }
      expect(refusedIn(await calls.put({ ...body, events: ['*'] }))).toBe('/body/project_id unknown')
      expect(refusedIn(await calls.patch(body))).toBe('/body/project_id unknown')
    }
  })
})

describe('a key that is held to an environment', () => {
  const limitedToEnvironment = async (environment: 'live' | 'test', of = tenant) =>
    webhookCalls(service.url, await of.key({ restrictions: { environment } }))

  test('makes subscriptions of that environment', async () => {
    const held = await limitedToEnvironment('test')
    const url = anyEndpoint()
    expect(savedIn(await held.put({ url, events: ['*'] }), 201).environment).toBe('test')
    // Replaced and changed it is still of that environment.
    expect(savedIn(await held.put({ url, events: ['*'] })).environment).toBe('test')
    expect(savedIn(await held.patch({ url, description: 'x' })).environment).toBe('test')
    const project = { url, events: ['*'], project_id: tenant.testProject }
    expect(savedIn(await held.put(project)).environment).toBe('test')
    expect(savedIn(await held.patch({ url, project_id: null })).environment).toBe('test')
    expect(savedIn(await held.patch({ url: anyEndpoint() }), 201).environment).toBe('test')
  })

  test.each([
    ['the other environment', () => ({ environment: 'live' })],
    ['both', () => ({ environment: null })],
    ['a project of the other one', () => ({ project_id: tenant.liveProject })],
  ])('makes none of %s', async (_, fields) => {
    const held = await limitedToEnvironment('test')
    const url = anyEndpoint()
    const refused = '403 environment_not_allowed'
    expect(failureIn(await held.put({ url, events: ['*'], ...fields() }))).toBe(refused)
    expect(failureIn(await held.patch({ url, ...fields() }))).toBe(refused)
    const { id } = await held.subscribe()
    expect(failureIn(await held.patch({ id, ...fields() }))).toBe(refused)
    expect((await calls.read(id))?.environment).toBe('test')
  })

  test('sees and changes those of its environment only', async () => {
    const own = await addTenant(service)
    const all = webhookCalls(service.url, await own.key())
    const held = await limitedToEnvironment('test', own)
    const test = await all.subscribe({ environment: 'test' })
    const live = await all.subscribe({ environment: 'live' })
    const both = await all.subscribe()
    expect((await held.list()).map(({ id }) => id)).toEqual([test.id])
    expect(await held.read(test.id)).toEqual(test.webhook)
    for (const { id, webhook } of [live, both]) {
      expect(await held.read(id)).toBeUndefined()
      expect(failureIn(await held.put({ id, url: anyEndpoint(), events: ['*'] }))).toBe('404 not_found')
      expect(failureIn(await held.patch({ id, enabled: false }))).toBe('404 not_found')
      expect(failureIn(await held.remove(id))).toBe('404 not_found')
      // Its address has a subscription, though not one of this key's.
      expect(refusedIn(await held.put({ url: webhook.url, events: ['*'] }))).toBe('/body/url taken')
      expect(refusedIn(await held.patch({ url: webhook.url }))).toBe('/body/url taken')
      expect(await all.read(id)).toEqual(webhook)
    }
    expect((await held.remove(test.id)).status).toBe(204)
  })
})

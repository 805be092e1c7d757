import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { components } from '../../generated/api-types.js'
import { call } from '../support/api/api.js'
import { useInstance } from '../support/instance/instance.js'
import { until } from '../support/time/until.js'
import { failureIn, refusedIn, savedIn, subscribe, webhookCalls } from '../support/webhooks/webhooks.js'

/**
 * Subscriptions of the test project, their secrets and their deliveries. They are for events that do not happen here,
 * at addresses that there cannot be (RFC 6761, section 6.4), so that nothing is sent to anybody.
 */

type Schemas = components['schemas']

const at = useInstance()
const path = '/v1/webhooks/status'
const calls = () => webhookCalls(at.url, at.workspaceKey)

const anyEndpoint = () => `https://${randomUUID()}.contract-tests.invalid/hooks`
const fields = (changes: Partial<Schemas['UpsertWebhookRequest']> = {}) => ({
  url: anyEndpoint(),
  events: ['message.complained'] as Schemas['SubscribableEventType'][],
  project_id: at.project,
  description: at.run,
  ...changes,
})
const made = (changes: Partial<Schemas['UpsertWebhookRequest']> = {}) =>
  subscribe(at.url, at.workspaceKey, fields(changes))

test('PUT makes the subscription of an address, and then replaces it', async () => {
  const url = anyEndpoint()
  const body = fields({ url, enabled: false })
  const reply = await calls().put(body)
  const webhook = savedIn(reply, 201)
  expect(reply.body.secret).toMatch(/^whsec_/)
  expect(webhook).toMatchObject({ ...body, environment: 'test', disabled_reason: 'requested' })
  expect(await calls().read(webhook.id)).toEqual(webhook)
  expect((await calls().page('limit=100')).text).not.toContain(reply.body.secret)

  const again = await calls().put(fields({ url, events: ['message.bounced'], enabled: false }))
  expect(again.body.secret).toBeNull()
  expect(savedIn(again)).toMatchObject({ id: webhook.id, events: ['message.bounced'] })
})

test('PATCH changes what it names', async () => {
  const { id, webhook } = await made({ enabled: false })
  const now = savedIn(await calls().patch({ id, events: ['message.failed'] }))
  expect(now).toEqual({ ...webhook, events: ['message.failed'], updated_at: now.updated_at })
  expect(savedIn(await calls().patch({ id, enabled: true })).disabled_reason).toBeNull()
  expect(savedIn(await calls().patch({ url: webhook.url, enabled: false }))).toMatchObject({
    id,
    enabled: false,
    disabled_reason: 'requested',
  })
})

test('what is repeated at once under its idempotency key shows its secret again', async () => {
  const request = { key: at.workspaceKey, body: fields(), headers: { 'Idempotency-Key': randomUUID() } }
  const first = await call(at.url, 'PUT', path, request)
  const second = await call(at.url, 'PUT', path, request)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.headers['idempotent-replayed']).toBe('true')
  expect(first.body.secret).toMatch(/^whsec_/)
  expect(second.body).toEqual(first.body)
})

test('DELETE ends it', async () => {
  const { id } = await made()
  expect((await calls().remove(id)).status).toBe(204)
  expect(await calls().read(id)).toBeUndefined()
  expect(failureIn(await calls().rotate(id, {}))).toBe('404 not_found')
})

test.each([
  ['ftp://receiver.example/', 'pattern'],
  ['https://user:secret@receiver.example/', 'credentials'],
  ['https://receiver.example/#there', 'fragment'],
  // TEST-NET-1 (RFC 5737), which is nobody's.
  ['http://192.0.2.1/', 'address_refused'],
])('no subscription is made for %s', async (url, code) => {
  expect(refusedIn(await calls().put(fields({ url })))).toBe(`/body/url ${code}`)
})

describe('a secret', () => {
  test('is rotated, and the one before signs on until it is ended', async () => {
    const { id, secret } = await made()
    const reply = await calls().rotate(id, { overlap_seconds: 3600 })
    const [newest, older] = savedIn(reply).secrets
    expect(reply.body.secret).toMatch(/^whsec_/)
    expect(reply.body.secret).not.toBe(secret)
    const overlap = Date.parse(older?.expires_at ?? '') - Date.parse(newest?.created_at ?? '')
    expect(Math.abs(overlap / 1000 - 3600)).toBeLessThan(60)
    expect((await calls().revoke(id)).status).toBe(204)
    expect((await calls().read(id))?.secrets).toEqual([newest])
  })

  test('ends at once without an overlap', async () => {
    const { id } = await made()
    expect(savedIn(await calls().rotate(id, { overlap_seconds: 0 })).secrets).toHaveLength(1)
  })
})

describe('a test delivery', () => {
  const read = (id: string, delivery: string) =>
    call(at.url, 'GET', `${path}/${id}/deliveries/${delivery}`, { key: at.workspaceKey })

  test('is tried once, shows what came of it, and can be replayed', async () => {
    const { id } = await made()
    const reply = await call(at.url, 'POST', `${path}/${id}/test`, { key: at.workspaceKey })
    expect(reply.status, reply.text).toBe(202)
    const begun = reply.body as Schemas['WebhookDelivery']
    expect(begun).toMatchObject({ webhook_id: id, event_type: 'webhook.test', attempts: [] })

    const ended = await until(async () => {
      const { body } = await read(id, begun.id)
      return (body as Schemas['WebhookDelivery']).ended_at !== null && (body as Schemas['WebhookDelivery'])
    }, 'the attempt')
    expect(ended).toMatchObject({ id: begun.id, status: 'failed', final_response_status: null })
    expect(ended.attempts.map(({ error }) => error?.code)).toEqual(['dns_failed'])

    const query = `?webhook_id=${id}&status=failed`
    const list = await call(at.url, 'GET', `${path}/deliveries${query}`, { key: at.workspaceKey })
    expect(list.body.data).toEqual([ended])
    const health = await call(at.url, 'GET', `${path}/health?limit=100`, { key: at.workspaceKey })
    const own = (health.body.data as Schemas['WebhookHealth'][]).find((one) => one.webhook_id === id)
    expect(own).toMatchObject({ status: 'failing', attempts: 1, succeeded: 0 })

    const replay = `${path}/${id}/deliveries/${begun.id}/replay`
    const again = await call(at.url, 'POST', replay, { key: at.workspaceKey })
    expect(again.status, again.text).toBe(202)
    expect(again.body.id).toBe(begun.id)
  })

  test('needs a subscription that is enabled', async () => {
    const { id } = await made({ enabled: false })
    const reply = await call(at.url, 'POST', `${path}/${id}/test`, { key: at.workspaceKey })
    expect(failureIn(reply)).toBe('409 invalid_state')
  })
})

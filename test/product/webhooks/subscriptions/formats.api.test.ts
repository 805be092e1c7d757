import { beforeAll, expect, test } from 'vitest'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import {
  anyEndpoint,
  refusedIn,
  savedIn,
  webhookCalls,
  type WebhookCalls,
} from '../../../support/webhooks/webhooks.js'
import { addTenant } from '../../../support/workspace/tenant.js'

/** Tests which format a subscription has, and which events go with it. */

let service: TestService
let calls: WebhookCalls
beforeAll(async () => {
  service = await sharedApi()
  calls = webhookCalls(service.url, await (await addTenant(service)).key())
})

const events = ['message.accepted', 'message.bounced', 'domain.degraded']

test('it is what the request asks for, and shown wherever the subscription is', async () => {
  const url = anyEndpoint()
  const { id, format } = savedIn(await calls.put({ url, events, format: 'resend' }), 201)
  expect(format).toBe('resend')
  expect(await calls.read(id)).toMatchObject({ format: 'resend', events })
})

test('a change leaves it as it is unless told otherwise; a replacement sets it back', async () => {
  const url = anyEndpoint()
  const { id } = savedIn(await calls.put({ url, events: ['*'], format: 'resend' }), 201)
  expect(savedIn(await calls.patch({ id, description: 'Shop' })).format).toBe('resend')
  expect(savedIn(await calls.put({ url, events })).format).toBe('postseal')
  expect(savedIn(await calls.patch({ id, format: 'resend' }))).toMatchObject({ format: 'resend', events })
  expect(savedIn(await calls.patch({ id, format: 'postseal' })).format).toBe('postseal')
})

test('a subscription by PATCH begins with the format that it names, for all events', async () => {
  const made = savedIn(await calls.patch({ url: anyEndpoint(), format: 'resend' }), 201)
  expect(made).toMatchObject({ format: 'resend', events: ['*'] })
})

test('events that the format has no translation of are refused', async () => {
  const url = anyEndpoint()
  const reply = await calls.put({ url, events: [...events, 'campaign.sent'], format: 'resend' })
  expect(refusedIn(reply)).toBe('/body/events/3 not_allowed')
  expect(reply.body.error.message).toContain('has no translation in the format resend')
  // Not even beside all that it has.
  const beside = await calls.put({ url, events: ['message.cancelled', '*'], format: 'resend' })
  expect(refusedIn(beside)).toBe('/body/events/0 not_allowed')
})

test('the format cannot become one that lacks an event of the subscription', async () => {
  const { id } = savedIn(await calls.put({ url: anyEndpoint(), events: ['campaign.sent', ...events] }), 201)
  expect(refusedIn(await calls.patch({ id, format: 'resend' }))).toBe('/body/format not_allowed')
  expect(await calls.read(id)).toMatchObject({ format: 'postseal' })
  expect(savedIn(await calls.patch({ id, format: 'resend', events })).format).toBe('resend')
  expect(refusedIn(await calls.patch({ id, events: ['campaign.sent'] }))).toBe('/body/events/0 not_allowed')
})

test.each(['mailchimp', '', null, 1])('there is no format %j', async (format) => {
  const reply = await calls.put({ url: anyEndpoint(), events, format })
  expect(refusedIn(reply)).toMatch(/^\/body\/format (enum|type)$/)
})

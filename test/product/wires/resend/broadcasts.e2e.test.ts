import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MessageView } from '../../../../server/operate/sink/kept/view-cache.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import { sinkMessages } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'
import { wireCalls, type WireCall } from '../../../support/wires/wire-calls.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Broadcasts of Resend's packages, until their mail arrives. */

let service: TestService
let tenant: Tenant
let key: string
let resend: WireCall
let segment: string
beforeAll(async () => {
  service = await startTestService({ programs: { pollMs: 20, haltedMs: 50, fullMs: 50 } })
  tenant = await addTenant(service)
  key = await tenant.key({ project: tenant.liveProject })
  const calls = wireCalls('resend', service.url)
  resend = (method, path, request = {}) => calls(method, path, { key, ...request })
  segment = await made('/segments', { name: 'Readers' })
  for (const contact of [
    { email: 'ada@example.com', first_name: 'Ada', properties: { plan: 'pro' } },
    { email: 'bob@example.com' },
    { email: 'bounce@example.com' },
    { email: 'else@example.com', first_name: 'Else' },
  ])
    await made('/contacts', contact)
  for (const email of ['ada@example.com', 'bob@example.com', 'bounce@example.com'])
    expect((await resend('POST', `/contacts/${email}/segments/${segment}`)).status).toBe(200)
})
afterAll(() => service.stop())

const made = async (path: string, body: object): Promise<string> => {
  const reply = await resend('POST', path, { body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id as string
}
const ok = async (method: string, path: string, body?: object): Promise<any> => {
  const reply = await resend(method, path, body === undefined ? {} : { body })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body
}
const refused = (reply: ApiReply) => [reply.status, reply.body.name, reply.body.message] as unknown[]
const broadcast = (more: object = {}) => ({
  name: 'Spring news',
  segment_id: segment,
  from: 'Acme <news@shop.example>',
  subject: 'News for {{{FIRST_NAME|you}}}',
  html: '<p>Hello {{{FIRST_NAME|there}}}, plan {{{contact.plan|free}}}</p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>',
  ...more,
})
const sent = (id: string) =>
  until(async () => (await ok('GET', `/broadcasts/${id}`)).status === 'sent', `broadcast ${id} to be sent`)
const templates = async () =>
  ((await call(service.url, 'GET', '/v1/templates?limit=100', { key })).body.data as { id: string }[]).length

test('a broadcast arrives at each contact of its segment, with a link to unsubscribe', async () => {
  const id = await made('/broadcasts', broadcast({ send: true, preview_text: 'Spring is here' }))
  await sent(id)
  const arrived = async (to: string) =>
    (await until(async () => {
      const found = await sinkMessages(service.url, to)
      return found.length > 0 && found
    }, `mail to ${to}`)) as unknown as readonly MessageView[]
  const [[toAda], [toBob]] = [await arrived('ada@example.com'), await arrived('bob@example.com')]
  expect(await sinkMessages(service.url, 'else@example.com')).toEqual([])
  expect([toAda?.subject, toBob?.subject]).toEqual(['News for Ada', 'News for you'])
  expect(toAda?.html).toContain('Hello Ada, plan pro')
  expect(toAda?.html).toContain('Spring is here')
  expect(toBob?.html).toContain('Hello there, plan free')
  expect(toAda?.headers['from']).toBe('Acme <news@shop.example>')

  const [, link = ''] = /href="([^"]+)">Leave/.exec(toAda?.html ?? '') ?? []
  const left = await fetch(link, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(left.status, await left.text()).toBeLessThan(300)
  expect(await ok('GET', '/contacts/ada@example.com')).toMatchObject({ unsubscribed: true })

  const of = async (query: string) =>
    (await ok('GET', `/broadcasts/${id}/recipients?${query}`)).data.map(
      (item: { email: string }) => item.email,
    )
  await until(async () => (await of('type=bounced')).length === 1, 'the bounce')
  expect(await of('type=sent')).toHaveLength(3)
  expect((await of('type=delivered')).toSorted()).toEqual(['ada@example.com', 'bob@example.com'])
  expect(await of('type=delivered&email=bob@example.com')).toEqual(['bob@example.com'])
  expect(await of('type=bounced')).toEqual(['bounce@example.com'])
  expect(await of('type=bounced&bounce_type=transient')).toEqual([])
  for (const type of ['opened', 'complained']) expect(await of(`type=${type}`)).toEqual([])
  const first = await ok('GET', `/broadcasts/${id}/recipients?type=sent&limit=2`)
  expect(first).toMatchObject({ has_more: true, data: [{}, {}] })
  const rest = await ok('GET', `/broadcasts/${id}/recipients?type=sent&after=${first.data[1].id}`)
  expect(rest).toMatchObject({ has_more: false, data: [{ contact_id: null }] })
  const before = await ok('GET', `/broadcasts/${id}/recipients?type=sent&before=${rest.data[0].id}`)
  expect(before.data).toEqual(first.data)
  expect(refused(await resend('GET', `/broadcasts/${id}/recipients?type=unsubscribed`))).toEqual([
    422,
    'validation_error',
    expect.stringContaining('/v1/campaigns/{id}/stats'),
  ])

  const shown = await ok('GET', `/broadcasts/${id}`)
  expect(shown.sent_at).toEqual(expect.any(String))
  expect(refused(await resend('PATCH', `/broadcasts/${id}`, { body: { name: 'Late' } }))).toEqual([
    409,
    'validation_error',
    expect.stringContaining('not a draft'),
  ])
  const count = await templates()
  await ok('DELETE', `/broadcasts/${id}`)
  expect(await templates()).toBe(count - 1)
  expect((await resend('GET', `/broadcasts/${id}`)).status).toBe(404)
})

test('a draft is read, changed, scheduled, cancelled and copied', async () => {
  const topic = await made('/topics', { name: 'News', default_subscription: 'opt_in' })
  const id = await made('/broadcasts', broadcast({ topic_id: topic, reply_to: 'help@shop.example' }))
  expect(await ok('GET', `/broadcasts/${id}`)).toEqual({
    object: 'broadcast',
    id,
    name: 'Spring news',
    segment_id: segment,
    audience_id: segment,
    from: 'Acme <news@shop.example>',
    subject: broadcast().subject,
    reply_to: ['help@shop.example'],
    preview_text: null,
    topic_id: topic,
    html: broadcast().html,
    text: null,
    status: 'draft',
    created_at: expect.any(String),
    scheduled_at: null,
    sent_at: null,
  })
  const count = await templates()
  const text = 'Hello. Leave: {{{RESEND_UNSUBSCRIBE_URL}}}'
  await ok('PATCH', `/broadcasts/${id}`, {
    name: 'Summer news',
    from: 'news@shop.example',
    subject: 'Summer',
    text,
    preview_text: 'For {{{EMAIL}}}',
    topic_id: null,
  })
  expect(await templates()).toBe(count)
  expect(await ok('GET', `/broadcasts/${id}`)).toMatchObject({
    name: 'Summer news',
    from: 'news@shop.example',
    subject: 'Summer',
    html: broadcast().html,
    text,
    preview_text: 'For {{{EMAIL}}}',
    reply_to: ['help@shop.example'],
    topic_id: null,
  })
  for (const wrong of [{ html: '{{{UNDECLARED}}}' }, { name: 'Two\nlines', subject: 'Unseen' }])
    expect((await resend('PATCH', `/broadcasts/${id}`, { body: wrong })).status).toBe(422)
  expect(await ok('GET', `/broadcasts/${id}`)).toMatchObject({ name: 'Summer news', subject: 'Summer' })
  await ok('POST', `/broadcasts/${id}/send`, { scheduled_at: 'in 2 days' })
  const scheduled = await ok('GET', `/broadcasts/${id}`)
  expect(scheduled.status).toBe('queued')
  expect(Date.parse(scheduled.scheduled_at) - Date.now()).toBeGreaterThan(86_400_000)
  expect(refused(await resend('PATCH', `/broadcasts/${id}`, { body: { name: 'X' } }))[2]).toContain(
    'Cancel it',
  )
  expect(await ok('POST', `/broadcasts/${id}/cancel`)).toEqual({ object: 'broadcast', id })
  expect(await ok('GET', `/broadcasts/${id}`)).toMatchObject({ status: 'draft' })
  const copy = await ok('POST', `/broadcasts/${id}/duplicate`)
  await ok('POST', `/broadcasts/${id}/send`, { scheduled_at: 'in 2 days' })
  expect((await ok('DELETE', `/broadcasts/${id}`)).deleted).toBe(true)
  expect(await ok('GET', `/broadcasts/${copy.id}`)).toMatchObject({
    name: 'Summer news (copy)',
    status: 'draft',
    subject: 'Summer',
    text,
    segment_id: segment,
  })
  expect((await ok('GET', '/broadcasts')).data).toMatchObject([{ id: copy.id }])
})

test('a template that something else uses stays as it is', async () => {
  const template = await made('/templates', { name: 'Shared', from: 'a@shop.example', ...content })
  await ok('POST', `/templates/${template}/publish`)
  const body = { project_id: tenant.liveProject, name: 'Console', template: { template_id: template } }
  const { id } = (await call(service.url, 'POST', '/v1/campaigns', { key, body })).body as { id: string }
  expect(await ok('GET', `/broadcasts/${id}`)).toMatchObject({ subject: 'Old', segment_id: null })
  const count = await templates()
  const lines = { name: 'Two\nlines', subject: 'Unseen' }
  expect((await resend('PATCH', `/broadcasts/${id}`, { body: lines })).status).toBe(422)
  expect(await templates()).toBe(count)
  await ok('PATCH', `/broadcasts/${id}`, { subject: 'New', audience_id: segment })
  expect(await ok('GET', `/broadcasts/${id}`)).toMatchObject({ subject: 'New', segment_id: segment })
  expect(await ok('GET', `/templates/${template}`)).toMatchObject({ subject: 'Old' })
  await ok('DELETE', `/broadcasts/${id}`)
  expect(await ok('GET', `/templates/${template}`)).toMatchObject({ subject: 'Old' })
})
const content = { subject: 'Old', html: '<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>' }

test('a refused broadcast leaves nothing behind, and one that cannot be sent stays as a draft', async () => {
  const count = await templates()
  const unknown = 'seg_01k3v6g5a8f4q9x2m7n0c1d8re'
  for (const [more, message] of [
    [{ segment_id: unknown }, 'segment_id is not the id of a segment'],
    [{ segment_id: undefined }, 'segment_id is required'],
    [{ audience_id: unknown }, 'audience_id is the old name'],
    [{ topic_id: 'top_01k3v6g5a8f4q9x2m7n0c1d8re' }, 'topic_id is not the id of a topic'],
    [{ html: '{{name}}' }, 'html has {{name}}'],
    [{ html: undefined }, 'html'],
    [{ scheduled_at: 'in 1 hour' }, 'scheduled_at needs send'],
    [{ send: true, scheduled_at: 'tomorrow' }, 'scheduled_at must be a time'],
    [{ from: 'nobody' }, 'from'],
  ] as const) {
    const reply = await resend('POST', '/broadcasts', { body: broadcast(more) })
    expect(reply.status, reply.text).toBe(422)
    expect(reply.body.message).toContain(message)
  }
  expect(await templates()).toBe(count)
  const without = await resend('POST', '/broadcasts', { body: broadcast({ send: true, html: '<p>Hi</p>' }) })
  expect(without.status, without.text).toBe(422)
  const [, id = ''] = /The broadcast (cmp_\w+) is kept as a draft\.$/.exec(String(without.body.message)) ?? []
  expect(without.body.message).toContain('unsubscribe')
  expect(await ok('GET', `/broadcasts/${id}`)).toMatchObject({ status: 'draft' })
})

test('a repeated request makes one broadcast', async () => {
  const count = await templates()
  const request = {
    body: broadcast({ send: true, scheduled_at: 'in 3 days' }),
    headers: { 'Idempotency-Key': 'spring' },
  }
  const first = await resend('POST', '/broadcasts', request)
  const again = await resend('POST', '/broadcasts', request)
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(await templates()).toBe(count + 1)
})

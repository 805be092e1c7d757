import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, type ApiRequest } from '../../../support/api/api.js'
import { settled } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { wireCalls } from '../../../support/wires/wire-calls.js'
import { addTenant } from '../../../support/workspace/tenant.js'

/** Emails as Resend's packages send them. */

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = service.credentials.project_key
})
afterAll(() => service.stop())

const ask = (method: string, path: string, body?: unknown, more: ApiRequest = {}) =>
  wireCalls('resend', service.url)(method, path, { key, ...(body !== undefined && { body }), ...more })
const email = (fields: object = {}) => ({
  from: 'Acme <billing@shop.example>',
  to: 'Ada <ada@example.com>',
  subject: 'Your receipt',
  html: '<p>Thank you</p>',
  ...fields,
})
const send = async (fields: object = {}) => {
  const reply = await ask('POST', '/emails', email(fields))
  expect(reply.status, reply.text).toBe(200)
  return (reply.body as { id: string }).id
}

test('an email is sent with all that it has', async () => {
  const id = await send({
    cc: ['grace@example.com'],
    bcc: 'Bob <bob@example.com>',
    reply_to: ['Help <help@shop.example>'],
    headers: { 'X-Entity-Ref-ID': '1041' },
    tags: [{ name: 'order', value: 'A-1041' }],
    attachments: [
      { filename: 'a.txt', content: Buffer.from('in Base64').toString('base64') },
      { filename: 'b.txt', content: Buffer.from('as a buffer').toJSON(), content_id: 'logo' },
    ],
  })
  const message = (await settled(service.url, key, id)).body
  expect(message).toMatchObject({
    status: 'delivered',
    from_name: 'Acme',
    from_email: 'billing@shop.example',
    metadata: { order: 'A-1041' },
  })
  const content = await call(service.url, 'GET', `/v1/messages/${id}/content`, { key })
  const files = (content.body.attachments as { content: string }[]).map((file) =>
    Buffer.from(file.content, 'base64').toString(),
  )
  expect(files).toEqual(['in Base64', 'as a buffer'])
  expect(content.body.headers).toEqual({ 'X-Entity-Ref-ID': '1041' })
  expect((await ask('GET', `/emails/${id}`)).body).toEqual({
    object: 'email',
    id,
    from: 'Acme <billing@shop.example>',
    to: ['Ada <ada@example.com>'],
    cc: ['grace@example.com'],
    bcc: ['Bob <bob@example.com>'],
    reply_to: ['Help <help@shop.example>'],
    subject: 'Your receipt',
    created_at: message.created_at as string,
    scheduled_at: null,
    last_event: 'delivered',
    html: '<p>Thank you</p>',
    text: 'Thank you',
    tags: [{ name: 'order', value: 'A-1041' }],
  })
})

test('a scheduled email is moved and cancelled', async () => {
  const id = await send({ scheduled_at: 'in 2 hours' })
  const scheduled_at = new Date(Date.now() + 7 * 86_400_000).toISOString()
  expect((await ask('PATCH', `/emails/${id}`, { scheduled_at })).body).toEqual({ object: 'email', id })
  expect((await ask('GET', `/emails/${id}`)).body).toMatchObject({ scheduled_at, last_event: 'scheduled' })
  expect((await ask('POST', `/emails/${id}/cancel`)).body).toEqual({ object: 'email', id })
  expect((await ask('GET', `/emails/${id}`)).body).toMatchObject({ last_event: 'canceled' })
  expect((await ask('PATCH', `/emails/${id}`, { scheduled_at })).body).toMatchObject({ statusCode: 409 })
})

test('a key sends once, even if the email names a time from now', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = email({ scheduled_at: 'in 1 hour' })
  const first = await ask('POST', '/emails', body, { headers })
  expect((await ask('POST', '/emails', body, { headers })).body).toEqual(first.body)
  const other = await ask('POST', '/emails', email({ subject: 'Another' }), { headers })
  expect(other.body).toMatchObject({ statusCode: 409, name: 'invalid_idempotent_request' })
})

describe('a batch', () => {
  const batch = (emails: object[], validation?: string) =>
    ask('POST', '/emails/batch', emails, {
      ...(validation !== undefined && { headers: { 'x-batch-validation': validation } }),
    })
  const countOf = async (subject: string) =>
    Number(
      (await service.sql.query('select count(*) from messages where subject = $1', [subject])).rows[0].count,
    )

  test('is sent in order', async () => {
    const reply = await batch([email({ subject: 'One of two' }), email({ subject: 'Two of two' })])
    const ids = (reply.body.data as { id: string }[]).map(({ id }) => id)
    const shown = await Promise.all(ids.map((id) => ask('GET', `/emails/${id}`)))
    expect(shown.map(({ body }) => body.subject as string)).toEqual(['One of two', 'Two of two'])
  })

  test.each([undefined, 'strict'])('sends nothing if one email is wrong (%s)', async (validation) => {
    const subject = randomUUID()
    const reply = await batch([email({ subject }), email({ subject, from: 'nobody' })], validation)
    expect(reply.status).toBe(422)
    expect(reply.body).toEqual({
      statusCode: 422,
      name: 'invalid_from_address',
      message: 'Email 1 of the batch: from is not an e-mail address.',
    })
    expect(await countOf(subject)).toBe(0)
  })

  test('sends the other emails if it is to', async () => {
    const subject = randomUUID()
    const reply = await batch([email({ subject, to: ['ada@'] }), email({ subject })], 'permissive')
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body).toMatchObject({
      data: [{ id: expect.stringMatching(/^msg_/) as string }],
      errors: [{ index: 0, message: 'Email 0 of the batch: to[0] is not an e-mail address.' }],
    })
    expect(await countOf(subject)).toBe(1)
  })

  test.each([36, 255])('is sent once under its key of %i characters', async (length) => {
    const headers = { 'Idempotency-Key': randomUUID().padEnd(length, 'k') }
    const emails = [email(), email()]
    const first = await ask('POST', '/emails/batch', emails, { headers })
    expect((await ask('POST', '/emails/batch', emails, { headers })).body).toEqual(first.body)
  })
})

test('a list is paged by the ids of its emails, in both directions', async () => {
  const tenant = await addTenant(service)
  const project = { key: await tenant.key({ project: tenant.liveProject }) }
  const own = (method: string, path: string, body?: unknown) => ask(method, path, body, project)
  const ids: string[] = []
  for (let index = 0; index < 5; index += 1)
    ids.unshift((await own('POST', '/emails', email())).body.id as string)
  const page = async (query: string) => {
    const { body } = await own('GET', `/emails?${query}`)
    return { ids: (body.data as { id: string }[]).map(({ id }) => id), more: body.has_more as boolean }
  }
  expect(await page('limit=2')).toEqual({ ids: ids.slice(0, 2), more: true })
  expect(await page(`limit=2&after=${ids[1]}`)).toEqual({ ids: ids.slice(2, 4), more: true })
  expect(await page(`limit=2&after=${ids[3]}`)).toEqual({ ids: ids.slice(4), more: false })
  expect(await page(`limit=2&before=${ids[4]}`)).toEqual({ ids: ids.slice(2, 4), more: true })
  expect(await page(`limit=2&before=${ids[2]}`)).toEqual({ ids: ids.slice(0, 2), more: false })
  expect((await own('GET', '/emails?after=nothing')).body).toMatchObject({ statusCode: 422 })
})

describe('an error has the shape that the packages read', () => {
  test.each([
    ['no key', 401, 'missing_api_key', () => ask('POST', '/emails', email(), { key: undefined })],
    ['a wrong key', 403, 'invalid_api_key', () => ask('POST', '/emails', email(), { key: 're_123456789' })],
    ['no sender', 422, 'missing_required_field', () => ask('POST', '/emails', email({ from: undefined }))],
    ['no recipient', 422, 'missing_required_field', () => ask('POST', '/emails', email({ to: undefined }))],
    ['a wrong sender', 422, 'invalid_from_address', () => ask('POST', '/emails', email({ from: 'Acme' }))],
    ['a wrong recipient', 422, 'validation_error', () => ask('POST', '/emails', email({ to: ['a@', 'b@'] }))],
    ['a field of no one', 422, 'validation_error', () => ask('POST', '/emails', email({ colour: 'red' }))],
    ['no JSON', 400, 'validation_error', () => ask('POST', '/emails', undefined, { raw: '{' })],
    ['an unknown email', 404, 'not_found', () => ask('GET', '/emails/msg_01k3v6g5a8f4q9x2m7n0c1d8re')],
    ['another id', 404, 'not_found', () => ask('GET', '/emails/8d5e1e6c-9bd5-4e5c-8d5b-3c1b0f6f2a11')],
    [
      'another method',
      405,
      'method_not_allowed',
      () => call(service.url, 'PUT', '/compat/resend/emails', { key }),
    ],
    ['another path', 404, 'not_found', () => call(service.url, 'GET', '/compat/resend/nothing', { key })],
    [
      'an attachment to fetch',
      422,
      'invalid_attachment',
      () => ask('POST', '/emails', email({ attachments: [{ path: 'https://shop.example/a.pdf' }] })),
    ],
    [
      'a long key',
      400,
      'invalid_idempotency_key',
      () => ask('POST', '/emails', email(), { headers: { 'Idempotency-Key': 'k'.repeat(300) } }),
    ],
  ] as const)('%s: %i %s', async (_what, status, name, request) => {
    const reply = await request()
    expect(reply.status, reply.text).toBe(status)
    expect(reply.body).toEqual({ statusCode: status, name, message: expect.stringMatching(/\.$/) as string })
    expect(reply.body.message).not.toContain('details')
  })
})

test('a key sees the emails of its project alone, and needs the scope of what it does', async () => {
  const id = await send()
  const tenant = await addTenant(service)
  const stranger = { key: await tenant.key({ project: tenant.liveProject }) }
  for (const [method, path] of [
    ['GET', `/emails/${id}`],
    ['POST', `/emails/${id}/cancel`],
  ] as const) {
    expect((await ask(method, path, undefined, stranger)).status).toBe(404)
  }
  expect((await ask('GET', '/emails', undefined, stranger)).body.data).toEqual([])
  const sender = await tenant.key({ project: tenant.liveProject, scopes: ['messages:send'] })
  expect((await ask('POST', '/emails', email(), { key: sender })).status).toBe(200)
  expect((await ask('GET', '/emails', undefined, { key: sender })).body).toMatchObject({
    statusCode: 401,
    name: 'restricted_api_key',
  })
})

test('the contract is served beside the wire', async () => {
  const reply = await call(service.url, 'GET', '/compat/resend/openapi.json')
  expect(reply.body).toMatchObject({ openapi: '3.1.0', info: { title: 'Postseal, spoken as Resend' } })
})

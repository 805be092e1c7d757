import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { inbox } from '../../../support/messages/mail.js'
import { messageFor } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'

/** A message may have HTML without a text. */

let service: TestService
let key: string
let project: string
beforeAll(async () => {
  service = await startTestService()
  key = service.credentials.project_key
  project = service.credentials.project_id
})
afterAll(() => service.stop())

const html = '<h1>Grüße</h1><p>Your <a href="https://shop.example/o/1">order</a> is on its way.</p>'
const text = 'Grüße\n\nYour order [https://shop.example/o/1] is on its way.'

const send = (fields: object, headers: Record<string, string> = {}) =>
  call(service.url, 'POST', '/v1/messages', {
    key,
    headers,
    body: { ...messageFor(project), text: undefined, ...fields },
  })
const contentOf = async (id: unknown) =>
  (await call(service.url, 'GET', `/v1/messages/${String(id)}/content`, { key })).body

test('its text is made from the HTML, as the reply says, and goes out with it', async () => {
  const email = `${randomUUID()}@example.com`
  const headers = { 'Idempotency-Key': randomUUID() }
  const message = { html, to: [{ email }] }
  const reply = await send(message, headers)
  expect(reply.status, reply.text).toBe(202)
  expect(reply.body).toMatchObject({ text_from_html: true })
  expect(await contentOf(reply.body.id)).toMatchObject({ html, text })
  const [mail] = await until(async () => {
    const mails = await inbox(service.url, email)
    return mails.length > 0 && mails
  }, `the mail to ${email}`)
  expect(mail).toMatchObject({ html, text })
  // The first reply comes again.
  const again = await send(message, headers)
  expect([again.status, again.body]).toEqual([202, reply.body])
})

test('a text that is given stays, and the reply says nothing of it', async () => {
  for (const fields of [{ html, text: 'Mine.' }, { html, text: '' }, { text: 'Mine.' }]) {
    const reply = await send(fields)
    expect(reply.body).not.toHaveProperty('text_from_html')
    expect(await contentOf(reply.body.id)).toMatchObject(fields)
  }
})

test('in a batch too, in messages', async () => {
  const message = { ...messageFor(project), text: undefined }
  const reply = await call(service.url, 'POST', '/v1/messages/batch', {
    key,
    body: {
      items: [
        { idempotency_key: 'html', message: { ...message, html } },
        { idempotency_key: 'neither', message },
      ],
    },
  })
  const [first, second] = reply.body.data as { message?: { id: string }; error?: object }[]
  expect(first).toMatchObject({ status: 'accepted', message: { text_from_html: true } })
  expect(await contentOf(first?.message?.id)).toMatchObject({ html, text })
  expect(second).toMatchObject({
    status: 'rejected',
    error: { details: [{ path: '/body/items/1/message/text', code: 'required' }] },
  })
})

test('with neither it is refused, beside its other mistakes', async () => {
  const reply = await send({ subject: undefined, to: 'ada@example.com' })
  expect(reply.body.error.details).toMatchObject([
    { path: '/body/text', code: 'required' },
    { path: '/body/subject', code: 'required' },
    { path: '/body/to', code: 'type' },
  ])
})

test('characters that the HTML only names do no harm, and HTML without words has an empty text', async () => {
  const odd = await send({ html: '<p>a&#0;b&#xD800;c</p><p style="display:none">later</p>' })
  expect((await contentOf(odd.body.id)).text).toMatch(/^a.?b.?c$/u)
  const empty = await send({ html: '<img src="https://shop.example/x.png">' })
  expect(empty.status, empty.text).toBe(202)
  expect(await contentOf(empty.body.id)).toMatchObject({ text: '' })
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { expect, test } from 'vitest'
import { MailParser } from '../../../server/operate/sink/parser/parser.js'
import { idOf, mounted, send, useSink } from './support.js'

/**
 * Tests that the inbox shows mail at which libraries fail. test/product/inbound/hostile-mail.fault.test.ts has more
 * of it.
 */

const rig = useSink()

async function start(options: { parser?: MailParser } = {}) {
  const sink = await rig.start(options)
  return { sink, http: request(mounted(sink)) }
}

const part = (type: string, body: string, ...fields: readonly string[]) =>
  [`--b`, `Content-Type: ${type}`, ...fields, '', body].join('\r\n')
const multipart = (kind: string, ...parts: readonly string[]) =>
  ['MIME-Version: 1.0', `Content-Type: multipart/${kind}; boundary=b`, '', ...parts, '--b--', ''].join('\r\n')

/** A text that takes the parser seconds: it has a change of character set for each character. */
const slow = `Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n${'\x1b$B$!'.repeat(2_000_000)}`

test('an inline image that is shown 5,000 times is put in by its address', async () => {
  const { sink, http } = await start()
  const html = 'cid:a '.repeat(5_000)
  const image = part('image/png', 'x'.repeat(100_000), 'Content-ID: <a>')
  const id = idOf(
    await send(sink.port, 'ada@example.com', multipart('related', part('text/html', html), image)),
  )
  const body = await http.get(`/sink/messages/${id}/html`)
  expect(body.status).toBe(200)
  expect(body.text.match(/attachments\/0 /g)).toHaveLength(5_000)
  const { body: view } = (await http.get(`/sink/messages/${id}`)) as { body: { html: string } }
  expect(view.html.trimEnd()).toBe(html.trimEnd())
})

test('the page of a message is bounded', async () => {
  const parser = new MailParser()
  const raw = [
    `X-Long: ${'v'.repeat(5_000)}`,
    ...Array.from({ length: 600 }, (_, n) => `X-${n}: y`),
    multipart(
      'mixed',
      part('text/plain', 'x'.repeat(300_000)),
      ...Array.from({ length: 600 }, () => part('image/png', '')),
    ),
  ].join('\r\n')
  const path = join(rig.folder(), 'large.eml')
  await writeFile(path, raw)
  const page = await parser.parse({ path, start: 0, size: raw.length }, 'page', { tab: 'text' })
  expect([page.headers.length, page.headersLeftOut]).toEqual([500, 103])
  expect(page.headers[0]).toEqual(['x-long', `${'v'.repeat(4_000)}…`])
  expect([page.text?.length, page.cut]).toEqual([256 * 1024, true])
  expect([page.attachments.length, page.attachmentsLeftOut]).toEqual([500, 100])
})

test('the text of HTML is made of its beginning, and roughly where the parser fails at it', async () => {
  const parser = new MailParser()
  const textOf = async (html: string) => {
    const path = join(rig.folder(), `${html.length}.eml`)
    const raw = `Content-Type: text/html\r\n\r\n${html}`
    await writeFile(path, raw)
    return parser.parse({ path, start: 0, size: raw.length }, 'page', { tab: 'text' })
  }
  const nested = await textOf(`${'<div>'.repeat(20_000)}hidden deep`)
  expect([nested.text?.trim(), nested.fromHtml, nested.cut]).toEqual(['hidden deep', true, false])
  const long = await textOf(`<p>begin</p>${' '.repeat(200_000)}<p>end</p>`)
  expect([long.text?.trim(), long.cut]).toEqual(['begin', true])
})

test('a message whose JSON would be too large is unreadable as JSON, and its source stays', async () => {
  const { sink, http } = await start()
  const raw = `Subject: Large\r\n\r\n${`${'\x01'.repeat(900)}\r\n`.repeat(8_500)}`
  const id = idOf(await send(sink.port, 'ada@example.com', raw))
  const { status, body } = await http.get(`/sink/messages/${id}`)
  expect([status, body]).toMatchObject([200, { id, unreadable: 'it is too large to be shown', text: null }])
  expect((await http.get(`/sink/messages/${id}/raw`)).status).toBe(200)
  expect((await http.get('/sink/').query({ id })).text).toContain('Large')
})

test('a message that ended the parser once is not given to it again', async () => {
  const parser = new MailParser(100)
  const { sink, http } = await start({ parser })
  const id = idOf(await send(sink.port, 'ada@example.com', slow))
  const first = await http.get(`/sink/messages/${id}/html`)
  expect([first.status, first.body]).toMatchObject([422, { error: { code: 'unreadable_message' } }])
  parser.parse = () => Promise.reject(new Error('it was given to the parser again'))
  expect((await http.get(`/sink/messages/${id}/attachments/0`)).status).toBe(422)
  const { body } = (await http.get('/sink/messages')) as { body: { data: object[] } }
  expect(body.data).toMatchObject([{ id, unreadable: expect.stringContaining('too much time') as string }])
  expect((await http.get('/sink/').query({ id })).status).toBe(200)
})

import { readdir } from 'node:fs/promises'
import MailComposer from 'nodemailer/lib/mail-composer'
import request from 'supertest'
import { describe, expect, test } from 'vitest'
import { safeFilename } from '../../../server/operate/sink/http/content.js'
import { linked } from '../../../server/operate/sink/page/message-pane.js'
import { idOf, mounted, send, useSink } from './support.js'
import type { ErrorBody, ListBody } from './support.js'

const rig = useSink()

interface Reply {
  status: number
  headers: Record<string, string>
  body: unknown
}

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

function rich(): Promise<Buffer> {
  return new MailComposer({
    from: 'Gr\u00fc\u00dfe <hallo@shop.example>',
    to: 'ada@example.com',
    subject: '\u00dcbergr\u00f6\u00dfe',
    headers: [
      { key: 'X-Tag', value: 'one' },
      { key: 'X-Tag', value: 'two' },
    ],
    text: 'Read https://shop.example/a?b=1&c=2 (now)',
    html: '<p>Hello</p><img src="cid:logo"><script>alert(1)</script>',
    attachments: [
      { filename: '../../bill "1".pdf', content: Buffer.from('%PDF'), contentType: 'application/pdf' },
      { filename: 'logo.gif', content: PIXEL, cid: 'logo' },
    ],
  })
    .compile()
    .build()
}

async function start() {
  const sink = await rig.start()
  return { sink, http: request(mounted(sink)) }
}

describe('GET /messages', () => {
  test('is empty at first', async () => {
    const { http } = await start()
    const { status, body } = (await http.get('/sink/messages')) as Reply
    expect([status, body]).toEqual([200, { data: [], has_more: false, next_cursor: null }])
  })

  test('shows summaries without headers and bodies', async () => {
    const { sink, http } = await start()
    const id = idOf(await send(sink.port, 'Ada@example.com', await rich()))
    await send(sink.port, 'bob@example.com', 'no mail at all')
    const { body } = (await http
      .get('/sink/messages')
      .query({ view: 'summary', limit: 1, q: 'hallo' })) as Reply
    expect(body).toEqual({
      data: [
        {
          id,
          received_at: expect.any(String) as string,
          envelope: { from: 'a@shop.example', to: ['Ada@example.com'] },
          size: (await rich()).length,
          read: false,
          unreadable: null,
          subject: '\u00dcbergr\u00f6\u00dfe',
          from: '"Gr\u00fc\u00dfe" <hallo@shop.example>',
          to: 'ada@example.com',
          attachments: 2,
        },
      ],
      has_more: false,
      next_cursor: null,
    })
    const { next_cursor: next } = (await http.get('/sink/messages').query({ view: 'summary', limit: 1 }))
      .body as ListBody
    const older = (await http.get('/sink/messages').query({ view: 'summary', cursor: next })).body as ListBody
    expect(older.data.map((message) => message.id)).toEqual([id])
  })

  test('shows a parsed message', async () => {
    const { sink, http } = await start()
    const id = idOf(await send(sink.port, 'Ada@example.com', await rich()))
    const { data } = (await http.get('/sink/messages')).body as ListBody
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      id,
      envelope: { from: 'a@shop.example', to: ['Ada@example.com'] },
      subject: '\u00dcbergr\u00f6\u00dfe',
      headers: {
        from: expect.stringContaining('Gr\u00fc\u00dfe') as string,
        to: 'ada@example.com',
        subject: '\u00dcbergr\u00f6\u00dfe',
        'x-tag': ['one', 'two'],
      },
      text: 'Read https://shop.example/a?b=1&c=2 (now)',
      html: '<p>Hello</p><img src="cid:logo"><script>alert(1)</script>',
    })
    expect(data[0]?.attachments).toContainEqual({
      filename: 'logo.gif',
      content_type: 'image/gif',
      size: PIXEL.length,
      content_id: '<logo>',
    })
    expect(new Date(data[0]?.received_at ?? '').toISOString()).toBe(data[0]?.received_at)
    expect((await http.get(`/sink/messages/${id}`)).body).toEqual(data[0])
  })

  test('leaves out nothing when a message is broken', async () => {
    const { sink, http } = await start()
    idOf(await send(sink.port, 'ada@example.com', 'no header at all'))
    idOf(
      await send(
        sink.port,
        'ada@example.com',
        'Content-Type: multipart/mixed; boundary=\r\n__proto__: x\r\n\r\n--',
      ),
    )
    const { data } = (await http.get('/sink/messages')).body as ListBody
    expect(data.map(({ subject }) => subject)).toEqual([null, null])
  })

  test('pages by cursor, newest first, no row twice or missed while mail arrives', async () => {
    const { sink, http } = await start()
    const ids: string[] = []
    for (let count = 0; count < 7; count += 1) ids.unshift(idOf(await send(sink.port, 'ada@example.com')))
    const seen: string[] = []
    let query = 'limit=3'
    for (;;) {
      const page = (await http.get(`/sink/messages?${query}`)).body as ListBody
      seen.push(...page.data.map(({ id }) => id))
      expect(page.has_more).toBe(page.next_cursor !== null)
      if (page.next_cursor === null) break
      query = `limit=3&cursor=${page.next_cursor}`
      await send(sink.port, 'late@example.com')
    }
    expect(seen).toEqual(ids)
  })

  test('finds the mail of an envelope recipient, in any case', async () => {
    const { sink, http } = await start()
    const wanted = idOf(await send(sink.port, ['x@example.com', 'Ada@Example.com']))
    await send(sink.port, 'bob@example.com')
    const { body } = (await http.get('/sink/messages').query({ to: 'aDA@example.COM', limit: 1 })) as Reply
    expect(body).toMatchObject({ data: [{ id: wanted }], has_more: false })
  })

  test.each([
    ['view=short', '/query/view'],
    ['limit=0', '/query/limit'],
    ['limit=1001', '/query/limit'],
    ['limit=ten', '/query/limit'],
    ['limit=1&limit=2', '/query/limit'],
    ['cursor=..%2F..%2Fetc', '/query/cursor'],
    ['to=', '/query/to'],
    ['to[a]=b', undefined],
  ])('%s', async (query, path) => {
    const { http } = await start()
    const { status, body } = (await http.get(`/sink/messages?${query}`)) as {
      status: number
      body: ErrorBody
    }
    if (path === undefined) return expect(status).toBe(200)
    expect(status).toBe(422)
    expect(body.error).toMatchObject({
      code: 'validation_failed',
      request_id: 'req_test',
      details: [{ path }],
    })
    expect(body.error.message).toContain(path)
  })
})

describe('one message', () => {
  test.each(['', '/raw', '/html', '/attachments/0'])('that is not there: %s', async (rest) => {
    const { http } = await start()
    for (const id of ['snk_01kbf3yq0ge8gvk2c5m7x9t3ea', '..%2F..%2Fpasswd']) {
      const { status, body } = (await http.get(`/sink/messages/${id}${rest}`)) as Reply
      expect([status, (body as ErrorBody).error.code]).toEqual([404, 'not_found'])
    }
  })

  test('its HTML is locked up, with inline images put in', async () => {
    const { sink, http } = await start()
    const id = idOf(await send(sink.port, 'ada@example.com', await rich()))
    const { headers, text } = await http.get(`/sink/messages/${id}/html`)
    expect(headers['content-security-policy']).toBe(
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src 'self' data:; " +
        "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    )
    expect(headers['x-content-type-options']).toBe('nosniff')
    // The body refers to its image by the relative URL of an attachment.
    const image = /src="(attachments\/\d+)"/.exec(text)?.[1]
    expect(((await http.get(`/sink/messages/${id}/${image}`)) as Reply).body).toEqual(PIXEL)
    const remote = await http.get(`/sink/messages/${id}/html?images=remote`)
    expect(remote.headers['content-security-policy']).toContain("img-src 'self' data: https: http:;")
    const plain = idOf(await send(sink.port, 'ada@example.com'))
    expect((await http.get(`/sink/messages/${plain}/html`)).status).toBe(404)
  })

  test('its attachments are downloads under a safe name', async () => {
    const { sink, http } = await start()
    const id = idOf(await send(sink.port, 'ada@example.com', await rich()))
    const { data } = (await http.get('/sink/messages')).body as ListBody
    const index = data[0]?.attachments.findIndex((each) => each.content_type === 'application/pdf')
    const { headers, body } = (await http.get(`/sink/messages/${id}/attachments/${index}`)) as Reply
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[^/\\"]*bill _1_\.pdf"$/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-type']).toBe('application/pdf')
    expect(body).toEqual(Buffer.from('%PDF'))
    expect((await http.get(`/sink/messages/${id}/attachments/9`)).status).toBe(404)
    expect((await http.get(`/sink/messages/${id}/attachments/-1`)).status).toBe(404)
  })

  test('its raw form is never taken for a page', async () => {
    const { sink, http } = await start()
    const id = idOf(await send(sink.port, 'ada@example.com'))
    const { headers } = await http.get(`/sink/messages/${id}/raw`)
    expect(headers).toMatchObject({ 'content-type': 'message/rfc822', 'x-content-type-options': 'nosniff' })
  })
})

test('DELETE /messages empties the inbox and the folder', async () => {
  const { sink, http } = await start()
  const id = idOf(await send(sink.port, 'ada@example.com'))
  await http.get('/sink/messages')
  expect((await http.delete('/sink/messages')).status).toBe(204)
  expect((await http.get('/sink/messages')).body).toMatchObject({ data: [] })
  expect((await http.get(`/sink/messages/${id}`)).status).toBe(404)
  expect(await readdir(rig.folder())).toEqual([])
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\a.exe', 'a.exe'],
  ['.htaccess', 'htaccess'],
  ['a\r\nSet-Cookie: x', 'a__Set-Cookie_ x'],
  ['gpj.\u202eexe', 'gpj._exe'],
  ['..', 'attachment-1'],
  [undefined, 'attachment-1'],
])('the file name %j is saved as %j', (suggested, safe) => expect(safeFilename(suggested, 0)).toBe(safe))

/** The only script of the page. */
const OWN_SCRIPT = /<script\s+type="module"/

describe('the page', () => {
  test('says how to send a first message', async () => {
    const { sink, http } = await start()
    const { status, text, headers } = await http.get('/sink')
    expect(status).toBe(200)
    expect(text).toContain(`smtp://127.0.0.1:${sink.port}`)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'nonce-[\w+/=]{24}'; /,
    )
    expect(headers['content-security-policy']).not.toContain('unsafe-inline')
    const [, script] = /<script[^>]* src="([^"]+)"/.exec(text) ?? []
    const loaded = await http.get(script ?? '')
    expect([loaded.status, loaded.type]).toEqual([200, 'text/javascript'])
  })

  test('escapes everything a stranger wrote', async () => {
    const { sink, http } = await start()
    const evil = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`
    const raw = `From: ${evil} <a@x.test>\r\nTo: ${evil}\r\nSubject: ${evil}\r\nX-Evil: ${evil}\r\n\r\n${evil}\r\n`
    const id = idOf(await send(sink.port, 'ada@example.com', raw))
    for (const tab of ['text', 'html', 'headers', 'raw', evil]) {
      const { text } = await http.get('/sink/').query({ id, tab, to: 'ada@example.com', cursor: evil })
      expect(text).toContain('&quot;&gt;&lt;script&gt;')
      expect(text.replace(OWN_SCRIPT, '')).not.toMatch(/<script|<img/)
    }
    for (const query of [{ to: evil }, { q: evil }]) {
      const { text } = await http.get('/sink/').query(query)
      expect(text).toContain('&lt;script&gt;')
      expect(text.replace(OWN_SCRIPT, '')).not.toMatch(/<script|<img/)
    }
  })

  test('shows HTML in a sandboxed frame only, and links under the path it is mounted at', async () => {
    const sink = await rig.start()
    const http = request(mounted(sink, '/tools/mail'))
    const id = idOf(await send(sink.port, 'ada@example.com', await rich()))
    const { text } = await http.get('/tools/mail/').query({ id })
    expect(text).toMatch(
      new RegExp(`<iframe\\s+sandbox="[^"]*"\\s+class="desktop"\\s+src="/tools/mail/messages/${id}/html"`),
    )
    for (const [, target] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (target?.startsWith('#')) continue
      expect(target).toMatch(/^\/tools\/mail\//)
      const { status } = await http.get((target ?? '').replaceAll('&amp;', '&'))
      expect([target, status]).toEqual([target, 200])
    }
  })

  test('pages through a long inbox and answers 404 for a message that is gone', async () => {
    const { sink, http } = await start()
    const ids: string[] = []
    for (let count = 0; count < 52; count += 1) ids.push(idOf(await send(sink.port, 'ada@example.com')))
    const first = (await http.get('/sink/')).text
    const older = /href="([^"]*cursor=[^"]*)">\s*Older/.exec(first)?.[1] ?? ''
    const second = (await http.get(older)).text
    expect(ids.filter((id) => first.includes(id)).length).toBe(50)
    expect(ids.slice(0, 2).every((id) => second.includes(`id="${id}"`))).toBe(true)
    expect((await http.get('/sink/?id=snk_01kbf3yq0ge8gvk2c5m7x9t3ea')).status).toBe(404)
  })

  test('makes links of web addresses in text, and of nothing else', () => {
    const parts = linked('javascript:alert(1) (https://x.test/a?b=1&c="2") http://y.test')
    const links = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.source]))
    expect(links.map((link) => /href="([^"]*)"/.exec(link)?.[1])).toEqual([
      'https://x.test/a?b=1&amp;c=',
      'http://y.test',
    ])
  })
})

import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import request from 'supertest'
import { describe, expect, test } from 'vitest'
import { readTerms } from '../../../server/operate/sink/search/terms.js'
import { idOf, mounted, send, useSink } from './support.js'
import type { ListBody } from './support.js'

const rig = useSink()

async function start() {
  const sink = await rig.start()
  return { sink, http: request(mounted(sink)) }
}

const reset =
  'From: Shop <hello@shop.example>\r\nSubject: =?utf-8?q?R=C3=A9initialiser?= your password\r\n' +
  'Content-Type: text/html; charset=utf-8\r\n\r\n<p>Your code is <b>424242</b>.</p>\r\n'
const order =
  'From: orders@shop.example\r\nSubject: Your order\r\n\r\nThe password of the Wi-Fi is on the receipt.\r\n'

describe('a search', () => {
  test.each([
    ['q=R%C3%89INITIALISER', ['reset']],
    ['q=password', ['order', 'reset']],
    ['q=subject:password', ['reset']],
    ['q=from:orders', ['order']],
    ['q=to:ada', ['reset']],
    ['q="code is 424242"', ['reset']],
    ['q=password+receipt', ['order']],
    ['subject=password', ['reset']],
    ['from=hello@shop.example', ['reset']],
    ['body=wi-fi', ['order']],
    ['q=password&to=bob@example.com', ['order']],
    ['q=nowhere', []],
  ])('%s', async (query, expected) => {
    const { sink, http } = await start()
    const ids = new Map([
      [idOf(await send(sink.port, 'ada@example.com', reset)), 'reset'],
      [idOf(await send(sink.port, 'bob@example.com', order)), 'order'],
    ])
    const { data } = (await http.get(`/sink/messages?${query}`)).body as ListBody
    expect(data.map(({ id }) => ids.get(id))).toEqual(expected)
  })

  test('waits for a message that fits', async () => {
    const { sink, http } = await start()
    const waiting = http.get('/sink/messages?q=code&wait=30').then(({ body }) => body as ListBody)
    await send(sink.port, 'ada@example.com', order)
    const id = idOf(await send(sink.port, 'ada@example.com', reset))
    expect((await waiting).data.map((message) => message.id)).toEqual([id])
  })

  test.each(['q=', 'q=%20', `q=${'x'.repeat(1_001)}`, 'q=a&q=b', 'subject='])(
    'refuses %.10s',
    async (query) => {
      const { http } = await start()
      expect((await http.get(`/sink/messages?${query}`)).status).toBe(422)
    },
  )

  test('is read as people type it', () => {
    expect(readTerms('reset  subject:"Your Code" https://x.test "open')).toEqual([
      { field: undefined, text: 'reset' },
      { field: 'subject', text: 'your code' },
      { field: undefined, text: 'https://x.test' },
      { field: undefined, text: 'open' },
    ])
  })
})

describe('deleting', () => {
  test('one message, or those of a search, leaves the others', async () => {
    const { sink, http } = await start()
    const [first, second, third] = [
      idOf(await send(sink.port, 'ada@example.com', reset)),
      idOf(await send(sink.port, 'bob@example.com', order)),
      idOf(await send(sink.port, 'ada@example.com', order)),
    ]
    expect((await http.delete(`/sink/messages/${first}`)).status).toBe(204)
    expect((await http.delete(`/sink/messages/${first}`)).status).toBe(404)
    expect((await http.delete('/sink/messages?to=bob@example.com')).status).toBe(204)
    expect((await http.delete('/sink/messages?to=')).status).toBe(422)
    const { data } = (await http.get('/sink/messages')).body as ListBody
    expect(data.map(({ id }) => id)).toEqual([third])
    const names = await readdir(rig.folder())
    const files = await Promise.all(names.map((name) => readFile(join(rig.folder(), name), 'latin1')))
    expect([third, second, first].map((id) => files.join('').includes(id))).toEqual([true, false, false])
  })

  test('works by the forms of the page', async () => {
    const { sink, http } = await start()
    const id = idOf(await send(sink.port, 'ada@example.com', reset))
    await send(sink.port, 'ada@example.com', order)
    const page = (await http.get('/sink/').query({ id, q: 'password' })).text
    const action = /action="([^"]*messages\/snk[^"]*)"/.exec(page)?.[1]
    const deleted = await http.post((action ?? '').replaceAll('&amp;', '&'))
    expect([deleted.status, deleted.headers['location']]).toEqual([303, '/sink/?q=password'])
    expect((await http.post('/sink/messages/delete')).headers['location']).toBe('/sink/')
    expect((await http.get('/sink/messages')).body).toMatchObject({ data: [] })
  })

  test.each<[Record<string, string>, number]>([
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    // A page on another port of this machine.
    [{ 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:3000' }, 403],
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{ Origin: 'http://localhost:4001' }, 403],
    [{ Origin: 'http://localhost:4000' }, 204],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'http://localhost:4000' }, 204],
    [{ 'Sec-Fetch-Site': 'none' }, 204],
    [{}, 204],
  ])('is refused to the pages of other sites: %j', async (headers, status) => {
    const { sink, http } = await start()
    const id = idOf(await send(sink.port, 'ada@example.com'))
    const own = { Host: 'localhost:4000', ...headers }
    expect((await http.delete('/sink/messages').set(own)).status).toBe(status)
    if (status === 403) expect((await http.post(`/sink/messages/${id}/delete`).set(own)).status).toBe(403)
    const { data } = (await http.get('/sink/messages')).body as ListBody
    expect(data).toHaveLength(status === 403 ? 1 : 0)
  })
})

describe('what nobody has opened', () => {
  test('is unread, until the page shows it; a restart knows that, too', async () => {
    const { sink, http } = await start()
    const id = idOf(await send(sink.port, 'ada@example.com', reset))
    await http.get(`/sink/messages/${id}`)
    expect((await http.get('/sink/')).text).toContain('1 message, 1 unread')
    const opened = (await http.get('/sink/').query({ id })).text
    expect(opened).not.toContain('class="unread"')
    expect(opened).toContain('1 message<')
    expect((await http.get(`/sink/messages/${id}`)).body).toMatchObject({ read: true })
    await sink.close()
    const again = request(mounted(await rig.start()))
    expect((await again.get('/sink/')).text).toContain('1 message<')
    await again.delete('/sink/messages')
    expect(await readdir(rig.folder())).toEqual([])
  })
})

test('a list of 50 messages is small, whatever is in them', async () => {
  const { sink, http } = await start()
  const raw = `From: a@shop.example\r\nSubject: ${'long '.repeat(100)}\r\n\r\n${'A body.\r\n'.repeat(5_000)}`
  for (let count = 0; count < 50; count += 1) await send(sink.port, 'ada@example.com', raw)
  const { text } = await http.get('/sink/')
  expect(text.match(/<li /g)).toHaveLength(50)
  expect(Buffer.byteLength(text)).toBeLessThan(50_000)
})

test('a page that is open is told of changes', async () => {
  const { sink } = await start()
  const server = mounted(sink).listen(0, '127.0.0.1')
  await once(server, 'listening')
  rig.onEnd(async () => void server.close())
  const { port } = server.address() as AddressInfo
  const reply = await fetch(`http://127.0.0.1:${port}/sink/events`)
  expect(reply.headers.get('content-type')).toContain('text/event-stream')
  await send(sink.port, 'ada@example.com')
  let events = ''
  const decoder = new TextDecoder()
  for await (const chunk of reply.body ?? []) {
    events += decoder.decode(chunk as Uint8Array)
    if (events.includes('change')) break
  }
  expect(events).toContain('event: change\ndata: {"messages":1,"unread":1}\n\n')
})

test('the log of a delivery is shown beside its mail, and for no other mail', async () => {
  const attempt = {
    at: '2026-01-14T09:30:00.000Z',
    outcome: 'delivered',
    error: null,
    reply: { code: 250, enhanced_code: '2.0.0', text: '<OK>', host: 'localhost:2525' },
  }
  const log = {
    id: 'log_1',
    message_id: 'msg_1',
    recipient: 'ada@example.com',
    kind: 'to',
    status: 'delivered',
  }
  const sink = await rig.start({
    logs: {
      isOwn: (sender) => sender === 'b+token@rp.example',
      of: async () => [{ ...log, attempts: [attempt] } as never],
    },
  })
  const http = request(mounted(sink))
  const own = idOf(await send(sink.port, 'ada@example.com', undefined, 'b+token@rp.example'))
  const other = idOf(await send(sink.port, 'ada@example.com'))
  const { text } = await http.get('/sink/').query({ id: own, tab: 'log' })
  expect(text).toContain('log_1')
  expect(text).toContain('250 2.0.0 &lt;OK&gt;')
  expect((await http.get('/sink/').query({ id: own })).text).toContain('tab=log')
  expect((await http.get('/sink/').query({ id: other })).text).not.toContain('tab=log')
})

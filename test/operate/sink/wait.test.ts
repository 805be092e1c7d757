import request from 'supertest'
import { expect, test } from 'vitest'
import { idOf, mounted, send, useSink } from './support.js'
import type { ErrorBody, ListBody } from './support.js'

const rig = useSink()

async function start() {
  const sink = await rig.start()
  return { sink, http: request(mounted(sink)) }
}

/** Requests a listing at once, without waiting for the reply. */
function listing(http: ReturnType<typeof request>, query: string) {
  const asked = http
    .get(`/sink/messages?${query}`)
    .then(({ status, body }) => ({ status, body: body as ListBody }))
  let answered = false
  void asked.then(() => (answered = true))
  return { reply: asked, answered: () => answered }
}

test('a listing with `wait` is answered when a message that fits arrives', async () => {
  const { sink, http } = await start()
  const waiting = listing(http, 'to=ada@example.com&wait=30')
  // This first message does not match. If it ended the wait, the reply would be empty.
  await send(sink.port, 'bob@example.com')
  const id = idOf(await send(sink.port, 'Ada@example.com'))
  const { status, body } = await waiting.reply
  expect([status, body.data.map((message) => message.id)]).toEqual([200, [id]])
})

test('it is answered at once where a message is there, and with nothing when the time is over', async () => {
  const { sink, http } = await start()
  const id = idOf(await send(sink.port, 'ada@example.com'))
  expect((await listing(http, 'to=ada@example.com&wait=30').reply).body.data).toHaveLength(1)
  const empty = await listing(http, `to=ada@example.com&after=${id}&wait=1`).reply
  expect([empty.status, empty.body]).toEqual([200, { data: [], has_more: false, next_cursor: null }])
})

test('with `after` it is about newer messages only', async () => {
  const { sink, http } = await start()
  const first = idOf(await send(sink.port, 'ada@example.com'))
  const waiting = listing(http, `to=ada@example.com&after=${first}&wait=30`)
  const second = idOf(await send(sink.port, 'ada@example.com'))
  expect((await waiting.reply).body.data.map(({ id }) => id)).toEqual([second])
})

test('requests that wait are bounded in number, and end when the sink closes', async () => {
  const { sink } = await start()
  const server = mounted(sink).listen(0, '127.0.0.1')
  rig.onEnd(() => new Promise((resolve) => server.close(resolve)))
  const http = request(server)
  const waiting = Array.from({ length: 101 }, () => listing(http, 'wait=30'))
  const refused = await Promise.race(waiting.map(({ reply }) => reply))
  expect([refused.status, (refused.body as unknown as ErrorBody).error.code]).toEqual([503, 'unavailable'])
  sink.endWaits()
  const replies = await Promise.all(waiting.map(({ reply }) => reply))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(100)
  // After `endWaits`, requests do not wait any more.
  expect((await http.get('/sink/messages?wait=30')).status).toBe(200)
})

test.each([
  'wait=31',
  'wait=-1',
  'wait=1.5',
  'wait=',
  'after=x',
  'wait=1&cursor=snk_01kbf3yq0ge8gvk2c5m7x9t3ea',
])('refuses %s', async (query) => {
  const { http } = await start()
  expect((await http.get(`/sink/messages?${query}`)).status).toBe(422)
})

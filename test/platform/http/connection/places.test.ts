import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../../../server/platform/http/connection/listen.js'
import {
  connectionPlaces,
  type ConnectionPlaces,
} from '../../../../server/platform/http/connection/places.js'

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

/** A server that answers by the application, at once unless told otherwise. @returns its port */
async function serve(
  bounds: Partial<ConnectionPlaces>,
  app: RequestListener = (_req, res) => void res.end('hello'),
  proxies: readonly string[] = [],
): Promise<number> {
  const http = await listen(0, '127.0.0.1', pino({ level: 'silent' }), {
    places: { ...connectionPlaces, ...bounds },
    proxies,
  })
  onTestFinished(() => http.close())
  http.serve(app)
  return http.port
}

interface Opened {
  readonly socket: Socket
  /** The bytes that have come by the time the server has closed its side, as text. */
  readonly ended: Promise<string>
  /** Sends a request and waits for the first bytes of its reply. */
  readonly ask: (text?: string) => Promise<string>
}

async function open(port: number, from = '127.0.0.1'): Promise<Opened> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from }).setEncoding('utf8')
  onTestFinished(() => void socket.destroy())
  let received = ''
  let told: (text: string) => void = () => undefined
  socket.on('data', (text: string) => {
    received += text
    told(text)
  })
  const ended = new Promise<string>((resolve) => {
    socket.once('error', () => resolve(received))
    socket.once('close', () => resolve(received))
    socket.once('end', () => {
      told('')
      resolve(received)
    })
  })
  await once(socket, 'connect')
  const ask = (text = get) =>
    new Promise<string>((resolve) => {
      told = resolve
      socket.write(text)
    })
  return { socket, ended, ask }
}

test('a client that opens connections and says nothing keeps nobody out: the one idle for longest gives way', async () => {
  const port = await serve({ all: 3, ofAddress: 3 })
  const [first, second, third] = [await open(port), await open(port), await open(port)]
  // It has been answered since the others were opened.
  expect(await first.ask()).toMatch(/^HTTP\/1\.1 200 /)
  const newcomer = await open(port)
  expect(await newcomer.ask()).toMatch(/^HTTP\/1\.1 200 /)
  expect(await second.ended).toBe('')
  for (const { ask } of [first, third, newcomer]) expect(await ask()).toMatch(/^HTTP\/1\.1 200 /)
})

test('a head that drips is no use of a place', async () => {
  const port = await serve({ all: 2, ofAddress: 2 })
  const dripping = await open(port)
  dripping.socket.write('GET / HTTP/1.1\r\nX-Drip: ')
  const other = await open(port)
  const drip = setInterval(() => dripping.socket.write('x'), 10)
  dripping.socket.on('error', () => undefined)
  onTestFinished(() => clearInterval(drip))
  const newcomer = await open(port)
  expect(await newcomer.ask()).toMatch(/^HTTP\/1\.1 200 /)
  expect(await dripping.ended).toBe('')
  expect(await other.ask()).toMatch(/^HTTP\/1\.1 200 /)
})

test('one address has its share: its own connections give way, and none of others', async () => {
  const port = await serve({ all: 10, ofAddress: 2 })
  const honest = await open(port, '127.0.2.1')
  const [first] = [await open(port), await open(port)]
  await Promise.all([open(port), open(port), open(port)])
  expect(await first?.ended).toBe('')
  expect(await honest.ask()).toMatch(/^HTTP\/1\.1 200 /)
})

test('no connection is closed while its request is served; without a place the reply is 503', async () => {
  let answer: () => void = () => undefined
  const came = new Promise<void>((resolve) => (answer = resolve))
  const app: RequestListener = (_req, res) => {
    answer()
    answer = () => res.end('late')
  }
  const port = await serve({ all: 5, ofAddress: 1 }, app)
  const waiting = await open(port)
  const reply = waiting.ask()
  await came
  expect(await (await open(port)).ended).toMatch(
    /^HTTP\/1\.1 503 [^]*\r\nRetry-After: 1\r\n[^]*"code":"unavailable","message":"The service has reached its limit/,
  )
  expect((await open(port, '127.0.2.1')).socket.readyState).toBe('open')
  answer()
  expect(await reply).toMatch(/^HTTP\/1\.1 200 /)
})

test('a request that arrives for longer than it may gives way, and one that arrives for less does not', async () => {
  let began: () => void = () => undefined
  const app: RequestListener = (req, res) => {
    began()
    req.resume().once('end', () => res.end('hello'))
  }
  const slow = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nx'
  const begin = async (port: number) => {
    const opened = await open(port)
    const came = new Promise<void>((resolve) => (began = resolve))
    opened.socket.write(slow)
    await came
    return opened
  }

  const patient = await serve({ all: 1 }, app)
  const arriving = await begin(patient)
  expect(await (await open(patient)).ended).toMatch(/^HTTP\/1\.1 503 /)
  expect(await arriving.ask('x')).toMatch(/^HTTP\/1\.1 200 /)

  const hurried = await serve({ all: 1, arrivalMs: 0 }, app)
  const late = await begin(hurried)
  expect(await (await open(hurried)).ask()).toMatch(/^HTTP\/1\.1 200 /)
  expect(await late.ended).toBe('')
})

test('a proxy has the connections of many clients, and so no share', async () => {
  const port = await serve({ all: 100, ofAddress: 1 }, undefined, ['127.0.0.0/30'])
  const opened: Opened[] = []
  for (let at = 0; at < 20; at += 1) opened.push(await open(port))
  for (const { ask } of opened) expect(await ask()).toMatch(/^HTTP\/1\.1 200 /)
})

test('a client that was refused and keeps its side open does not keep the connection', async () => {
  const port = await serve({ all: 10, ofAddress: 10 })
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write('no request\r\n\r\n')
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 400 /)
  // Bytes meet a closed socket in the end.
  socket.on('error', () => undefined)
  const drip = setInterval(() => socket.write('x'), 20)
  await closed
  clearInterval(drip)
})

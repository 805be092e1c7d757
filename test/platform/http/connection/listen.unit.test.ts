import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answerClientErrors } from '../../../../server/platform/http/connection/client-errors.js'
import { listen, type HttpServer } from '../../../../server/platform/http/connection/listen.js'

const log = pino({ level: 'silent' })

/** Sends a request. `came` resolves once the server has the request's head, `outcome` to the result of the request. */
function post(port: number, body: string) {
  const sent = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'X-Body': body } })
  const outcome = once(sent, 'response').then(
    ([reply]) => text(reply as AsyncIterable<Buffer>),
    () => 'ended',
  )
  const came = arrivalOf(body)
  sent.end(body)
  return { came, outcome }
}

function arrivalOf(body: string): Promise<void> {
  const channel = 'http.server.request.start'
  return new Promise((resolve) => {
    const seen = (message: unknown) => {
      if ((message as { request: IncomingMessage }).request.headers['x-body'] !== body) return
      unsubscribe(channel, seen)
      resolve()
    }
    subscribe(channel, seen)
  })
}

test('a request that comes before the application waits for it', async () => {
  const http = await listen(0, '127.0.0.1', log)
  onTestFinished(() => http.close())
  const early = post(http.port, 'early')
  await early.came
  http.serve((req, res) => void text(req).then((body) => res.end(`got ${body}`)))
  expect(await early.outcome).toBe('got early')
  expect(await post(http.port, 'late').outcome).toBe('got late')
})

// Running requests would get ten seconds to end, and this clock stands.
test('a start that fails keeps nobody waiting for an application', async () => {
  const http = await listen(0, '127.0.0.1', log)
  const { came, outcome } = post(http.port, 'early')
  await came
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await http.close()
  expect(await outcome).toBe('ended')
})

test('a request that does not arrive in time is asked to come again', async () => {
  const server = createServer({ requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 20 })
  answerClientErrors(server, log)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: x\r\n')
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 503 /)
  expect(head).toMatch(/^Retry-After: \d+$/m)
  expect(JSON.parse(body)).toMatchObject({ error: { code: 'unavailable' } })
})

test('heads that drip end soon after their time, for it is looked at often', async () => {
  const { server } = await new Promise<{ server: Server }>((resolve) => {
    const seen = (message: unknown) => resolve(message as { server: Server })
    subscribe('http.server.request.start', seen)
    onTestFinished(() => void unsubscribe('http.server.request.start', seen))
    void serving().then(({ http }) => connection(http.port).then(({ socket }) => socket.end(get)))
  })
  const { connectionsCheckingInterval } = server as Server & { connectionsCheckingInterval: number }
  expect(server.headersTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(25_000)
})

/** Opens a connection, and collects what the server sends. `closed` resolves to it, or to the error's code. */
async function connection(port: number) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.setEncoding('utf8').on('data', (data: string) => (received += data))
  const ended = once(socket, 'end')
  const closed = new Promise<string>((resolve) => {
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    socket.once('close', () => resolve(received))
  })
  await once(socket, 'connect')
  return { socket, ended, closed }
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

async function serving(): Promise<{ http: HttpServer; served: () => number }> {
  const http = await listen(0, '127.0.0.1', log)
  let served = 0
  http.serve((_req, res) => void res.end(`reply ${(served += 1)}`))
  onTestFinished(() => http.close())
  return { http, served: () => served }
}

test('a request that arrives while its idle connection is to be closed gets its reply', async () => {
  const { http } = await serving()
  const { socket, closed } = await connection(http.port)
  socket.write(get)
  await once(socket, 'data')
  socket.write(get)
  await http.close()
  socket.end()
  expect(await closed).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*reply 1[^]*Connection: close[^]*reply 2$/)
})

test('a request that arrives later is not served, and meets no reset', async () => {
  const { http, served } = await serving()
  const { socket, ended, closed } = await connection(http.port)
  const stopped = http.close()
  await ended
  socket.end(get)
  expect(await closed).toBe('')
  await stopped
  expect(served()).toBe(0)
})

test('during the grace new and idle connections are served, and each reply ends its own', async () => {
  const { http } = await serving()
  const [early, idle] = [await connection(http.port), await connection(http.port)]
  const hurry = new AbortController()
  const stopped = http.close({ seconds: 300, hurry: hurry.signal })
  const late = await connection(http.port)
  for (const { socket, closed } of [early, late]) {
    socket.end(get)
    expect(await closed).toMatch(/\r\nConnection: close\r\n/)
  }
  expect(idle.socket.readyState).toBe('open')
  hurry.abort()
  await idle.ended
  idle.socket.end()
  expect(await idle.closed).toBe('')
  await stopped
})

// A grace would take an hour.
test('without a connection there is no grace', async () => {
  const { http } = await serving()
  await http.close({ seconds: 3600 })
})

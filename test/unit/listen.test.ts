import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { answerClientErrors } from '../../server/http/client-errors.js'
import { listen } from '../../server/http/listen.js'

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

// Running requests would get ten seconds to end.
test('a start that fails keeps nobody waiting for an application', { timeout: 9_000 }, async () => {
  const http = await listen(0, '127.0.0.1', log)
  const { came, outcome } = post(http.port, 'early')
  await came
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

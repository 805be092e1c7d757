import { connect } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'

/** Clients that close their side once their request is sent, as `nc -N` does. */

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** Sends the text, closes this side, and returns what was received up to the server's own close. */
function halfClosed(text: string): Promise<string> {
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1', allowHalfOpen: true })
  let all = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (all += chunk))
  return new Promise((resolve, reject) => {
    socket.once('end', () => resolve(all)).once('error', reject)
    socket.end(text)
  })
}

const head = (method: string, path: string, more: readonly string[] = []) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: here',
    `Authorization: Bearer ${service.credentials.workspace_key}`,
    ...more,
  ].join('\r\n') + '\r\n\r\n'

test('a read and a send are answered, and the connection is closed', async () => {
  expect(await halfClosed(head('GET', '/v1/messages'))).toMatch(/^HTTP\/1\.1 200 /)
  const body = JSON.stringify({
    project_id: service.credentials.test_project_id,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject: 'Hello',
    text: 'Hi',
  })
  const type = ['Content-Type: application/json', `Content-Length: ${body.length}`]
  expect(await halfClosed(head('POST', '/v1/messages', type) + body)).toMatch(/^HTTP\/1\.1 202 /)
})

test('two requests on one connection are both answered', async () => {
  const both = await halfClosed(head('GET', '/healthz') + head('GET', '/v1/messages'))
  expect(both.match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
})

test('half a request is refused, and the connection is closed', async () => {
  const type = ['Content-Type: application/json', 'Content-Length: 100']
  expect(await halfClosed(head('POST', '/v1/messages', type) + '{')).toMatch(/^HTTP\/1\.1 400 /)
})

test('a request that waits for events is answered at once', async () => {
  // This one, which is open, is asked before it and has to wait on.
  let answered = false
  const other = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' })
  onTestFinished(() => void other.destroy())
  // Events of a kind that nothing here has: a message was sent before.
  const follow = '/v1/events/follow?wait=30&type=contact.topic_changed'
  other.on('data', () => (answered = true)).write(head('GET', follow))
  expect(await halfClosed(head('GET', follow))).toMatch(/^HTTP\/1\.1 200 /)
  expect(answered).toBe(false)
})

test('a client that goes away while it waits leaves no connection behind', async () => {
  const over = () => service.logs.filter((line) => line.includes('"operation":"followEvents"')).length
  const before = over()
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' })
  await new Promise((resolve) => socket.write(head('GET', '/v1/events/follow?wait=30'), resolve))
  socket.destroy()
  await until(() => over() > before, 'the request to be over')
})

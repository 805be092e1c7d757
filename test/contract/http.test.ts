import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKeySecret } from '../../server/workspace/key-secret.js'
import { call, requestIdForm } from '../support/api.js'
import { startTestService, type TestService } from '../support/service.js'
import { firstTenant } from '../support/tenant.js'

let service: TestService
let key: string

beforeAll(async () => {
  service = await startTestService()
  key = service.credentials.workspace_key
})
afterAll(() => service.stop())

describe('Request-Id', () => {
  test.each(['/metrics', '/sink/messages'])('is on the reply of %s', async (path) => {
    const reply = await call(service.url, 'GET', path)
    expect(reply.headers['request-id']).toMatch(requestIdForm)
  })

  test('is new for each request and in its log line', async () => {
    const ids = [
      await call(service.url, 'GET', '/v1/messages', { key }),
      await call(service.url, 'GET', '/v1/messages', { key }),
    ].map((reply) => reply.headers['request-id'] ?? '')
    expect(ids[0]).not.toBe(ids[1])
    for (const id of ids) expect(service.logs.some((line) => line.includes(id))).toBe(true)
  })
})

test('/metrics is only to be read', async () => {
  const reply = await call(service.url, 'POST', '/metrics', { key })
  expect([reply.status, reply.body.error.code]).toEqual([405, 'method_not_allowed'])
  expect(reply.headers['allow']).toBe('GET, HEAD')
})

describe('before the body is read', () => {
  /** Sends a head and the beginning of a body that never ends. */
  function withEndlessBody(headers: Record<string, string>): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(`${service.url}/v1/messages`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
      })
      request.once('error', reject)
      request.once('response', (response) => {
        resolve(response)
        request.off('error', reject)
        request.on('error', () => undefined)
        request.destroy()
      })
      request.write('{"text":"')
    })
  }

  test.each<[string, number, Record<string, string>]>([
    ['no key', 401, {}],
    ['a bad key', 401, { Authorization: `Bearer ${newKeySecret('wk_')}` }],
    ['a bad key and a large length', 401, { Authorization: 'Bearer x', 'Content-Length': '9999999' }],
  ])('%s is answered', async (_name, status, headers) => {
    expect((await withEndlessBody(headers)).statusCode).toBe(status)
  })

  test('a key without the scope is answered', async () => {
    const reader = await firstTenant(service).key({ scopes: ['reports:read'] })
    expect((await withEndlessBody({ Authorization: `Bearer ${reader}` })).statusCode).toBe(403)
  })
})

describe('what is hardly HTTP', () => {
  function sendBytes(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString()))
      socket.on('end', () => socket.end())
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
      socket.write(bytes)
    })
  }

  test.each([
    ['no request line', 'hello\r\n\r\n'],
    ['a broken header', 'GET /v1/messages HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n'],
    ['a huge header', `GET /v1/messages HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`],
    [
      'two lengths',
      'POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
  ])('%s is answered as malformed', async (_name, bytes) => {
    const reply = await sendBytes(bytes)
    const [head = '', body = ''] = reply.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    const id = /^Request-Id: (.+)$/m.exec(head)?.[1]
    const parsed = JSON.parse(body) as { error: { code: string; request_id: string } }
    expect(parsed.error.code).toBe('malformed_request')
    expect(parsed.error.request_id).toBe(id)
    expect(id).toMatch(requestIdForm)
  })
})

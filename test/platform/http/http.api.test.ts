import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKeySecret } from '../../../server/platform/auth/key-secret.js'
import { call, requestIdForm } from '../../support/api/api.js'
import { operations, resolve, type ContractReply } from '../../support/api/contract.js'
import { send } from '../../support/messages/messages.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { firstTenant } from '../../support/workspace/tenant.js'
import { until } from '../../support/time/until.js'

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

test('a path that others begin with gets one of these as a hint', async () => {
  const reply = await call(service.url, 'POST', '/v1/webhooks', { key })
  expect([reply.status, reply.body.error.code]).toEqual([404, 'not_found'])
  expect(reply.body.error.message).toContain('Did you mean /v1/webhooks/status?')
  const unknown = await call(service.url, 'POST', '/v1/nothing', { key })
  expect(unknown.body.error.message).not.toContain('Did you mean')
})

test.each(['GET', 'POST'])('%s of a path without its version gets the one that was meant', async (method) => {
  const reply = await call(service.url, method, '/messages?limit=1', { key })
  expect(reply.status).toBe(404)
  expect(reply.body.error.message).toBe(
    'There is nothing at /messages. Did you mean /v1/messages? The reference is at /docs/api.',
  )
})

test('a base URL with the path of the console is told by its 405', async () => {
  const reply = await call(service.url, 'POST', '/console/v1/messages', { key })
  expect([reply.status, reply.body.error.message]).toEqual([
    405,
    '/console/v1/messages takes GET, HEAD, not POST. Did you mean /v1/messages?',
  ])
})

test('a path that is refused is shown cut', async () => {
  const reply = await call(service.url, 'DELETE', `/v1/${'x'.repeat(5000)}`, { key })
  expect(reply.status).toBe(404)
  expect(reply.body.error.message.length).toBeLessThan(300)
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

/** Sends raw bytes and returns everything that the server sends until it closes the connection. */
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

describe('the head of a request', () => {
  const last = 'Connection: close\r\n\r\n'
  const bearer = () => `Authorization: Bearer ${key}\r\n`

  /** Sends raw bytes and returns the reply's status, error code and, for a success, body. */
  async function answer(bytes: string): Promise<unknown[]> {
    const [head = '', body = ''] = (await sendBytes(bytes)).split('\r\n\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
    expect(head).toMatch(/^Request-Id: req_/m)
    const parsed = JSON.parse(body) as { error?: { code: string } }
    return parsed.error === undefined ? [status, parsed] : [status, parsed.error.code]
  }

  test.each([
    ['http://x/healthz', { status: 'ok' }],
    ['HTTP://x:8080/healthz', { status: 'ok' }],
    ['https://x/v1/messages?limit=1', { data: [] }],
  ])('may have its target in absolute form (RFC 9112, section 3.2.2): %s', async (target, body) => {
    const [status, found] = await answer(`GET ${target} HTTP/1.1\r\nHost: x\r\n${bearer()}${last}`)
    expect(status).toBe(200)
    expect(found).toMatchObject(body)
  })

  test('has the host of its target where that has one, whatever its Host header says', async () => {
    const sink = (authority: string, host: string) =>
      answer(`GET http://${authority}/sink/messages HTTP/1.1\r\nHost: ${host}\r\n${last}`)
    expect((await sink('evil.example', 'localhost'))[0]).toBe(403)
    expect((await sink('localhost', 'evil.example'))[0]).toBe(200)
  })

  test.each([
    ['another scheme', `GET ftp://x/healthz HTTP/1.1\r\nHost: x\r\n${last}`, 400, 'malformed_request'],
    [
      'a target without a host',
      `GET http:///healthz HTTP/1.1\r\nHost: x\r\n${last}`,
      400,
      'malformed_request',
    ],
    [
      'a target with a user',
      `GET http://u@x/healthz HTTP/1.1\r\nHost: x\r\n${last}`,
      400,
      'malformed_request',
    ],
    ['a fragment', `GET /healthz#x HTTP/1.1\r\nHost: x\r\n${last}`, 400, 'malformed_request'],
    ['the whole server', `OPTIONS * HTTP/1.1\r\nHost: x\r\n${last}`, 404, 'not_found'],
    ['a tunnel', 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n', 400, 'malformed_request'],
    [
      'a coding that is not taken',
      `POST /v1/messages HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n${last}0\r\n\r\n`,
      400,
      'malformed_request',
    ],
    [
      'a coding that is not taken, in two headers',
      `POST /v1/messages HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n` +
        `${last}0\r\n\r\n`,
      400,
      'malformed_request',
    ],
    ['no Host header', `GET /healthz HTTP/1.1\r\n${last}`, 400, 'malformed_request'],
    ['two Host headers', `GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n${last}`, 400, 'malformed_request'],
    [
      'an unknown expectation',
      `GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n${last}`,
      417,
      'expectation_failed',
    ],
  ])('with %s is refused in JSON', async (_name, bytes, status, code) => {
    expect(await answer(bytes)).toEqual([status, code])
  })

  test('of HTTP/1.0 needs no Host header', async () => {
    expect(await sendBytes('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  test.each(['/healthz', '/v1/messages', '/console', '/docs', '/mcp', '/sink', '/c/x?u=x', '/nothing'])(
    'for %s at a host that no browser asks for is refused',
    async (path) => {
      const hosts = [
        ...[
          '',
          '.',
          'x..',
          '.x',
          'a..b',
          'x :80',
          'x: 80',
          'a b',
          'x@y',
          'x:abc',
          'x:-1',
          'x:65536',
          'x:1:2',
        ],
        ...[
          'x,y',
          'x/y',
          'x\\y',
          'x?y',
          'x#y',
          'x%2ey',
          'http://x',
          '[::1',
          '::1',
          '[x]',
          '[::1]y',
          '[fe80::1%25a]',
        ],
        ...['h\u00f6st', '"x"', `${'x'.repeat(63)}.`.repeat(4)],
      ]
      for (const version of ['1.0', '1.1'])
        for (const host of hosts) {
          const bytes = `GET ${path} HTTP/${version}\r\nHost: ${host}\r\n${last}`
          expect([host, ...(await answer(bytes))]).toEqual([host, 400, 'malformed_request'])
        }
      const absolute = `GET http://x@y${path} HTTP/1.1\r\nHost: x\r\n${last}`
      expect(await answer(absolute)).toEqual([400, 'malformed_request'])
      const other = `GET http://x${path} HTTP/1.1\r\nHost: x@y\r\n${last}`
      expect(await answer(other)).toEqual([400, 'malformed_request'])
    },
  )

  test('that announces too large a body is refused before the body is asked for', async () => {
    const head = (length: number) =>
      `POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${bearer()}` +
      `Expect: 100-continue\r\nContent-Length: ${length}\r\n`
    expect(await answer(`${head(10_000_001)}${last}`)).toEqual([413, 'payload_too_large'])
    // The server asks for a body that is not too large.
    expect(await sendBytes(`${head(2)}${last}{}`)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /)
  })
})

describe('browsers', () => {
  test.each([
    ['a list', 'GET', '/v1/messages', 200],
    ['what the API does not have', 'GET', '/v1/nothing', 404],
    ['another method', 'PUT', '/v1/messages', 405],
    ['what does not validate', 'POST', '/v1/messages', 422],
    ['health', 'GET', '/healthz', 200],
    ['metrics', 'GET', '/metrics', 200],
    ['the contract', 'GET', '/openapi.json', 200],
    ['the inbox', 'GET', '/sink/messages', 200],
    ['what the inbox does not have', 'GET', '/sink/messages/nothing', 404],
    ['a signed link that is none', 'GET', '/inbound/raw/nothing', 404],
    ['a page that is none', 'GET', '/subscriptions/confirm/nothing', 404],
    ['what is nowhere', 'GET', '/nothing', 404],
  ])('do not guess at the type of %s', async (_name, method, path, status) => {
    const reply = await call(service.url, method, path, { key })
    expect([reply.status, reply.headers['x-content-type-options']]).toEqual([status, 'nosniff'])
  })

  test('do not guess at the type of a reply to what is no HTTP', async () => {
    const reply = await sendBytes('this is no HTTP\r\n\r\n')
    expect(reply).toMatch(/^HTTP\/1\.1 400 /)
    expect(reply).toMatch(/^X-Content-Type-Options: nosniff\r$/m)
  })

  const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  test('get a page for what is nowhere', async () => {
    const reply = await call(service.url, 'GET', '/nothing/<script>', { headers: html })
    expect([reply.status, reply.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(reply.text).toContain('<h1>Page not found</h1>')
    expect(reply.text).not.toContain('script')
    expect(reply.headers['content-security-policy']).toMatch(/^default-src 'none'; /)
  })

  test.each([
    ['below /v1', 'GET', '/v1/nothing', html],
    ['for what is no read', 'POST', '/nothing', html],
    ['for programs', 'GET', '/nothing', { Accept: '*/*' }],
  ])('get JSON %s', async (_name, method, path, headers) => {
    const reply = await call(service.url, method, path, { headers })
    expect([reply.status, reply.body.error.code]).toEqual([404, 'not_found'])
  })
})

test('no request leaves more listeners than Node takes for a leak', async () => {
  const warnings: string[] = []
  const note = (warning: Error) => void warnings.push(warning.name)
  process.on('warning', note)
  try {
    await send(service.url, key, service.credentials.test_project_id)
    const [mail] = await until(async () => {
      const { body } = await call(service.url, 'GET', '/sink/messages')
      return body.data.length > 0 && (body.data as { id: string }[])
    }, 'the mail')
    for (const path of [`/sink/messages/${mail?.id}/raw`, '/v1/suppressions/export']) {
      const headers = { Accept: path.startsWith('/v1') ? 'text/csv' : '*/*' }
      expect((await call(service.url, 'GET', path, { key, headers })).status, path).toBe(200)
    }
    // Node emits warnings in a later turn.
    await new Promise((resolve) => setImmediate(resolve))
    expect(warnings).toEqual([])
  } finally {
    process.off('warning', note)
  }
})

describe('caches', () => {
  test.each(['*', '"x"'])('a condition on an ETag that no reply has changes nothing: %s', async (etag) => {
    for (const path of ['/healthz', '/v1/messages', '/v1/api-keys']) {
      const reply = await call(service.url, 'GET', path, { key, headers: { 'If-None-Match': etag } })
      expect(reply.status, path).toBe(200)
    }
  })

  test.each([
    ['a list', 'GET', '/v1/messages', 200],
    ['health', 'GET', '/healthz', 200],
    ['metrics', 'GET', '/metrics', 200],
    ['what is not there', 'GET', '/v1/nothing', 404],
    ['another method', 'PUT', '/v1/messages', 405],
    ['what does not validate', 'POST', '/v1/messages', 422],
  ])('keep nothing of %s', async (_name, method, path, status) => {
    const reply = await call(service.url, method, path, { key })
    expect([reply.status, reply.headers['cache-control']]).toEqual([status, 'no-store'])
  })

  test('keep no secret, by what the contract says of each reply that can hold one', () => {
    const holds = operations.flatMap((operation) =>
      Object.values(operation.responses)
        .map((listed) => resolve(listed) as ContractReply)
        .filter(({ content }) => {
          const schema = resolve(content?.['application/json']?.schema ?? {})
          return 'secret' in ((schema as { properties?: object }).properties ?? {})
        }),
    )
    expect(holds.length).toBeGreaterThan(0)
    for (const { headers } of holds) expect(headers).toHaveProperty('Cache-Control')
  })
})

describe('/metrics', () => {
  test.each<[string, Record<string, string>]>([
    ['through a proxy that is not trusted', { 'X-Forwarded-For': '127.0.0.1' }],
    ['under a name that a web page points to this machine', { Host: 'evil.example' }],
  ])('is not shown %s', async (_name, headers) => {
    const reply = await call(service.url, 'GET', '/metrics', { headers })
    expect([reply.status, reply.body.error.code]).toEqual([403, 'ip_not_allowed'])
  })

  test('is shown to the addresses that the operator names, whoever asks from this machine', async () => {
    const behind = await startTestService({
      env: {
        POSTSEAL_ROLES: 'sink',
        POSTSEAL_TRUSTED_PROXIES: '127.0.0.1,::1',
        POSTSEAL_METRICS_ALLOWED_CIDRS: '192.0.2.0/24',
      },
    })
    try {
      const from = async (address: string) =>
        (await call(behind.url, 'GET', '/metrics', { headers: { 'X-Forwarded-For': address } })).status
      expect(await from('192.0.2.7')).toBe(200)
      expect(await from('203.0.113.7')).toBe(403)
      expect((await call(behind.url, 'GET', '/metrics')).status).toBe(403)
    } finally {
      await behind.stop()
    }
  })
})

describe('what is hardly HTTP', () => {
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
    expect(head).toMatch(/^Cache-Control: no-store$/m)
  })
})

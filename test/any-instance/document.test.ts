import { readFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { call, requestIdForm } from '../support/api/api.js'
import { useInstance } from '../support/instance/instance.js'

/** Tests the paths that anybody can ask: the contract, the health checks, and paths that do not exist. */

const at = useInstance()

test.each([
  ['/openapi.yaml', 'application/yaml', (text: string): unknown => parse(text)],
  ['/openapi.json', 'application/json', (text: string): unknown => JSON.parse(text)],
])('%s is served to anybody, with the contract as it was made', async (path, type, read) => {
  const reply = await fetch(at.url + path)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toContain(type)
  expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  const made: unknown = JSON.parse(
    readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
  )
  const served = read(await reply.text())
  expect(
    isDeepStrictEqual(served, made),
    'the instance serves another contract than the one beside these tests',
  ).toBe(true)
})

describe.each(['/openapi.yaml', '/openapi.json'])('%s is asked for cheaply', (path) => {
  /** Without what fetch adds and undoes. */
  const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const sent = request(at.url + path, { method, headers }, (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) }),
        )
      })
      sent.on('error', reject).end()
    })

  test('compressed as the client likes', async () => {
    const plain = await ask({})
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'public, no-cache' })
    const encodings: [accepted: string, given: string | undefined][] = [
      ['gzip', 'gzip'],
      ['br', 'br'],
      ['gzip;q=0.5, br;q=0.9', 'br'],
      ['gzip;q=0, br;q=0', undefined],
      ['gzip;q=0, *', 'br'],
      ['identity, gzip;q=0.2', undefined],
      ['deflate', undefined],
    ]
    for (const [accepted, given] of encodings) {
      const { status, headers, body } = await ask({ 'Accept-Encoding': accepted })
      expect([status, headers['content-encoding']], accepted).toEqual([200, given])
      expect(headers['content-length']).toBe(String(body.length))
      expect(headers.vary).toBe('Accept-Encoding')
      if (given !== undefined) expect(body.length).toBeLessThan(plain.body.length / 4)
      const decoded = given === 'br' ? brotliDecompressSync(body) : given === 'gzip' ? gunzipSync(body) : body
      expect(decoded.equals(plain.body)).toBe(true)
    }
    const head = await ask({ 'Accept-Encoding': 'gzip' }, 'HEAD')
    expect([head.status, head.body.length, head.headers['content-encoding']]).toEqual([200, 0, 'gzip'])
    expect(head.headers.etag).toBe(plain.headers.etag)
  })

  test('and not again by who has it', async () => {
    const etag = (await ask({})).headers.etag ?? ''
    expect(etag).toMatch(/^W\/"[\w-]+"$/)
    for (const known of [etag, etag.slice(2), `"another", ${etag}`, '*']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const { status, headers, body } = await ask(
          { 'If-None-Match': known, 'Accept-Encoding': 'br' },
          method,
        )
        expect([status, body.length], known).toEqual([304, 0])
        expect(headers).toMatchObject({ etag, vary: 'Accept-Encoding', 'cache-control': 'public, no-cache' })
        expect(headers['request-id']).toMatch(requestIdForm)
      }
    }
    for (const other of ['"another"', 'W/"another"', etag.slice(3, -1)])
      expect((await ask({ 'If-None-Match': other })).status).toBe(200)
  })
})

test('a reply of the API is sent again to a client that names any', async () => {
  const headers = { 'If-None-Match': '*' }
  const reply = await call(at.url, 'GET', '/v1/messages', { key: at.projectKey, headers })
  expect([reply.status, reply.headers['cache-control'], reply.headers['etag']]).toEqual([
    200,
    'no-store',
    undefined,
  ])
})

test('it is alive, and takes traffic', async () => {
  expect((await call(at.url, 'GET', '/healthz')).status).toBe(200)
  const { status, text } = await call(at.url, 'GET', '/readyz')
  expect(status, text).toBe(200)
})

describe('Request-Id', () => {
  test.each(['/openapi.yaml', '/openapi.json', '/healthz', '/readyz', '/nothing', '/v1/messages'])(
    'is on the reply of %s',
    async (path) => {
      const reply = await call(at.url, 'GET', path)
      expect(reply.headers['request-id']).toMatch(requestIdForm)
    },
  )

  test('is new for each request, and not the client’s to choose', async () => {
    const headers = { 'Request-Id': 'req_01kbf3yq0ge8gvk2c5m7x9t3ea' }
    const replies = [1, 2].map(() => call(at.url, 'GET', '/v1/messages', { key: at.projectKey, headers }))
    const ids = (await Promise.all(replies)).map((reply) => reply.headers['request-id'])
    for (const id of ids) expect(id).toMatch(requestIdForm)
    expect(new Set([...ids, headers['Request-Id']]).size).toBe(3)
  })
})

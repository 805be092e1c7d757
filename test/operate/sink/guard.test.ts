import express from 'express'
import request from 'supertest'
import { describe, expect, test } from 'vitest'
import { guardSink } from '../../../server/operate/sink/http/guard.js'
import type { ErrorBody } from './support.js'

const LOOPBACK = ['127.0.0.0/8', '::1/128']

interface Visit {
  readonly ip?: string
  readonly allow?: string[]
  readonly headers?: Record<string, string>
  readonly trustProxy?: string
}

/** Visits a guarded page from an address and returns the reply. */
async function visit({ ip = '127.0.0.1', allow = LOOPBACK, headers = {}, trustProxy }: Visit) {
  const app = express()
  if (trustProxy !== undefined) app.set('trust proxy', trustProxy)
  else {
    app.use((req, _res, next) => {
      Object.defineProperty(req, 'ip', { value: ip })
      next()
    })
  }
  app.use(guardSink({ allow, publicUrl: 'https://Mail.shop.example/base' }))
  app.get('/', (_req, res) => void res.send('inbox'))
  return request(app)
    .get('/')
    .set({ Host: 'localhost:4000', ...headers })
}

describe('by address', () => {
  test.each<[string, string[], number]>([
    ['127.0.0.1', LOOPBACK, 200],
    ['127.9.9.9', LOOPBACK, 200],
    ['::1', LOOPBACK, 200],
    ['::ffff:127.0.0.1', LOOPBACK, 200],
    ['::ffff:7f00:1', LOOPBACK, 200],
    ['10.0.0.1', LOOPBACK, 403],
    ['::ffff:10.0.0.1', LOOPBACK, 403],
    ['::2', LOOPBACK, 403],
    ['fe80::1%eth0', LOOPBACK, 403],
    ['', LOOPBACK, 403],
    ['10.0.0.1', ['10.0.0.0/8'], 200],
    ['10.0.0.1', ['10.0.0.1'], 200],
    ['2001:db8::5', ['2001:db8::/32'], 200],
    ['127.0.0.1', [], 403],
  ])('%s, allowed %j: %i', async (ip, allow, status) =>
    expect((await visit({ ip, allow })).status).toBe(status),
  )

  test('a malformed network is an error at the start', () => {
    expect(() => guardSink({ allow: ['10.0.0.0/33'], publicUrl: 'http://localhost' })).toThrow()
    expect(() => guardSink({ allow: ['office'], publicUrl: 'http://localhost' })).toThrow()
    expect(() => guardSink({ allow: [], publicUrl: 'localhost' })).toThrow()
  })
})

describe('through a proxy', () => {
  test.each(['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via', 'X-Forwarded-Host'])(
    '%s is refused while no proxy is trusted',
    async (name) => expect((await visit({ headers: { [name]: '127.0.0.1' } })).status).toBe(403),
  )

  test.each([
    ['127.0.0.1', 200],
    ['203.0.113.9', 403],
  ])('a trusted one speaks for its visitor %s: %i', async (visitor, status) => {
    const visited = await visit({ trustProxy: 'loopback', headers: { 'X-Forwarded-For': visitor } })
    expect(visited.status).toBe(status)
  })

  test('X-Forwarded-Host does not stand in for Host, which a rebound page could make use of', async () => {
    const trusted = { trustProxy: 'loopback' }
    const rebound = { Host: 'evil.example', 'X-Forwarded-Host': 'localhost' }
    expect((await visit({ ...trusted, headers: rebound })).status).toBe(403)
    expect((await visit({ ...trusted, headers: { 'X-Forwarded-Host': 'evil.example' } })).status).toBe(403)
  })
})

describe('by the name it is asked under', () => {
  test.each([
    ['localhost', 200],
    ['LOCALHOST:4000', 200],
    ['localhost.', 200],
    ['127.0.0.1:4000', 200],
    ['[::1]:4000', 200],
    ['mail.shop.example', 200],
    ['MAIL.shop.example:8443', 200],
    ['evil.example', 403],
    ['evil.example:4000', 403],
    ['localhost.evil.example', 403],
    ['localhost@evil.example', 403],
    ['evil.example/localhost', 403],
    ['[::1', 403],
  ])('%s: %i', async (host, status) => expect((await visit({ headers: { Host: host } })).status).toBe(status))
})

test('a refusal is JSON in the shape of the API, and a small page for a browser', async () => {
  const json = await visit({ ip: '10.0.0.1' })
  expect((json.body as ErrorBody).error).toMatchObject({ code: 'ip_not_allowed' })
  const page = await visit({ ip: '10.0.0.1', headers: { Accept: 'text/html,*/*;q=0.8' } })
  expect(page.type).toBe('text/html')
  expect(page.text).toContain('POSTSEAL_SINK_ALLOWED_CIDRS')
})

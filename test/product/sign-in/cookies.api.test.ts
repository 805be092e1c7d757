import knex, { type Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUuid } from '../../../server/platform/db/ids.js'
import { makeLink } from '../../../server/product/sign-in/links.js'
import { call } from '../../support/api/api.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { signIn } from '../../support/workspace/sessions.js'
import { addUser, tokensIn, useToken } from '../../support/sign-in/sign-in.js'
import { firstTenant } from '../../support/workspace/tenant.js'

/** Tests what a cookie may do, and that no page of somebody else can use it. */

const publicUrl = 'https://mail.shop.example'
let service: TestService
let unprotected: TestService
let db: Knex
beforeAll(async () => {
  const env = { POSTSEAL_ROLES: 'api', POSTSEAL_PUBLIC_URL: publicUrl }
  service = await startTestService({ env })
  const plain = { ...env, POSTSEAL_PUBLIC_URL: 'http://mail.shop.example' }
  unprotected = await startTestService({ env: plain, beside: service })
  db = knex({ client: 'pg', connection: service.config.databaseUrl ?? '', pool: { min: 0, max: 1 } })
})
afterAll(async () => {
  await db.destroy()
  await unprotected.stop()
  await service.stop()
})

const ofConsole = { 'Postseal-Console': '1', 'Sec-Fetch-Site': 'same-origin' }

async function signedIn() {
  const session = await signIn(service, firstTenant(service).workspaceId, 'owner')
  return { ...session, cookie: `__Host-postseal=${session.token}` }
}

/** The token of a new link of a new user. */
async function newToken() {
  const user = await addUser(service, firstTenant(service).workspaceId)
  const link = await makeLink(db, user, { publicUrl, expiresAt: new Date(Date.now() + 86_400_000) })
  return { ...user, token: tokensIn(link)[0] ?? '' }
}

const projects = async () => (await service.sql.query('select id from projects')).rows.length

describe('a cookie', () => {
  test('does what its session may, as a token does', async () => {
    const { cookie } = await signedIn()
    const headers = { ...ofConsole, Cookie: cookie, 'Idempotency-Key': newUuid() }
    const body = { name: 'By cookie' }
    const made = await call(service.url, 'POST', '/v1/projects', { headers, body })
    expect(made.status).toBe(201)
    const again = await call(service.url, 'POST', '/v1/projects', { headers, body })
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  const foreign: readonly [string, Record<string, string>][] = [
    ['a form of another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    [
      'a script of another site',
      { ...ofConsole, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
    ],
    [
      'a host beside this one',
      { ...ofConsole, 'Sec-Fetch-Site': 'same-site', Origin: 'https://shop.shop.example' },
    ],
    ['a page without the header', { 'Sec-Fetch-Site': 'same-origin', Origin: publicUrl }],
    ['another origin', { 'Postseal-Console': '1', Origin: 'https://evil.example' }],
    ['the origin in http', { 'Postseal-Console': '1', Origin: 'http://mail.shop.example' }],
  ]

  test.each(foreign)('sent by %s is refused, and nothing is changed', async (_name, headers) => {
    const { cookie, sessionId } = await signedIn()
    const before = await projects()
    for (const [method, path, body] of [
      ['POST', '/v1/projects', { name: 'Evil' }],
      ['GET', '/v1/projects', undefined],
      ['DELETE', '/v1/sessions/current', undefined],
    ] as const) {
      const sent = { ...headers, Cookie: cookie, 'Idempotency-Key': newUuid() }
      const reply = await call(service.url, method, path, { headers: sent, body })
      expect(reply.status).toBe(401)
      expect(reply.body.error.code).toBe('missing_credentials')
      expect(reply.headers['access-control-allow-origin']).toBeUndefined()
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
    expect(await projects()).toBe(before)
    const { rows } = await service.sql.query('select revoked_at from sessions where id = $1', [sessionId])
    expect(rows).toEqual([{ revoked_at: null }])
  })

  test('that comes twice is refused', async () => {
    const { cookie } = await signedIn()
    const other = await signedIn()
    const headers = { ...ofConsole, Cookie: `${cookie}; ${other.cookie}` }
    const reply = await call(service.url, 'GET', '/v1/sessions/current', { headers })
    expect(reply.body.error.code).toBe('missing_credentials')
  })

  test('is left out of account where there is an Authorization', async () => {
    const one = await signedIn()
    const other = await signedIn()
    const both = await call(service.url, 'GET', '/v1/sessions/current', {
      key: other.token,
      headers: { ...ofConsole, Cookie: one.cookie },
    })
    expect(both.body.user.email).toBe(other.email)
    const wrong = await call(service.url, 'GET', '/v1/sessions/current', {
      headers: { ...ofConsole, Cookie: one.cookie, Authorization: 'Bearer nonsense' },
    })
    expect(wrong.body.error.code).toBe('invalid_credentials')
  })

  test('is refused over http beyond this machine, with a sentence that says why', async () => {
    const { token } = await signedIn()
    for (const name of ['__Host-postseal', 'postseal_80']) {
      const headers = { ...ofConsole, Cookie: `${name}=${token}` }
      const reply = await call(unprotected.url, 'GET', '/v1/sessions/current', { headers })
      expect(reply.status).toBe(401)
      expect(reply.body.error.message).toMatch(/^The console needs https: .*POSTSEAL_PUBLIC_URL/)
    }
    const bearer = await call(unprotected.url, 'GET', '/v1/sessions/current', { key: token })
    expect(bearer.status).toBe(200)
  })
})

describe('signing in', () => {
  test('as a page of somebody else is refused, and does not use the link', async () => {
    const { token } = await newToken()
    for (const site of ['cross-site', 'same-site', 'none']) {
      const reply = await useToken(service.url, token, { ...ofConsole, 'Sec-Fetch-Site': site })
      expect(reply.body.error.code).toBe('missing_credentials')
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
    expect((await useToken(service.url, token, ofConsole)).status).toBe(201)
  })

  test('by a form of another site gets no cookie', async () => {
    const { token } = await newToken()
    const reply = await call(service.url, 'POST', '/v1/sessions', {
      raw: `{"token":"${token}"}`,
      headers: { 'Content-Type': 'text/plain', 'Sec-Fetch-Site': 'cross-site' },
    })
    expect(reply.status).toBe(415)
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  test('over http beyond this machine sets no cookie, and does not use the link', async () => {
    const { token } = await newToken()
    const reply = await useToken(unprotected.url, token, ofConsole)
    expect(reply.status).toBe(401)
    expect(reply.body.error.message).toContain('needs https')
    expect((await useToken(unprotected.url, token)).body.token).toEqual(expect.any(String))
  })

  test('where the service has https sets a cookie that only https carries', async () => {
    const { token } = await newToken()
    const reply = await useToken(service.url, token, { 'Postseal-Console': '1', Origin: publicUrl })
    const [cookie] = reply.headers['set-cookie'] as unknown as string[]
    expect(cookie).toMatch(
      /^__Host-postseal=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    expect(reply.body.token).toBeNull()
  })
})

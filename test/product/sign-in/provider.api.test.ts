import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JWTPayload } from 'jose'
import { toTypeId } from '../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../support/api.js'
import { entriesFor } from '../../support/audit.js'
import { startDns, type TestDns } from '../../support/dns.js'
import {
  clientId,
  clientSecret,
  startLyingProvider,
  type LyingProvider,
} from '../../support/openid-provider.js'
import { register } from '../../support/passkeys.js'
import { startTestService, type TestService } from '../../support/service.js'
import { addUser, requestLink, signInMailsTo, tokensIn, useToken } from '../../support/sign-in.js'
import { addTenant, type Tenant } from '../../support/tenant.js'
import { until } from '../../support/until.js'

/** Signing in by an OpenID provider, and every way in which it can be attacked. */

let dns: TestDns
let service: TestService
let provider: LyingProvider
let tenant: Tenant
let owner: string
let domain: string

beforeAll(async () => {
  dns = await startDns()
  provider = await startLyingProvider()
  service = await startTestService({
    env: {
      POSTSEAL_DNS_SERVERS: dns.server,
      POSTSEAL_ALLOWED_PROVIDER_CIDRS: '127.0.0.0/8',
    },
    delivery: { pollMs: 50 },
    rateLimits: { signIns: 100_000 },
  })
})
afterAll(async () => {
  await service.stop()
  await provider.close()
  await dns.close()
})

beforeEach(async () => {
  provider.lies = {}
  tenant = await addTenant(service)
  owner = await tenant.session('owner')
  domain = `d${Math.random().toString(36).slice(2, 10)}.example`
})

const ask = (method: string, path: string, body?: object, key: string | undefined = owner) =>
  call(service.url, method, path, { ...(key !== '' && { key }), ...(body && { body }) })

const settings = () => ({
  issuer: provider.issuer,
  client_id: clientId,
  client_secret: clientSecret,
  domains: [domain],
})

function publishRecord(of: Tenant = tenant): void {
  dns.zone[`_postseal-sign-in.${domain}`] = {
    TXT: [`postseal-workspace=${toTypeId('ws', of.workspaceId)}`],
  }
}

/** Sets the provider, with the domain proven. */
async function configured(more: object = {}): Promise<void> {
  publishRecord()
  const reply = await ask('PUT', '/v1/identity-provider', { ...settings(), ...more })
  expect(reply.status).toBe(201)
  expect(reply.body.domains).toMatchObject([{ domain, status: 'verified' }])
}

const begin = (email = `ada@${domain}`) => ask('POST', '/v1/sign-in-authorizations', { email }, '')

interface Begun {
  readonly authorization_url: string
  readonly browser_key: string
}

async function begun(): Promise<Begun> {
  const reply = await begin()
  expect(reply.status).toBe(201)
  return reply.body as Begun
}

const complete = (browserKey: string, query: URLSearchParams | string, headers = {}): Promise<ApiReply> =>
  call(service.url, 'POST', '/v1/provider-sessions', {
    body: { browser_key: browserKey, query: String(query) },
    headers,
  })

const ada = (): JWTPayload => ({
  sub: 'ada',
  email: `ada@${domain}`,
  email_verified: true,
  name: 'Ada\tLovelace',
})

/** The whole way, with these claims. */
async function signIn(claims: JWTPayload = ada()): Promise<ApiReply> {
  const { authorization_url: url, browser_key: key } = await begun()
  return complete(key, provider.answer(url, claims))
}

/** Expects a refusal, and no session and no user more. */
async function refused(reply: ApiReply, status: number, code: string, message?: RegExp): Promise<void> {
  expect([reply.status, reply.body.error.code]).toEqual([status, code])
  if (message !== undefined) expect(reply.body.error.message).toMatch(message)
  const { rows } = await service.sql.query('select from sessions where workspace_id = $1', [
    tenant.workspaceId,
  ])
  expect(rows).toHaveLength(1)
  const users = await service.sql.query('select from users where workspace_id = $1', [tenant.workspaceId])
  expect(users.rows).toHaveLength(1)
}

describe('setting a provider', () => {
  test('shows what to publish and to register, and no secret', async () => {
    expect((await ask('GET', '/v1/identity-provider')).status).toBe(404)
    const reply = await ask('PUT', '/v1/identity-provider', {
      ...settings(),
      domains: [domain.toUpperCase(), domain],
    })
    expect(reply.status).toBe(201)
    const publicUrl = service.credentials.base_url
    expect(reply.body).toMatchObject({
      has_client_secret: true,
      redirect_uri: `${publicUrl}/console/sign-in/callback`,
      domains: [
        {
          domain,
          status: 'pending',
          problem: `_postseal-sign-in.${domain} has no TXT record.`,
          record: {
            type: 'TXT',
            name: `_postseal-sign-in.${domain}`,
            value: `postseal-workspace=${toTypeId('ws', tenant.workspaceId)}`,
          },
        },
      ],
      default_role: 'member',
    })
    expect(reply.text).not.toContain('a secret')
    const { rows } = await service.sql.query(
      'select client_secret from identity_providers where workspace_id = $1',
      [tenant.workspaceId],
    )
    expect((rows[0] as { client_secret: Buffer }).client_secret.toString('latin1')).not.toContain('a secret')

    publishRecord()
    const checked = await ask('POST', '/v1/identity-provider/check')
    expect(checked.body.domains).toMatchObject([{ status: 'verified', problem: null }])
    delete dns.zone[`_postseal-sign-in.${domain}`]
    expect((await ask('POST', '/v1/identity-provider/check')).body.domains).toMatchObject([
      { status: 'failing' },
    ])
    expect((await begin()).status).toBe(404)
  })

  test('keeps the secret as long as it is for the same client', async () => {
    await configured()
    const { client_secret: _given, ...without } = settings()
    const kept = await ask('PUT', '/v1/identity-provider', without)
    expect([kept.status, kept.body.has_client_secret]).toEqual([200, true])
    const other = await ask('PUT', '/v1/identity-provider', { ...without, client_id: 'another' })
    expect(other.body.has_client_secret).toBe(false)
  })

  test.each<[string, object, string]>([
    ['an address where nobody answers', { issuer: 'http://127.0.0.1:9' }, '/body/issuer'],
    ['an address that is not public', { issuer: 'https://10.0.0.1/' }, '/body/issuer'],
    ['an address of the machine by another number', { issuer: 'http://0x7f.1:80' }, '/body/issuer'],
    ['plain http elsewhere', { issuer: 'http://192.0.2.1/' }, '/body/issuer'],
    ['metadata of clouds', { issuer: 'http://169.254.169.254' }, '/body/issuer'],
    ['a domain that is none', { domains: ['localhost'] }, '/body/domains/0'],
    ['a domain with a path', { domains: ['shop.example/x'] }, '/body/domains/0'],
    ['no role for anybody', { default_role: null }, '/body/default_role'],
  ])('refuses %s', async (_what, given, path) => {
    const reply = await ask('PUT', '/v1/identity-provider', { ...settings(), ...given })
    expect(reply.status).toBe(422)
    expect(reply.body.error.details[0].path).toBe(path)
  })

  test('refuses one that says that it is another, or that sends elsewhere', async () => {
    provider.lies = { configuration: { issuer: 'https://accounts.example' } }
    expect((await ask('PUT', '/v1/identity-provider', settings())).status).toBe(422)
    provider.lies = { configuration: { token_endpoint: null } }
    expect((await ask('PUT', '/v1/identity-provider', settings())).status).toBe(422)
    provider.lies = { redirect: 'http://127.0.0.1:1/' }
    expect((await ask('PUT', '/v1/identity-provider', settings())).status).toBe(422)
  })

  test('is an owner’s; an admin may look', async () => {
    const [admin, member] = [await tenant.session('admin'), await tenant.session('member')]
    await configured()
    expect((await ask('GET', '/v1/identity-provider', undefined, admin)).status).toBe(200)
    expect((await ask('GET', '/v1/identity-provider', undefined, member)).status).toBe(403)
    expect((await ask('PUT', '/v1/identity-provider', settings(), admin)).status).toBe(403)
    expect((await ask('DELETE', '/v1/identity-provider', undefined, admin)).status).toBe(403)
    expect((await ask('DELETE', '/v1/identity-provider')).status).toBe(204)
    expect((await begin()).status).toBe(404)
  })
})

describe('signing in', () => {
  test('makes a user, who is known by the account from then on', async () => {
    await configured()
    const { authorization_url: url } = await begun()
    const { searchParams } = new URL(url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: clientId,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      login_hint: `ada@${domain}`,
      redirect_uri: `${service.credentials.base_url}/console/sign-in/callback`,
    })
    const reply = await signIn()
    expect(reply.status).toBe(201)
    expect(reply.headers['cache-control']).toBe('no-store')
    const { session, token } = reply.body
    expect(session).toMatchObject({
      origin: 'provider',
      user: { email: `ada@${domain}`, name: 'Ada Lovelace', role: 'member' },
      workspace: { id: toTypeId('ws', tenant.workspaceId) },
    })
    expect((await ask('GET', '/v1/sessions/current', undefined, token)).status).toBe(200)
    // Another address of the same account: the same user, who keeps the address.
    const again = await signIn({ ...ada(), email: `countess@${domain}` })
    expect(again.body.session.user).toMatchObject({ id: session.user.id, email: `ada@${domain}` })
    const entry = await until(
      async () => (await entriesFor(service, tenant.workspaceId, 'createProviderSession'))[0],
      'the entry',
    )
    expect(entry).toMatchObject({ actor_kind: 'session', outcome: 'succeeded', resource_type: 'session' })
  })

  test('a page of the console gets a cookie', async () => {
    await configured()
    const { authorization_url: url, browser_key: key } = await begun()
    const headers = {
      'Postseal-Console': '1',
      'Sec-Fetch-Site': 'same-origin',
      Host: new URL(service.credentials.base_url).host,
    }
    const reply = await complete(key, provider.answer(url, ada()), headers)
    expect(reply.status).toBe(201)
    expect(reply.body.token).toBeNull()
    expect(String(reply.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/)
  })

  test('finds the user with the address that was added before', async () => {
    await configured({ create_users: false })
    await refused(await signIn(), 403, 'sign_in_not_allowed', /no user with the address/)
    const added = await ask('POST', '/v1/users', { email: `Ada@${domain}`, role: 'admin', send_link: false })
    expect((await signIn()).body.session.user).toMatchObject({ id: added.body.id, role: 'admin' })
  })

  test('takes the address from the user information where the token has none', async () => {
    await configured()
    provider.lies = { userinfo: { sub: 'ada', email: `ada@${domain}`, email_verified: true } }
    expect((await signIn({ sub: 'ada' })).status).toBe(201)
    provider.lies = { userinfo: { sub: 'eve', email: `eve@${domain}`, email_verified: true } }
    const reply = await signIn({ sub: 'mallory' })
    expect([reply.status, reply.body.error.code]).toEqual([401, 'invalid_authorization'])
  })

  test('the role follows the claim, but the last owner stays one', async () => {
    provider.lies = { userinfo: { sub: 'ada' } }
    const roles = { owner: ['bosses'], admin: ['admins'], member: ['staff'] }
    await configured({ role_claim: 'realm_access.roles', roles, default_role: null })
    const withRoles = (...values: string[]) => ({ ...ada(), realm_access: { roles: values } })
    await refused(await signIn(ada()), 403, 'sign_in_not_allowed', /no role/)
    await refused(await signIn(withRoles('others')), 403, 'sign_in_not_allowed', /no role/)
    const role = async (...values: string[]) => (await signIn(withRoles(...values))).body.session.user.role
    expect(await role('staff', 'admins')).toBe('admin')
    expect(await role('bosses')).toBe('owner')
    expect(await role('staff')).toBe('member')
    expect(await role('bosses')).toBe('owner')
    await service.sql.query(`delete from users where workspace_id = $1 and email <> $2`, [
      tenant.workspaceId,
      `ada@${domain}`,
    ])
    expect(await role('staff')).toBe('owner')
  })

  test('a claim that is called by a URL, and one that objects have', async () => {
    provider.lies = { userinfo: { sub: 'ada' } }
    await configured({
      role_claim: 'https://shop.example/roles',
      roles: { admin: ['a'] },
      default_role: null,
    })
    expect((await signIn({ ...ada(), 'https://shop.example/roles': 'a' })).body.session.user.role).toBe(
      'admin',
    )
    await ask('PUT', '/v1/identity-provider', {
      ...settings(),
      role_claim: 'constructor.name',
      roles: { owner: ['Object'] },
      default_role: 'member',
    })
    expect((await signIn()).body.session.user.role).toBe('member')
  })
})

describe('attacks', () => {
  beforeEach(() => configured())

  test('a state works once', async () => {
    const { authorization_url: url, browser_key: key } = await begun()
    const query = provider.answer(url, ada())
    expect((await complete(key, query)).status).toBe(201)
    const again = await complete(key, query)
    expect([again.status, again.body.error.code]).toEqual([401, 'invalid_authorization'])
  })

  test('of two at once one gets in', async () => {
    const { authorization_url: url, browser_key: key } = await begun()
    const query = provider.answer(url, ada())
    const replies = await Promise.all([complete(key, query), complete(key, query), complete(key, query)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 401, 401])
  })

  test('another browser than the one that began gets nothing, and spoils nothing (login CSRF)', async () => {
    const [victim, attacker] = [await begun(), await begun()]
    const query = provider.answer(attacker.authorization_url, ada())
    await refused(await complete(victim.browser_key, query), 401, 'invalid_authorization')
    expect((await complete(attacker.browser_key, query)).status).toBe(201)
  })

  test('a code of another sign-in is worth nothing (injection): the verifier does not fit', async () => {
    const [one, other] = [await begun(), await begun()]
    const stolen = provider.answer(other.authorization_url, ada()).get('code') ?? ''
    const query = provider.answer(one.authorization_url, ada())
    query.set('code', stolen)
    await refused(await complete(one.browser_key, query), 401, 'invalid_authorization')
  })

  test.each<[string, (query: URLSearchParams) => void]>([
    ['no state', (query) => query.delete('state')],
    ['two states', (query) => query.append('state', 'x'.repeat(43))],
    ['another state', (query) => query.set('state', 'x'.repeat(43))],
    ['an answer of another issuer (mix-up)', (query) => query.set('iss', 'https://evil.example')],
    ['no issuer, though the provider names it', (query) => query.delete('iss')],
    ['two issuers', (query) => query.append('iss', 'https://evil.example')],
    ['two codes', (query) => query.append('code', 'x')],
    ['a token in the query', (query) => query.append('id_token', 'x.y.z')],
    ['an error', (query) => (query.delete('code'), query.set('error', 'access_denied'))],
  ])('%s', async (_what, spoil) => {
    const { authorization_url: url, browser_key: key } = await begun()
    const query = provider.answer(url, ada())
    spoil(query)
    await refused(await complete(key, query), 401, 'invalid_authorization')
  })

  test.each<[string, LyingProvider['lies']]>([
    ['a nonce of another sign-in', { token: { nonce: 'another' } }],
    ['no nonce', { token: { nonce: undefined } }],
    ['a token of another issuer', { token: { iss: 'https://evil.example' } }],
    ['a token for another client', { token: { aud: 'another' } }],
    ['a token for several, and not issued to us', { token: { aud: [clientId, 'another'], azp: 'another' } }],
    ['a token that is over', { token: { exp: 1_700_000_000 } }],
    ['a token without an end', { token: { exp: undefined } }],
    ['a token of nobody', { token: { sub: undefined } }],
    ['a token of somebody who cannot be named', { token: { sub: 'a\u0000b' } }],
    ['a token of somebody with too long a name', { token: { sub: 'a'.repeat(256) } }],
    ['a token that somebody else has signed', { signature: 'forged' }],
    ['a token that nobody has signed', { signature: 'none' }],
    ['an endpoint that refuses', { tokenStatus: 400 }],
  ])('%s', async (_what, lies) => {
    const { authorization_url: url, browser_key: key } = await begun()
    provider.lies = lies
    await refused(await complete(key, provider.answer(url, ada())), 401, 'invalid_authorization')
  })

  test.each<[string, () => JWTPayload, RegExp]>([
    ['an address that is not verified', () => ({ ...ada(), email_verified: false }), /has not verified/],
    [
      'an address of which nothing is said',
      () => ({ sub: 'ada', email: `ada@${domain}` }),
      /has not verified/,
    ],
    ['verified, as a number', () => ({ ...ada(), email_verified: 1 }), /has not verified/],
    ['no address', () => ({ sub: 'ada' }), /no e-mail address/],
    [
      'two addresses in one',
      () => ({ ...ada(), email: `ada@${domain}, eve@evil.example` }),
      /no e-mail address/,
    ],
    ['an address elsewhere', () => ({ ...ada(), email: 'ada@elsewhere.example' }), /not a proven domain/],
    ['an address of a subdomain', () => ({ ...ada(), email: `ada@sub.${domain}` }), /not a proven domain/],
  ])('%s takes over nobody', async (_what, claims, message) => {
    provider.lies = { userinfo: { sub: 'ada' } }
    await refused(await signIn(claims()), 403, 'sign_in_not_allowed', message)
    const entry = await until(
      async () => (await entriesFor(service, tenant.workspaceId, 'createProviderSession'))[0],
      'the entry',
    )
    expect(entry).toMatchObject({ outcome: 'refused', status: 403, error_code: 'sign_in_not_allowed' })
  })

  test('an address that was given to another account does not bring its user with it', async () => {
    const first = await signIn()
    const reply = await signIn({ ...ada(), sub: 'another ada' })
    expect([reply.status, reply.body.error.code]).toEqual([403, 'sign_in_not_allowed'])
    expect(reply.body.error.message).toMatch(/another account/)
    await ask('DELETE', `/v1/users/${first.body.session.user.id}`)
    const anew = await signIn({ ...ada(), sub: 'another ada' })
    expect(anew.status).toBe(201)
    expect(anew.body.session.user.id).not.toBe(first.body.session.user.id)
  })

  test('an address without a word about it counts only where the owner says so', async () => {
    await ask('PUT', '/v1/identity-provider', { ...settings(), assume_email_verified: true })
    expect((await signIn({ sub: 'ada', email: `ada@${domain}` })).status).toBe(201)
    const reply = await signIn({ sub: 'eve', email: `eve@${domain}`, email_verified: false })
    expect(reply.status).toBe(403)
  })

  test('another provider than the one that began is not asked', async () => {
    const { authorization_url: url, browser_key: key } = await begun()
    await ask('PUT', '/v1/identity-provider', { ...settings(), client_id: 'another' })
    const before = provider.tokenRequests.length
    await refused(
      await complete(key, provider.answer(url, ada())),
      401,
      'invalid_authorization',
      /another identity provider/,
    )
    expect(provider.tokenRequests).toHaveLength(before)
  })

  test('one that does not answer is no reason to believe anything', async () => {
    const { authorization_url: url, browser_key: key } = await begun()
    provider.lies = { redirect: `${service.url}/` }
    const reply = await complete(key, provider.answer(url, ada()))
    expect([401, 503]).toContain(reply.status)
    expect((await begin()).status).toBe(503)
  })

  test('a domain is whose record stands in the DNS, and not who names it', async () => {
    const other = await addTenant(service)
    const session = await other.session('owner')
    const reply = await ask('PUT', '/v1/identity-provider', settings(), session)
    expect(reply.body.domains).toMatchObject([
      { status: 'pending', problem: expect.stringContaining('other TXT records') as string },
    ])
    expect((await signIn()).body.session.workspace.id).toBe(toTypeId('ws', tenant.workspaceId))
    const { rows } = await service.sql.query('select from users where workspace_id = $1 and email = $2', [
      other.workspaceId,
      `ada@${domain}`,
    ])
    expect(rows).toHaveLength(0)
  })

  test('too many who begin stop at a number', async () => {
    await service.sql.query(
      `insert into sign_in_authorizations (workspace_id, state_hash, browser_hash, issuer, client_id, expires_at)
       select $1, sha256(n::text::bytea), '\\x00', 'x', 'y', now() + interval '5 minutes' from generate_series(1, 10000) n`,
      [tenant.workspaceId],
    )
    expect((await begin()).status).toBe(503)
  })
})

describe('without mailed links', () => {
  const links = (allowed: boolean, key = owner) =>
    ask('PATCH', '/v1/workspace', { sign_in_links: allowed }, key)

  test('takes another way to sign in', async () => {
    expect((await links(false)).body.error.code).toBe('invalid_state')
    await ask('PUT', '/v1/identity-provider', settings())
    expect((await links(false)).status).toBe(409)
    publishRecord()
    await ask('POST', '/v1/identity-provider/check')
    expect((await links(false)).body).toMatchObject({ sign_in_links: false })
    expect((await ask('GET', '/v1/workspace')).body).toMatchObject({ sign_in_links: false })
    expect((await ask('DELETE', '/v1/identity-provider')).status).toBe(409)
    expect((await links(true)).body).toMatchObject({ sign_in_links: true })
    expect((await ask('DELETE', '/v1/identity-provider')).status).toBe(204)
  })

  test('a passkey of an owner is such a way; one of others is not', async () => {
    await register(service, await tenant.session('admin'))
    expect((await links(false)).status).toBe(409)
    await register(service, owner)
    expect((await links(false)).status).toBe(200)
  })

  test('no link is sent, and none that was sent works (downgrade)', async () => {
    await configured()
    const user = await addUser(service, tenant.workspaceId, 'member')
    await requestLink(service.url, user.email)
    const [mail] = await signInMailsTo(service.url, user.email)
    const [token = ''] = tokensIn(mail?.text ?? '')
    await links(false)
    expect((await useToken(service.url, token)).status).toBe(401)

    // The mail of a user elsewhere comes after it in the queue.
    await requestLink(service.url, user.email)
    const other = await addUser(service, (await addTenant(service)).workspaceId, 'member')
    await requestLink(service.url, other.email)
    await signInMailsTo(service.url, other.email)
    expect(await signInMailsTo(service.url, user.email)).toHaveLength(1)
    expect((await signIn()).status).toBe(201)
  })
})

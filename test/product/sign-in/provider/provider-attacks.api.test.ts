import { beforeEach, describe, expect, test } from 'vitest'
import type { JWTPayload } from 'jose'
import { toTypeId } from '../../../../server/platform/db/ids.js'
import { maxWaiting } from '../../../../server/product/sign-in/provider/authorizations.js'
import { entriesFor } from '../../../support/workspace/audit.js'
import { clientId, type LyingProvider } from '../../../support/sign-in/openid-provider.js'
import { useProvider } from '../../../support/sign-in/provider-workspace.js'
import { addTenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** Every way in which signing in by a provider can be attacked, with a provider that lies. */

const { at, ask, settings, configured, begin, begun, complete, ada, signIn, refused } = useProvider()

describe('attacks', () => {
  beforeEach(() => configured())

  test('a state works once', async () => {
    const { authorization_url: url, browser_key: key } = await begun()
    const query = at.provider.answer(url, ada())
    expect((await complete(key, query)).status).toBe(201)
    const again = await complete(key, query)
    expect([again.status, again.body.error.code]).toEqual([401, 'invalid_authorization'])
  })

  test('of two at once one gets in', async () => {
    const { authorization_url: url, browser_key: key } = await begun()
    const query = at.provider.answer(url, ada())
    const replies = await Promise.all([complete(key, query), complete(key, query), complete(key, query)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 401, 401])
  })

  test('another browser than the one that began gets nothing, and spoils nothing (login CSRF)', async () => {
    const [victim, attacker] = [await begun(), await begun()]
    const query = at.provider.answer(attacker.authorization_url, ada())
    await refused(await complete(victim.browser_key, query), 401, 'invalid_authorization')
    expect((await complete(attacker.browser_key, query)).status).toBe(201)
  })

  test('a code of another sign-in is worth nothing (injection): the verifier does not fit', async () => {
    const [one, other] = [await begun(), await begun()]
    const stolen = at.provider.answer(other.authorization_url, ada()).get('code') ?? ''
    const query = at.provider.answer(one.authorization_url, ada())
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
    const query = at.provider.answer(url, ada())
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
    at.provider.lies = lies
    await refused(await complete(key, at.provider.answer(url, ada())), 401, 'invalid_authorization')
  })

  test.each<[string, () => JWTPayload, RegExp]>([
    ['an address that is not verified', () => ({ ...ada(), email_verified: false }), /has not verified/],
    [
      'an address of which nothing is said',
      () => ({ sub: 'ada', email: `ada@${at.domain}` }),
      /has not verified/,
    ],
    ['verified, as a number', () => ({ ...ada(), email_verified: 1 }), /has not verified/],
    ['no address', () => ({ sub: 'ada' }), /did not return an e-mail address/],
    [
      'two addresses in one',
      () => ({ ...ada(), email: `ada@${at.domain}, eve@evil.example` }),
      /did not return an e-mail address/,
    ],
    ['an address elsewhere', () => ({ ...ada(), email: 'ada@elsewhere.example' }), /not a proven domain/],
    ['an address of a subdomain', () => ({ ...ada(), email: `ada@sub.${at.domain}` }), /not a proven domain/],
  ])('%s takes over nobody', async (_what, claims, message) => {
    at.provider.lies = { userinfo: { sub: 'ada' } }
    await refused(await signIn(claims()), 403, 'sign_in_not_allowed', message)
    const entry = await until(
      async () => (await entriesFor(at.service, at.tenant.workspaceId, 'createProviderSession'))[0],
      'the entry',
    )
    expect(entry).toMatchObject({ outcome: 'refused', status: 403, error_code: 'sign_in_not_allowed' })
  })

  // The role is in the user information alone, so both documents are read.
  test.each<[string, object, object, number]>([
    ['an address of one and the word of the other on another', {}, { email: 'eve@evil.example' }, 403],
    ['an address of one and a word of the other on none', {}, {}, 403],
    ['an address in one and only a word in the other', { email: undefined, email_verified: true }, {}, 403],
    ['the word of one on another than that of the other', { email_verified: false }, { email: 'ADA' }, 403],
    [
      'a word of one on none and the address of the other',
      { email: undefined, email_verified: true },
      { email: 'ADA', email_verified: false },
      403,
    ],
    ['the word of the other on the same address', {}, { email: 'ADA' }, 201],
    ['both of the other', { email: undefined }, { email: 'ADA' }, 201],
    ['both of one', { email_verified: true }, { email: 'eve@evil.example', email_verified: false }, 201],
  ])('of two documents: %s', async (_what, token, userinfo, status) => {
    await ask('PUT', '/v1/identity-provider', {
      ...settings(),
      role_claim: 'groups',
      roles: { member: ['staff'] },
      default_role: null,
    })
    const own = `ada@${at.domain}`
    const email =
      'email' in userinfo && userinfo.email === 'ADA'
        ? own.replace(at.domain, at.domain.toUpperCase())
        : undefined
    at.provider.lies = {
      userinfo: { sub: 'ada', groups: ['staff'], email_verified: true, ...userinfo, ...(email && { email }) },
    }
    const reply = await signIn({ sub: 'ada', email: own, ...token })
    expect([reply.status, reply.body.error?.code]).toEqual([
      status,
      status === 201 ? undefined : 'sign_in_not_allowed',
    ])
  })

  test('user information of somebody else is refused, and so is that of nobody', async () => {
    for (const userinfo of [
      { sub: 'eve', email: `ada@${at.domain}`, email_verified: true },
      { email: 'x' },
    ]) {
      at.provider.lies = { userinfo }
      await refused(await signIn({ sub: 'ada' }), 401, 'invalid_authorization')
    }
  })

  test('a role is as the token has it, whatever the user information has at its name', async () => {
    await ask('PUT', '/v1/identity-provider', {
      ...settings(),
      role_claim: 'access.roles',
      roles: { owner: ['boss'], member: ['staff'] },
      default_role: null,
    })
    const userinfo = { ...ada(), 'access.roles': ['boss'], access: { roles: ['boss'] } }
    at.provider.lies = { userinfo }
    const { email: _email, ...noAddress } = ada()
    const kept = await signIn({ ...noAddress, access: { roles: ['staff'] } })
    expect(kept.body.session.user.role).toBe('member')
    at.provider.lies = { userinfo: { ...userinfo, 'access.roles': undefined } }
    // The rest of a claim hides nothing of the other document.
    const given = await signIn({ ...ada(), access: { other: [] } })
    expect(given.body.session.user.role).toBe('owner')
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
    expect((await signIn({ sub: 'ada', email: `ada@${at.domain}` })).status).toBe(201)
    const reply = await signIn({ sub: 'eve', email: `eve@${at.domain}`, email_verified: false })
    expect(reply.status).toBe(403)
  })

  test('another provider than the one that began is not asked', async () => {
    const { authorization_url: url, browser_key: key } = await begun()
    await ask('PUT', '/v1/identity-provider', { ...settings(), client_id: 'another' })
    const before = at.provider.tokenRequests.length
    await refused(
      await complete(key, at.provider.answer(url, ada())),
      401,
      'invalid_authorization',
      /different identity provider/,
    )
    expect(at.provider.tokenRequests).toHaveLength(before)
  })

  test('one that does not answer is no reason to believe anything', async () => {
    const { authorization_url: url, browser_key: key } = await begun()
    at.provider.lies = { redirect: `${at.service.url}/` }
    const reply = await complete(key, at.provider.answer(url, ada()))
    expect([401, 503]).toContain(reply.status)
    expect((await begin()).status).toBe(503)
    at.provider.lies = { switchesProtocol: true }
    expect((await begin()).status).toBe(503)
  })

  test.each([
    ['authorization_endpoint', 'javascript:alert(1)'],
    ['authorization_endpoint', 'http://user:x@127.0.0.1/authorize'],
    ['authorization_endpoint', 'http://127.0.0.1/authorize#x'],
    ['token_endpoint', 'data:text/plain,x'],
    ['userinfo_endpoint', 'file:///etc/passwd'],
    ['userinfo_endpoint', 1],
    ['jwks_uri', '/jwks'],
    ['jwks_uri', ''],
  ])('no browser is sent to a script, and nothing is asked for what is none: %s %s', async (name, value) => {
    at.provider.lies = { configuration: { [name]: value } }
    expect((await begin()).status).toBe(503)
    const check = await ask('POST', '/v1/identity-provider/check')
    expect([check.status, check.body.error.code]).toEqual([409, 'invalid_state'])
    expect(check.body.error.message).toContain(name)
    expect((await ask('PUT', '/v1/identity-provider', settings())).status).toBe(422)
    at.provider.lies = {}
    expect((await ask('POST', '/v1/identity-provider/check')).status).toBe(200)
  })

  test('a domain is whose record stands in the DNS, and not who names it', async () => {
    const other = await addTenant(at.service)
    const session = await other.session('owner')
    const reply = await ask('PUT', '/v1/identity-provider', settings(), session)
    expect(reply.body.domains).toMatchObject([
      { status: 'pending', problem: expect.stringContaining('other TXT records') as string },
    ])
    expect((await signIn()).body.session.workspace.id).toBe(toTypeId('ws', at.tenant.workspaceId))
    const { rows } = await at.service.sql.query('select from users where workspace_id = $1 and email = $2', [
      other.workspaceId,
      `ada@${at.domain}`,
    ])
    expect(rows).toHaveLength(0)
  })

  test('strangers who begin sign-ins keep nobody out: the oldest goes first', async () => {
    const count = async () => {
      const { rows } = await at.service.sql.query<{ count: number }>(
        'select count(*)::integer as count from sign_in_authorizations where workspace_id = $1',
        [at.tenant.workspaceId],
      )
      return rows[0]?.count
    }
    const before = await begun()
    await at.service.sql.query(
      `insert into sign_in_authorizations (workspace_id, state_hash, browser_hash, issuer, client_id, expires_at)
       select $1, sha256(n::text::bytea), '\\x00', 'x', 'y', now() + interval '5 minutes' from generate_series(1, $2::integer) n`,
      [at.tenant.workspaceId, maxWaiting + 100],
    )
    const { authorization_url: url, browser_key: key } = await begun()
    expect(await count()).toBe(maxWaiting)
    for (const one of [
      { url, key },
      { url: before.authorization_url, key: before.browser_key },
    ])
      expect((await complete(one.key, at.provider.answer(one.url, ada()))).status).toBe(201)
  })
})

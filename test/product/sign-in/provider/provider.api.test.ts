import { describe, expect, test } from 'vitest'
import { toTypeId } from '../../../../server/platform/db/ids.js'
import { entriesFor } from '../../../support/workspace/audit.js'
import { clientId } from '../../../support/sign-in/openid-provider.js'
import { register } from '../../../support/sign-in/passkeys.js'
import { useProvider } from '../../../support/sign-in/provider-workspace.js'
import { addUser, requestLink, signInMailsTo, tokensIn, useToken } from '../../../support/sign-in/sign-in.js'
import { addTenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/** Signing in by an OpenID provider, and a workspace where it stands in place of mailed links. */

const { at, ask, settings, publishRecord, configured, begun, complete, ada, signIn, refused } = useProvider()

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
      login_hint: `ada@${at.domain}`,
      redirect_uri: `${at.service.credentials.base_url}/console/sign-in/callback`,
    })
    const reply = await signIn()
    expect(reply.status).toBe(201)
    expect(reply.headers['cache-control']).toBe('no-store')
    const { session, token } = reply.body
    expect(session).toMatchObject({
      origin: 'provider',
      user: { email: `ada@${at.domain}`, name: 'Ada Lovelace', role: 'member' },
      workspace: { id: toTypeId('ws', at.tenant.workspaceId) },
    })
    expect((await ask('GET', '/v1/sessions/current', undefined, token)).status).toBe(200)
    // Another address of the same account: the same user, who keeps the address.
    const again = await signIn({ ...ada(), email: `countess@${at.domain}` })
    expect(again.body.session.user).toMatchObject({ id: session.user.id, email: `ada@${at.domain}` })
    const entry = await until(
      async () => (await entriesFor(at.service, at.tenant.workspaceId, 'createProviderSession'))[0],
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
      Host: new URL(at.service.credentials.base_url).host,
    }
    const reply = await complete(key, at.provider.answer(url, ada()), headers)
    expect(reply.status).toBe(201)
    expect(reply.body.token).toBeNull()
    expect(String(reply.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/)
  })

  test('finds the user with the address that was added before', async () => {
    await configured({ create_users: false })
    await refused(await signIn(), 403, 'sign_in_not_allowed', /no user with the address/)
    const added = await ask('POST', '/v1/users', {
      email: `Ada@${at.domain}`,
      role: 'admin',
      send_link: false,
    })
    expect((await signIn()).body.session.user).toMatchObject({ id: added.body.id, role: 'admin' })
  })

  test('takes the address from the user information where the token has none', async () => {
    await configured()
    at.provider.lies = { userinfo: { sub: 'ada', email: `ada@${at.domain}`, email_verified: true } }
    expect((await signIn({ sub: 'ada' })).status).toBe(201)
    at.provider.lies = { userinfo: { sub: 'eve', email: `eve@${at.domain}`, email_verified: true } }
    const reply = await signIn({ sub: 'mallory' })
    expect([reply.status, reply.body.error.code]).toEqual([401, 'invalid_authorization'])
  })

  test('the role follows the claim, but the last owner stays one', async () => {
    at.provider.lies = { userinfo: { sub: 'ada' } }
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
    await at.service.sql.query(`delete from users where workspace_id = $1 and email <> $2`, [
      at.tenant.workspaceId,
      `ada@${at.domain}`,
    ])
    expect(await role('staff')).toBe('owner')
  })

  test('a claim that is called by a URL, and one that objects have', async () => {
    at.provider.lies = { userinfo: { sub: 'ada' } }
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

describe('without mailed links', () => {
  const links = (allowed: boolean, key = at.owner) =>
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
    const elsewhere = { ...settings(), domains: ['elsewhere.example'] }
    const locked = await ask('PUT', '/v1/identity-provider', elsewhere)
    expect([locked.status, locked.body.error.code]).toEqual([409, 'invalid_state'])
    expect((await ask('GET', '/v1/identity-provider')).body.domains).toMatchObject([{ domain: at.domain }])
    expect((await ask('PUT', '/v1/identity-provider', settings())).status).toBe(200)
    expect((await links(true)).body).toMatchObject({ sign_in_links: true })
    expect((await ask('DELETE', '/v1/identity-provider')).status).toBe(204)
  })

  test('a passkey of an owner is such a way, which stays; one of others is not', async () => {
    await register(at.service, await at.tenant.session('admin'))
    expect((await links(false)).status).toBe(409)
    await register(at.service, at.owner)
    expect((await links(false)).status).toBe(200)
    const [passkey] = (await ask('GET', '/v1/passkeys')).body.data as { id: string }[]
    const last = await ask('DELETE', `/v1/passkeys/${passkey?.id}`)
    expect([last.status, last.body.error.code]).toEqual([409, 'invalid_state'])
    await links(true)
    expect((await ask('DELETE', `/v1/passkeys/${passkey?.id}`)).status).toBe(204)
  })

  test('no link is sent, and none that was sent works (downgrade)', async () => {
    await configured()
    const user = await addUser(at.service, at.tenant.workspaceId, 'member')
    await requestLink(at.service.url, user.email)
    const [mail] = await signInMailsTo(at.service.url, user.email)
    const [token = ''] = tokensIn(mail?.text ?? '')
    await links(false)
    expect((await useToken(at.service.url, token)).status).toBe(401)

    // The mail of a user elsewhere comes after it in the queue.
    await requestLink(at.service.url, user.email)
    const other = await addUser(at.service, (await addTenant(at.service)).workspaceId, 'member')
    await requestLink(at.service.url, other.email)
    await signInMailsTo(at.service.url, other.email)
    expect(await signInMailsTo(at.service.url, user.email)).toHaveLength(1)
    expect((await signIn()).status).toBe(201)
  })
})

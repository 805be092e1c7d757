import { randomBytes, randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, toTypeId } from '../../../../server/platform/db/ids.js'
import { loadServiceKey } from '../../../../server/platform/auth/service-key.js'
import { call, type ApiReply } from '../../../support/api/api.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

let service: TestService
let tenant: Tenant

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
})

function withHeader(authorization: string): Promise<ApiReply> {
  return call(service.url, 'GET', '/v1/messages', { headers: { Authorization: authorization } })
}

function refusal(reply: ApiReply): { status: number; code: string } {
  return { status: reply.status, code: reply.body.error?.code as string }
}

const invalid = { status: 401, code: 'invalid_credentials' }

describe('a key', () => {
  test('that is revoked is refused at once, also where it has just been used', async () => {
    const owner = await tenant.session('owner')
    const body = { kind: 'project', name: 'x', project_id: tenant.liveProject, scopes: ['reports:read'] }
    const created = await call(service.url, 'POST', '/v1/api-keys', { key: owner, body })
    const { secret, api_key } = created.body as { secret: string; api_key: { id: string } }
    expect((await withHeader(`Bearer ${secret}`)).status).toBe(200)

    const revoke = () => call(service.url, 'DELETE', `/v1/api-keys/${api_key.id}`, { key: owner })
    const newest = async () =>
      (await call(service.url, 'GET', '/v1/api-keys?limit=1', { key: owner })).body.data[0] as {
        last_used_at: string | null
      }
    expect((await revoke()).status).toBe(204)
    expect(refusal(await withHeader(`Bearer ${secret}`))).toEqual(invalid)
    const revoked = await until(async () => {
      const key = await newest()
      return key.last_used_at !== null && key
    }, 'its use to be written')
    const time = expect.any(String) as string
    expect(revoked).toEqual({ ...api_key, revoked_at: time, last_used_at: time })

    expect((await revoke()).status).toBe(204)
    expect(await newest()).toEqual(revoked)
  })

  test('that has expired says so', async () => {
    const key = await tenant.key({ restrictions: { expiresAt: new Date(Date.now() - 1000) } })
    const reply = await withHeader(`Bearer ${key}`)
    expect(refusal(reply)).toEqual({ status: 401, code: 'expired_credentials' })
    expect(reply.headers['www-authenticate']).toContain('error="invalid_token"')
  })

  test('that expires later works until then', async () => {
    const key = await tenant.key({ restrictions: { expiresAt: new Date(Date.now() + 86_400_000) } })
    expect((await withHeader(`Bearer ${key}`)).status).toBe(200)
  })
})

describe('a session', () => {
  const asOwner = (token: string) => call(service.url, 'GET', '/v1/projects', { key: token })

  interface Claims {
    iss?: string
    aud?: string
    sub?: string
    ws?: string
    exp?: number
  }
  const claimsOf = async (changes: Claims = {}): Promise<Record<string, unknown>> => ({
    ...(JSON.parse(
      Buffer.from((await tenant.session('owner')).split('.')[1] ?? '', 'base64url').toString(),
    ) as object),
    ...changes,
  })
  const sign = (claims: Record<string, unknown>, secret: Uint8Array, alg = 'HS256') =>
    new SignJWT(claims).setProtectedHeader({ alg }).sign(secret)
  const ownSecret = () => loadServiceKey(service.config).derive('session')

  test('works while it lasts', async () => {
    expect((await asOwner(await sign(await claimsOf(), ownSecret()))).status).toBe(200)
  })

  test('that has run out says so', async () => {
    const reply = await asOwner(await tenant.session('owner', -10))
    expect(refusal(reply)).toEqual({ status: 401, code: 'expired_credentials' })
    expect(reply.headers['www-authenticate']).toContain('error="invalid_token"')
  })

  const forgeries: [string, () => Promise<string>][] = [
    ['another secret', async () => sign(await claimsOf(), randomBytes(32))],
    ['no signature', async () => new UnsecuredJWT(await claimsOf()).encode()],
    ['another algorithm', async () => sign(await claimsOf(), randomBytes(64), 'HS512')],
    ['its own secret and another algorithm', async () => sign(await claimsOf(), ownSecret(), 'HS512')],
    ['another issuer', async () => sign(await claimsOf({ iss: 'someone' }), ownSecret())],
    ['another audience', async () => sign(await claimsOf({ aud: 'something' }), ownSecret())],
    ['a user that does not exist', async () => sign(await claimsOf({ sub: newId('usr') }), ownSecret())],
    [
      'a workspace that is not the user’s',
      async () => sign(await claimsOf({ ws: newId('ws') }), ownSecret()),
    ],
    ['a user that is no id', async () => sign(await claimsOf({ sub: 'root' }), ownSecret())],
    ['no workspace', async () => sign(await claimsOf({ ws: undefined as unknown as string }), ownSecret())],
    ['no end', async () => sign(await claimsOf({ exp: undefined as unknown as number }), ownSecret())],
    ['a changed payload', async () => tampered(await tenant.session('member'))],
    ['a cut signature', async () => (await tenant.session('owner')).slice(0, -4)],
  ]
  test.each(forgeries)('with %s is refused', async (_name, make) => {
    const reply = await asOwner(await make())
    expect(refusal(reply), reply.text).toEqual(invalid)
    expect(reply.headers['www-authenticate']).toContain('error="invalid_token"')
  })

  test('of a user who was removed is refused', async () => {
    const token = await tenant.session('owner')
    await service.sql.query('delete from users where id = $1', [userOf(token)])
    expect(refusal(await asOwner(token))).toEqual(invalid)
  })

  test('has the role of its user now, not of when it was made', async () => {
    const token = await tenant.session('owner')
    await service.sql.query("update users set role = 'member' where id = $1", [userOf(token)])
    const body = { name: 'x' }
    const headers = { 'Idempotency-Key': randomUUID() }
    const reply = await call(service.url, 'POST', '/v1/projects', { key: token, body, headers })
    expect(refusal(reply)).toEqual({ status: 403, code: 'insufficient_scope' })
  })

  function tampered(token: string): string {
    const [head, payload = '', signature] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims
    const longer = { ...claims, exp: (claims.exp ?? 0) + 3600 }
    return [head, Buffer.from(JSON.stringify(longer)).toString('base64url'), signature].join('.')
  }
})

function newId(prefix: 'usr' | 'ws'): string {
  return toTypeId(prefix, randomUUID())
}

/** The inside form of the user in a token. */
function userOf(token: string): string {
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    sub: string
  }
  return fromTypeId('usr', sub)
}

import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { call, type ApiReply } from '../../../support/api/api.js'
import { createKey, workspaceKeyFields, type KeyFields } from '../../../support/workspace/api-keys.js'
import { messageFor } from '../../../support/messages/messages.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Keys that are read, renamed and narrowed. `narrow-key.unit.test.ts` has the rules of what is narrower. */

let service: TestService
let tenant: Tenant
let owner: string
let admin: string

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  owner = await tenant.session('owner')
  admin = await tenant.session('admin')
})

interface Issued {
  readonly id: string
  readonly secret: string
  readonly shown: object
}

async function issue(fields: KeyFields = {}): Promise<Issued> {
  const { body, text } = await createKey(service.url, tenant, owner, { fields })
  if (body.api_key === undefined) throw new Error(text)
  return { id: body.api_key.id as string, secret: body.secret as string, shown: body.api_key as object }
}

const get = (key: string, id: string) => call(service.url, 'GET', `/v1/api-keys/${id}`, { key })
const update = (key: string, id: string, body: object, headers = {}) =>
  call(service.url, 'PATCH', `/v1/api-keys/${id}`, { key, body, headers })
const codeOf = ({ status, body }: ApiReply) => [status, body?.error?.code]
const notFound = [404, 'not_found']
const forbidden = [403, 'insufficient_scope']

describe('a key', () => {
  test('is read without its secret', async () => {
    const { id, secret, shown } = await issue()
    const reply = await get(admin, id)
    expect(reply.body).toEqual(shown)
    expect(reply.text).not.toContain(secret)
  })

  test('is renamed, and stays as it is otherwise', async () => {
    const { id, shown } = await issue({ restrictions: { ip_cidrs: ['127.0.0.0/8'] } })
    const renamed = await update(admin, id, { name: 'Shop\u202e  backend' })
    expect(renamed.body).toEqual({ ...shown, name: 'Shop backend' })
    expect((await get(admin, id)).body).toEqual(renamed.body)
  })

  test('does less from the next request on', async () => {
    const { id, secret } = await issue({ scopes: ['messages:send', 'reports:read'] })
    const sends = (from_email: string) =>
      call(service.url, 'POST', '/v1/messages', {
        key: secret,
        body: messageFor(tenant.liveProject, { from_email }),
      })
    const reads = () => call(service.url, 'GET', '/v1/messages', { key: secret })
    expect([(await sends('a@other.example')).status, (await reads()).status]).toEqual([202, 200])
    await update(admin, id, { restrictions: { sender_domains: ['shop.example'] } })
    expect(codeOf(await sends('a@other.example'))).toEqual([403, 'sender_not_allowed'])
    expect((await sends('a@shop.example')).status).toBe(202)
    await update(admin, id, { scopes: ['reports:read'] })
    expect(codeOf(await sends('a@shop.example'))).toEqual(forbidden)
    await update(admin, id, { restrictions: { ip_cidrs: ['192.0.2.1'] } })
    expect(codeOf(await reads())).toEqual([403, 'ip_not_allowed'])
    expect((await get(admin, id)).body).toMatchObject({
      scopes: ['reports:read'],
      restrictions: {
        sender_domains: ['shop.example'],
        ip_cidrs: ['192.0.2.1'],
        environment: null,
        expires_at: null,
      },
    })
  })

  test('is not widened, not even in part', async () => {
    const { id, shown } = await issue({ restrictions: { sender_domains: ['shop.example'] } })
    const refused = await update(admin, id, {
      name: 'x',
      scopes: ['reports:read', 'messages:send'],
      restrictions: { sender_domains: [] },
    })
    expect(codeOf(refused)).toEqual([422, 'validation_failed'])
    expect(refused.body.error.details).toMatchObject([
      { path: '/body/scopes/1', code: 'wider' },
      { path: '/body/restrictions/sender_domains', code: 'wider' },
    ])
    expect((await get(admin, id)).body).toEqual(shown)
  })

  test('is changed once under an idempotency key, and two changes at once both hold', async () => {
    const { id } = await issue({ scopes: ['messages:send', 'reports:read', 'contacts:*'] })
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await update(admin, id, { name: 'One' }, headers)
    await update(admin, id, { name: 'Two' })
    const again = await update(admin, id, { name: 'One' }, headers)
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body])
    await Promise.all([
      update(admin, id, { restrictions: { ip_cidrs: ['192.0.2.0/24'] } }),
      update(admin, id, { restrictions: { sender_domains: ['shop.example'] } }),
      update(admin, id, { scopes: ['contacts:*'] }),
    ])
    expect((await get(admin, id)).body).toMatchObject({
      name: 'Two',
      scopes: ['contacts:*'],
      restrictions: { ip_cidrs: ['192.0.2.0/24'], sender_domains: ['shop.example'] },
    })
  })

  test('that is revoked is read, and not changed', async () => {
    const { id } = await issue()
    await call(service.url, 'DELETE', `/v1/api-keys/${id}`, { key: admin })
    expect((await get(admin, id)).body.revoked_at).not.toBeNull()
    expect(codeOf(await update(admin, id, { name: 'x' }))).toEqual([409, 'invalid_state'])
  })
})

describe('who may', () => {
  test('a workspace key is changed by an owner, read by an admin, and not seen by a key', async () => {
    const { id } = await issue(workspaceKeyFields(['reports:read']))
    expect(codeOf(await update(admin, id, { name: 'x' }))).toEqual(forbidden)
    expect((await get(admin, id)).status).toBe(200)
    const key = await tenant.key()
    expect(codeOf(await get(key, id))).toEqual(notFound)
    expect(codeOf(await update(key, id, { name: 'x' }))).toEqual(notFound)
    const narrowed = await update(owner, id, { restrictions: { environment: 'test' } })
    expect(narrowed.body.restrictions.environment).toBe('test')
  })

  test('a workspace key changes project keys of its environment with scopes that it has', async () => {
    const { id } = await issue({ scopes: ['messages:send', 'reports:read'] })
    const held = await tenant.key({ restrictions: { environment: 'test' } })
    expect(codeOf(await get(held, id))).toEqual(notFound)
    expect(codeOf(await update(held, id, { name: 'x' }))).toEqual(notFound)
    const reader = await tenant.key({ scopes: ['reports:read', 'contacts:*'] })
    expect((await get(reader, id)).status).toBe(200)
    const refused = await update(reader, id, { scopes: ['reports:read'] })
    expect(codeOf(refused)).toEqual(forbidden)
    expect(refused.body.error.message).toContain('messages:send')
    expect((await update(await tenant.key(), id, { scopes: ['reports:read'] })).status).toBe(200)
    expect((await update(reader, id, { name: 'x' })).status).toBe(200)
  })

  test('nobody of another workspace', async () => {
    const { id } = await issue()
    const other = await addTenant(service)
    for (const key of [await other.session('owner'), await other.key()]) {
      expect(codeOf(await get(key, id))).toEqual(notFound)
      expect(codeOf(await update(key, id, { name: 'x' }))).toEqual(notFound)
    }
  })
})

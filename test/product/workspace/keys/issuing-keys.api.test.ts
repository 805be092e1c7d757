import type { KeyRestrictions } from '../../../../server/platform/auth/principal.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { createKey, workspaceKeyFields, type KeyFields } from '../../../support/workspace/api-keys.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Scope, type Tenant } from '../../../support/workspace/tenant.js'

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

const create = (as: string, fields: KeyFields, headers = {}) =>
  createKey(service.url, tenant, as, { fields, headers })

describe('issued by', () => {
  test('an owner: workspace keys, with suppressions:* where privileged', async () => {
    const reply = await create(owner, {
      ...workspaceKeyFields(['suppressions:*', 'domains:*']),
      privileged: true,
    })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.api_key).toMatchObject({
      kind: 'workspace',
      project_id: null,
      scopes: ['suppressions:*', 'domains:*'],
    })
  })

  test('an admin: project keys only', async () => {
    expect((await create(admin, {})).status).toBe(201)
    const reply = await create(admin, workspaceKeyFields(['reports:read']))
    expect([reply.status, reply.body.error.code]).toEqual([403, 'insufficient_scope'])
  })

  test('a workspace key: never workspace keys', async () => {
    const reply = await create(await tenant.key(), workspaceKeyFields(['reports:read']))
    expect([reply.status, reply.body.error.code]).toEqual([403, 'wrong_credential_kind'])
  })

  test('anybody: not for a project of another workspace', async () => {
    const other = await addTenant(service)
    const reply = await create(owner, { project_id: other.liveProject })
    expect(reply.body.error.details).toMatchObject([{ path: '/body/project_id', code: 'unknown' }])
  })

  test('a session: with the restrictions that were asked for, normalised', async () => {
    const expires_at = new Date(Date.now() + 86_400_000)
    const { body } = await create(owner, {
      ...workspaceKeyFields(['reports:read', 'reports:read']),
      restrictions: {
        environment: 'test',
        ip_cidrs: ['192.0.2.0/24', '2001:db8::1'],
        sender_domains: ['Shop.Example'],
        expires_at: expires_at.toISOString().replace('Z', '+00:00'),
      },
    })
    expect(body.api_key.scopes).toEqual(['reports:read'])
    expect(body.api_key.restrictions).toEqual({
      environment: 'test',
      ip_cidrs: ['192.0.2.0/24', '2001:db8::1'],
      sender_domains: ['shop.example'],
      expires_at: expires_at.toISOString(),
    })
  })
})

describe('issued by a restricted workspace key', () => {
  const soon = new Date(Date.now() + 86_400_000)
  const at = (ms: number) => new Date(soon.getTime() + ms).toISOString()
  const issue = async (own: Partial<KeyRestrictions>, fields: KeyFields, scopes?: Scope[]) =>
    create(await tenant.key({ restrictions: own, ...(scopes && { scopes }) }), fields)

  test('what the request leaves open is inherited', async () => {
    const own = { ipCidrs: ['127.0.0.0/8'], senderDomains: ['shop.example'], expiresAt: soon }
    for (const restrictions of [undefined, {}, { ip_cidrs: [], sender_domains: [], expires_at: null }]) {
      const { body, text } = await issue(own, { restrictions })
      expect(body.api_key?.restrictions, text).toEqual({
        environment: null,
        ip_cidrs: ['127.0.0.0/8'],
        sender_domains: ['shop.example'],
        expires_at: soon.toISOString(),
      })
    }
  })

  const local = ['127.0.0.0/8', '2001:db8::/32']
  test.each<[string, Partial<KeyRestrictions>, KeyFields, string?]>([
    ['the same range', { ipCidrs: local }, { ip_cidrs: ['127.0.0.0/8'] }],
    ['a range within', { ipCidrs: local }, { ip_cidrs: ['127.1.0.0/16', '127.0.0.1', '2001:db8:1::/48'] }],
    ['a wider range', { ipCidrs: local }, { ip_cidrs: ['127.0.0.0/7'] }, 'ip_not_allowed'],
    ['every address', { ipCidrs: local }, { ip_cidrs: ['0.0.0.0/0'] }, 'ip_not_allowed'],
    ['a range beside', { ipCidrs: local }, { ip_cidrs: ['127.0.0.1', '10.0.0.1'] }, 'ip_not_allowed'],
    ['a wider IPv6 range', { ipCidrs: local }, { ip_cidrs: ['2001:db8::/31'] }, 'ip_not_allowed'],
    ['IPv6 for IPv4', { ipCidrs: ['127.0.0.0/8'] }, { ip_cidrs: ['::1'] }, 'ip_not_allowed'],
    ['a domain of its own', { senderDomains: ['a.example', 'b.example'] }, { sender_domains: ['B.example'] }],
    [
      'another domain',
      { senderDomains: ['a.example'] },
      { sender_domains: ['a.example', 'c.example'] },
      'sender_not_allowed',
    ],
    [
      'a subdomain',
      { senderDomains: ['a.example'] },
      { sender_domains: ['x.a.example'] },
      'sender_not_allowed',
    ],
    ['the same end', { expiresAt: soon }, { expires_at: at(0) }],
    ['an earlier end', { expiresAt: soon }, { expires_at: at(-1) }],
    ['a later end', { expiresAt: soon }, { expires_at: at(1) }, 'insufficient_scope'],
  ])('%s', async (_name, own, restrictions, refused) => {
    const reply = await issue(own, { restrictions })
    if (refused === undefined) expect(reply.status, reply.text).toBe(201)
    else expect([reply.status, reply.body.error?.code]).toEqual([403, refused])
  })

  test('scopes are among its own', async () => {
    expect((await issue({}, { scopes: ['contacts:*'] }, ['contacts:*'])).status).toBe(201)
    const reply = await issue({}, { scopes: ['contacts:*', 'messages:send'] }, ['contacts:*'])
    expect([reply.status, reply.body.error.code]).toEqual([403, 'insufficient_scope'])
    expect(reply.body.error.message).toContain('messages:send')
  })

  test('projects are of its environment', async () => {
    const own = { environment: 'test' as const }
    const reply = await issue(own, { project_id: tenant.liveProject })
    expect([reply.status, reply.body.error.code]).toEqual([403, 'environment_not_allowed'])
    const allowed = await issue(own, { project_id: tenant.testProject })
    expect(allowed.body.api_key.restrictions.environment).toBeNull()
  })
})

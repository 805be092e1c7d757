import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isWellFormedKey } from '../../server/workspace/key-secret.js'
import type { KeyRestrictions } from '../../server/workspace/principal.js'
import { call, type ApiReply } from '../support/api.js'
import { startTestService, type TestService } from '../support/service.js'
import { addTenant, firstTenant, type Scope, type Tenant } from '../support/tenant.js'

let service: TestService
let tenant: Tenant
let owner: string
let admin: string

beforeAll(async () => {
  service = await startTestService()
  tenant = firstTenant(service)
  owner = await tenant.session('owner')
  admin = await tenant.session('admin')
})
afterAll(() => service.stop())

type Fields = Record<string, unknown>

function create(key: string, fields: Fields, headers = {}): Promise<ApiReply> {
  const body = {
    kind: 'project',
    name: 'x',
    project_id: tenant.liveProject,
    scopes: ['reports:read'],
    ...fields,
  }
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  return call(service.url, 'POST', '/v1/api-keys', { key, body: given, headers })
}

const workspaceKey = (scopes: Scope[]): Fields => ({ kind: 'workspace', project_id: undefined, scopes })

describe('the secret', () => {
  test('is in the first reply, has the form of a key and works', async () => {
    const { status, body } = await create(admin, {})
    expect(status).toBe(201)
    expect(isWellFormedKey(body.secret as string)).toBe(true)
    expect(body.secret).toMatch(/^pk_live_/)
    const used = await call(service.url, 'GET', '/v1/messages', { key: body.secret as string })
    expect(used.status).toBe(200)
  })

  test('begins with its kind and environment', async () => {
    expect((await create(admin, { project_id: tenant.testProject })).body.secret).toMatch(/^pk_test_/)
    expect((await create(owner, workspaceKey(['reports:read']))).body.secret).toMatch(/^wk_/)
  })

  test('is null when the idempotency key is repeated, and nothing is issued twice', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const name = randomUUID()
    const first = await create(admin, { name }, headers)
    const second = await create(admin, { name }, headers)
    expect(second.status).toBe(201)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.body).toEqual({ api_key: first.body.api_key as unknown, secret: null })
    const { rows } = await service.sql.query('select 1 from api_keys where name = $1', [name])
    expect(rows).toHaveLength(1)
  })

  test('is shown by a hint of its last four characters', async () => {
    const { body } = await create(admin, {})
    const secret = body.secret as string
    expect(body.api_key.hint).toBe(`pk_live_…${secret.slice(-4)}`)
  })

  test('is kept nowhere but as SHA-256', async () => {
    const { body } = await create(admin, {}, { 'Idempotency-Key': randomUUID() })
    const secret = body.secret as string
    const { rows } = await service.sql.query<{ secret_hash: Buffer }>(
      'select secret_hash from api_keys where hint = $1',
      [body.api_key.hint],
    )
    expect(rows.map((row) => row.secret_hash)).toContainEqual(createHash('sha256').update(secret).digest())

    // The random part alone would be as bad as the whole.
    const random = secret.slice('pk_live_'.length, -6)
    const tables = await service.sql.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
    )
    expect(tables.rows.length).toBeGreaterThan(5)
    for (const { name } of tables.rows) {
      const found = await service.sql.query(
        `select 1 from ${name} as t where t::text like any(array[$1, $2])`,
        // As text, and as the bytes of it.
        [`%${random}%`, `%${Buffer.from(random).toString('hex')}%`],
      )
      expect(found.rows, name).toEqual([])
    }
    expect(service.logs.join('')).not.toContain(random)
    for (const file of readdirSync(service.dataDir, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue
      expect(readFileSync(path.join(file.parentPath, file.name), 'utf8'), file.name).not.toContain(random)
    }
  })
})

describe('refused whoever asks', () => {
  const inPast = new Date(Date.now() - 1000).toISOString()
  const cases: [name: string, fields: Fields, path: string, code: string][] = [
    ['a project key without a project', { project_id: undefined }, '/body/project_id', 'required'],
    [
      'a workspace key with a project',
      { kind: 'workspace', scopes: ['reports:read'] },
      '/body/project_id',
      'not_allowed',
    ],
    ['a project that does not exist', { project_id: unknownProject() }, '/body/project_id', 'unknown'],
    ['a project key with domains:*', { scopes: ['reports:read', 'domains:*'] }, '/body/scopes/1', 'scope'],
    ['a project key with webhooks:*', { scopes: ['webhooks:*'] }, '/body/scopes/0', 'scope'],
    [
      'a project key with suppressions:*',
      { scopes: ['suppressions:*'], privileged: true },
      '/body/scopes/0',
      'scope',
    ],
    ['suppressions:* without privileged', workspaceKey(['suppressions:*']), '/body/scopes/0', 'privileged'],
    [
      'suppressions:* with privileged false',
      { ...workspaceKey(['suppressions:*']), privileged: false },
      '/body/scopes/0',
      'privileged',
    ],
    ['no scope', { scopes: [] }, '/body/scopes', 'minItems'],
    ['an unknown scope', { scopes: ['everything'] }, '/body/scopes/0', 'enum'],
    ['an unknown kind', { kind: 'root' }, '/body/kind', 'enum'],
    ['an empty name', { name: '' }, '/body/name', 'minLength'],
    [
      'the other environment than the project’s',
      { restrictions: { environment: 'test' } },
      '/body/restrictions/environment',
      'environment',
    ],
    [
      'an expiry in the past',
      { restrictions: { expires_at: inPast } },
      '/body/restrictions/expires_at',
      'past',
    ],
    [
      'an expiry that is no time',
      { restrictions: { expires_at: '2099-12-31T23:59:60Z' } },
      '/body/restrictions/expires_at',
      'time',
    ],
    ...[
      '10',
      '10.1',
      '0177.0.0.1',
      '0x7f.1',
      '10.0.0.0/33',
      '10.0.0.0/',
      'fe80::1%eth0',
      '::ffff:10.0.0.1',
      '::/129',
      'localhost',
      '10.0.0.0/8,::1',
    ].map((range): [string, Fields, string, string] => [
      `the range ${range}`,
      { restrictions: { ip_cidrs: ['192.0.2.1', range] } },
      '/body/restrictions/ip_cidrs/1',
      'cidr',
    ]),
    ...[
      'shop',
      '.example',
      'shop..example',
      '-shop.example',
      'a@shop.example',
      '*.shop.example',
      'shop example.de',
      'shop.example.',
      'münchen.example',
    ].map((domain): [string, Fields, string, string] => [
      `the sender domain ${domain}`,
      { restrictions: { sender_domains: ['ok.example', domain] } },
      '/body/restrictions/sender_domains/1',
      'domain',
    ]),
  ]
  test.each(cases)('%s', async (_name, fields, at, code) => {
    const reply = await create(owner, fields)
    expect(reply.status, reply.text).toBe(422)
    expect(reply.body.error.details).toMatchObject([{ path: at, code }])
  })
})

function unknownProject(): string {
  return 'prj_01kbf3x5vce1v8h0ja5z9w2kxm'
}

describe('issued by', () => {
  test('an owner: workspace keys, with suppressions:* where privileged', async () => {
    const reply = await create(owner, { ...workspaceKey(['suppressions:*', 'domains:*']), privileged: true })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.api_key).toMatchObject({
      kind: 'workspace',
      project_id: null,
      scopes: ['suppressions:*', 'domains:*'],
    })
  })

  test('an admin: project keys only', async () => {
    expect((await create(admin, {})).status).toBe(201)
    const reply = await create(admin, workspaceKey(['reports:read']))
    expect([reply.status, reply.body.error.code]).toEqual([403, 'insufficient_scope'])
  })

  test('a workspace key: never workspace keys', async () => {
    const reply = await create(await tenant.key(), workspaceKey(['reports:read']))
    expect([reply.status, reply.body.error.code]).toEqual([403, 'wrong_credential_kind'])
  })

  test('anybody: not for a project of another workspace', async () => {
    const other = await addTenant(service)
    const reply = await create(owner, { project_id: other.liveProject })
    expect(reply.body.error.details).toMatchObject([{ path: '/body/project_id', code: 'unknown' }])
  })

  test('a session: with the restrictions that were asked for, normalised', async () => {
    const expires_at = new Date(Date.now() + 60_000)
    const { body } = await create(owner, {
      ...workspaceKey(['reports:read', 'reports:read']),
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
  const soon = new Date(Date.now() + 3_600_000)
  const at = (ms: number) => new Date(soon.getTime() + ms).toISOString()
  const issue = async (own: Partial<KeyRestrictions>, fields: Fields, scopes?: Scope[]) =>
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
  test.each<[string, Partial<KeyRestrictions>, Fields, string?]>([
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
    expect((await issue({}, { scopes: ['reports:read'] }, ['reports:read'])).status).toBe(201)
    const reply = await issue({}, { scopes: ['reports:read', 'messages:send'] }, ['reports:read'])
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

describe('the list', () => {
  test('pages through every key once, newest first, without secrets', async () => {
    const lister = await addTenant(service)
    const session = await lister.session('admin')
    for (let index = 0; index < 7; index++) await lister.key({ project: lister.liveProject })
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query = `limit=3${cursor && `&cursor=${cursor}`}`
      const { body } = await call(service.url, 'GET', `/v1/api-keys?${query}`, { key: session })
      seen.push(...(body.data as { id: string }[]).map((key) => key.id))
      expect(body.has_more).toBe(body.next_cursor !== null)
      cursor = body.next_cursor as string | null
    }
    expect(seen).toHaveLength(7)
    expect(seen).toEqual([...new Set(seen)].sort().reverse())
  })

  test('shows a workspace key the project keys of its environment only', async () => {
    const lister = await addTenant(service)
    await lister.key({ project: lister.liveProject })
    await lister.key({ project: lister.testProject })
    const kindsSeen = async (key: string) => {
      const { body } = await call(service.url, 'GET', '/v1/api-keys', { key })
      return (body.data as { hint: string }[]).map((shown) => shown.hint.split('…')[0]).sort()
    }
    expect(await kindsSeen(await lister.key())).toEqual(['pk_live_', 'pk_test_'])
    expect(await kindsSeen(await lister.key({ restrictions: { environment: 'test' } }))).toEqual(['pk_test_'])
    expect(await kindsSeen(await lister.session('admin'))).toEqual(['pk_live_', 'pk_test_', 'wk_', 'wk_'])
  })

  test('keeps revoked and expired keys', async () => {
    const { body } = await create(owner, {})
    const id = body.api_key.id as string
    await call(service.url, 'DELETE', `/v1/api-keys/${id}`, { key: owner })
    await service.sql.query('update api_keys set expires_at = now() where hint = $1', [body.api_key.hint])
    const list = await call(service.url, 'GET', '/v1/api-keys?limit=100', { key: owner })
    const shown = (list.body.data as { id: string; revoked_at: string | null }[]).find((key) => key.id === id)
    expect(shown?.revoked_at).not.toBeNull()
  })
})

describe('revoking', () => {
  const revoke = (key: string, id: string) => call(service.url, 'DELETE', `/v1/api-keys/${id}`, { key })

  test('a workspace key takes the owner', async () => {
    const { body } = await create(owner, workspaceKey(['reports:read']))
    const id = body.api_key.id as string
    const byAdmin = await revoke(admin, id)
    expect([byAdmin.status, byAdmin.body.error.code]).toEqual([403, 'insufficient_scope'])
    // A workspace key does not even see it.
    expect((await revoke(await tenant.key(), id)).status).toBe(404)
    expect((await revoke(owner, id)).status).toBe(200)
  })

  test('a project key takes a workspace key, of its environment', async () => {
    const { body } = await create(owner, {})
    const id = body.api_key.id as string
    const held = await tenant.key({ restrictions: { environment: 'test' } })
    expect((await revoke(held, id)).status).toBe(404)
    expect((await revoke(await tenant.key(), id)).body.revoked_at).not.toBeNull()
  })

  test('is written under its idempotency key too', async () => {
    const { body } = await create(owner, {})
    const id = body.api_key.id as string
    const headers = { 'Idempotency-Key': randomUUID() }
    const replies = [1, 2].map(() =>
      call(service.url, 'DELETE', `/v1/api-keys/${id}`, { key: owner, headers }),
    )
    const [first, second] = await Promise.all(replies)
    expect(first?.body).toEqual(second?.body)
    const other = (await create(owner, {})).body.api_key.id as string
    const conflict = await call(service.url, 'DELETE', `/v1/api-keys/${other}`, { key: owner, headers })
    expect([conflict.status, conflict.body.error.code]).toEqual([409, 'idempotency_conflict'])
  })
})

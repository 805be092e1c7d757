import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isWellFormedKey } from '../../../../server/platform/auth/key-secret.js'
import { call } from '../../../support/api/api.js'
import { createKey, workspaceKeyFields, type KeyFields } from '../../../support/workspace/api-keys.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant, firstTenant, type Tenant } from '../../../support/workspace/tenant.js'

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

const create = (as: string, fields: KeyFields, headers = {}) =>
  createKey(service.url, tenant, as, { fields, headers })

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
    expect((await create(owner, workspaceKeyFields(['reports:read']))).body.secret).toMatch(/^wk_/)
  })

  test('is the same when the idempotency key is repeated, and nothing is issued twice', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const name = randomUUID()
    const first = await create(admin, { name }, headers)
    const second = await create(admin, { name }, headers)
    expect(second.status).toBe(201)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.body).toEqual(first.body)
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
    const { body } = await create(owner, workspaceKeyFields(['reports:read']))
    const id = body.api_key.id as string
    const byAdmin = await revoke(admin, id)
    expect([byAdmin.status, byAdmin.body.error.code]).toEqual([403, 'insufficient_scope'])
    // A workspace key does not even see it.
    expect((await revoke(await tenant.key(), id)).status).toBe(404)
    expect((await revoke(owner, id)).status).toBe(204)
  })

  test('a project key takes a workspace key, of its environment', async () => {
    const { body } = await create(owner, {})
    const id = body.api_key.id as string
    const held = await tenant.key({ restrictions: { environment: 'test' } })
    expect((await revoke(held, id)).status).toBe(404)
    expect((await revoke(await tenant.key(), id)).status).toBe(204)
  })

  test('a key takes one that has all its scopes', async () => {
    const { body } = await create(owner, { scopes: ['messages:send', 'reports:read'] })
    const id = body.api_key.id as string
    const narrower = await revoke(await tenant.key({ scopes: ['reports:read', 'contacts:*'] }), id)
    expect([narrower.status, narrower.body.error.code]).toEqual([403, 'insufficient_scope'])
    expect(narrower.body.error.message).toContain('messages:send')
    const equal = await revoke(await tenant.key({ scopes: ['messages:send', 'reports:read'] }), id)
    expect(equal.status).toBe(204)
  })

  test('is written under its idempotency key too', async () => {
    const { body } = await create(owner, {})
    const id = body.api_key.id as string
    const headers = { 'Idempotency-Key': randomUUID() }
    const replies = [1, 2].map(() =>
      call(service.url, 'DELETE', `/v1/api-keys/${id}`, { key: owner, headers }),
    )
    const [first, second] = await Promise.all(replies)
    expect([first?.status, second?.status]).toEqual([204, 204])
    const replayed = [first, second].filter((reply) => reply?.headers['idempotent-replayed'] === 'true')
    expect(replayed).toHaveLength(1)
    const other = (await create(owner, {})).body.api_key.id as string
    const conflict = await call(service.url, 'DELETE', `/v1/api-keys/${other}`, { key: owner, headers })
    expect([conflict.status, conflict.body.error.code]).toEqual([409, 'idempotency_conflict'])
  })
})

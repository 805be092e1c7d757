import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, type Uuid } from '../../../server/platform/db/ids.js'
import { call } from '../../support/api/api.js'
import { createKey, workspaceKeyFields, type KeyFields } from '../../support/workspace/api-keys.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addTenant, firstTenant, type Tenant } from '../../support/workspace/tenant.js'
import { until } from '../../support/time/until.js'

/** When a key was last used, as the API says it. */

let service: TestService
let tenant: Tenant
let owner: string

beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
  tenant = firstTenant(service)
  owner = await tenant.session('owner')
})
afterAll(() => service.stop())

interface Key {
  readonly id: string
  readonly secret: string
  readonly last_used_at: string | null
}

async function newKey(fields: KeyFields = {}): Promise<Key> {
  const { body } = await createKey(service.url, tenant, owner, { fields })
  return { ...body.api_key, secret: body.secret } as Key
}

const use = ({ secret }: Key, path = '/v1/messages', url = service.url) =>
  call(url, 'GET', path, { key: secret })
const lastUse = async ({ id }: Key) => {
  const { body } = await call(service.url, 'GET', `/v1/api-keys/${id}`, { key: owner })
  return body.last_used_at as string | null
}
const written = (key: Key) => until(() => lastUse(key), 'its use')

/** Whatever was noted before is written then: uses are written in their order. */
async function allWritten() {
  const key = await newKey()
  await use(key)
  await written(key)
}

test('a key that nobody has used says so, and one that was used says when', async () => {
  const [used, unused] = [await newKey(), await newKey()]
  expect(used.last_used_at).toBeNull()
  const { rows } = await service.sql.query<{ before: Date }>('select now() as before')
  expect((await use(used)).status).toBe(200)
  const at = new Date(await written(used))
  // The service never runs ahead of the database's clock, and behind it by the time of an answer.
  expect(at.getTime()).toBeGreaterThan((rows[0]?.before.getTime() ?? Infinity) - 5_000)
  const { rows: later } = await service.sql.query<{ late: boolean }>('select now() < $1 as late', [at])
  expect(later).toEqual([{ late: false }])
  const { body } = await call(service.url, 'GET', '/v1/api-keys', { key: owner })
  const listed = (body.data as Key[]).filter(({ id }) => [used.id, unused.id].includes(id))
  expect(listed.map(({ last_used_at }) => last_used_at)).toEqual([null, at.toISOString()])
})

test('a request counts whatever the reply to it, and none that was refused for its key', async () => {
  const invalid = await newKey()
  expect((await use(invalid, '/v1/messages?limit=x')).status).toBe(422)
  await written(invalid)

  const elsewhere = await newKey({ restrictions: { ip_cidrs: ['203.0.113.0/24'] } })
  const lacking = await newKey()
  const expired = await newKey()
  await service.sql.query(`update api_keys set expires_at = now() where id = any($1::uuid[])`, [
    [uuidOf(expired)],
  ])
  const refusals = [
    await use(elsewhere),
    await call(service.url, 'POST', '/v1/messages', { key: lacking.secret, body: {} }),
    await use(lacking, '/v1/users'),
    await use(expired),
  ]
  expect(refusals.map(({ body }) => body.error.code)).toEqual([
    'ip_not_allowed',
    'insufficient_scope',
    'wrong_credential_kind',
    'expired_credentials',
  ])
  await allWritten()
  expect(await Promise.all([elsewhere, lacking, expired].map(lastUse))).toEqual([null, null, null])
})

test('a key that is revoked or renamed keeps its last use', async () => {
  const key = await newKey()
  await use(key)
  const at = await written(key)
  const path = `/v1/api-keys/${key.id}`
  const renamed = await call(service.url, 'PATCH', path, { key: owner, body: { name: 'Another' } })
  expect(renamed.body.last_used_at).toBe(at)
  await call(service.url, 'DELETE', path, { key: owner })
  expect((await use(key)).status).toBe(401)
  await allWritten()
  expect(await lastUse(key)).toBe(at)
})

test('keys of other workspaces are not touched', async () => {
  const other = await addTenant(service)
  await other.key()
  await allWritten()
  const { rows } = await service.sql.query(
    'select last_used_at from api_keys where workspace_id = $1 and last_used_at is null',
    [other.workspaceId],
  )
  expect(rows).toHaveLength(1)
})

test('what another process wrote within a minute stays, and what is older does not', async () => {
  const [fresh, old] = [await newKey(), await newKey()]
  const set = async (key: Key, ago: string) => {
    const { rows } = await service.sql.query<{ last_used_at: Date }>(
      'update api_keys set last_used_at = now() - $2::interval where id = $1 returning last_used_at',
      [uuidOf(key), ago],
    )
    return rows[0]?.last_used_at.toISOString()
  }
  const [freshAt, oldAt] = [await set(fresh, '30 seconds'), await set(old, '90 seconds')]
  await Promise.all([use(fresh), use(old)])
  await allWritten()
  expect(await lastUse(fresh)).toBe(freshAt)
  expect((await lastUse(old)) ?? '').toSatisfy((at: string) => at > (oldAt ?? ''))
})

test('a stop writes what is noted', async () => {
  const there = await startTestService({ beside: service, env: { POSTSEAL_ROLES: 'api' } })
  const keys = await Promise.all(Array.from({ length: 5 }, () => newKey()))
  for (const key of keys) await use(key, undefined, there.url)
  await there.stop()
  expect(await Promise.all(keys.map(lastUse))).not.toContain(null)
})

describe('while the database does not take it', () => {
  const drop = 'alter table api_keys drop constraint if exists unused'
  afterAll(() => service.sql.query(drop))

  test('requests are served, and it is written later', async () => {
    await service.sql.query(
      'alter table api_keys add constraint unused check (last_used_at is null) not valid',
    )
    const [project, workspace] = [await newKey(), await newKey(workspaceKeyFields(['reports:read']))]
    const replies = await Promise.all([project, workspace, project].map((key) => use(key)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const held = () => service.logs.find((line) => line.includes('uses of API keys'))
    await until(held, 'the line of the log')
    expect((await use(workspace)).status).toBe(200)
    await service.sql.query(drop)
    await Promise.all([project, workspace].map(written))
    const log = service.logs.join('\n')
    for (const { secret } of [project, workspace]) expect(log).not.toContain(secret)
  })
})

function uuidOf({ id }: Key): Uuid {
  return fromTypeId('key', id)
}

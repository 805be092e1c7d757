import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { aliasesOf, operationsOf, ownContract } from '../../../../server/platform/http/operation/contract.js'
import { call } from '../../../support/api/api.js'
import { document, operations } from '../../../support/api/contract.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Operations that are answered at two paths. */

let service: TestService
let tenant: Tenant
let key: string
beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
})

const listed = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, operation]) => operation['x-alias-of'] !== undefined)
    .map(([method, operation]) => ({ path, method, operation })),
)

test('are the ones that there are', () => {
  expect(listed.map(({ path, method }) => `${method} ${path}`).sort()).toEqual([
    'get /v1/deletions',
    'get /v1/deletions/{id}',
    'post /v1/deletions',
    'post /v1/deletions/preview',
    'post /v1/suppressions',
  ])
  const ids = [...listed.map(({ operation }) => operation['operationId']), ...operations.map(({ id }) => id)]
  expect(new Set(ids).size).toBe(ids.length)
})

describe.each(listed)('$method $path', ({ path, method, operation }) => {
  test('has the request, the replies and the credentials of its operation', () => {
    const original = operations.find(({ id }) => id === operation['x-alias-of'])
    const whole = document.paths[original?.path ?? '']?.[method]
    const own = ['operationId', 'description', 'x-since', 'x-alias-of']
    const rest = (of: object = {}) =>
      Object.fromEntries(Object.entries(of).filter(([name]) => !own.includes(name)))
    expect(rest(operation)).toEqual(rest(whole))
    expect(operation['description']).toContain(`\`${method.toUpperCase()} ${original?.path}\``)
    expect(original?.description).toContain(`\`${method.toUpperCase()} ${path}\``)
  })

  test('is served as its operation: the same limits, steps and name in the audit log', () => {
    const alias = aliasesOf(ownContract()).find((one) => one.path === path && one.method === method)
    const original = operationsOf(ownContract()).find(({ id }) => id === operation['x-alias-of'])
    expect({ ...alias, path: original?.path }).toEqual(original)
  })

  test('refuses who has no credential, and a key without the scope', async () => {
    const ask = async (credential?: string) => {
      const at = path.replace('{id}', 'del_01kbf3yq0te6m9x3c1v5k8r2wj')
      const body = method === 'post' ? { email: 'ada@example.com' } : undefined
      const { status, body: reply } = await call(service.url, method.toUpperCase(), at, {
        ...(credential !== undefined && { key: credential }),
        ...(body && { body, headers: { 'Idempotency-Key': randomUUID() } }),
      })
      return [status, reply.error?.code]
    }
    expect(await ask()).toEqual([401, 'missing_credentials'])
    expect(await ask(await tenant.key({ scopes: ['reports:read'] }))).toEqual([403, 'insufficient_scope'])
  })
})

test.each([
  ['/v1/compliance/suppressions', '/v1/suppressions'],
  ['/v1/compliance/deletions', '/v1/deletions'],
])('a key that was used at %s is known at %s, and the audit log has one entry', async (original, alias) => {
  for (const [first, second] of [
    [original, alias],
    [alias, original],
  ] as const) {
    const email = `${randomUUID()}@example.com`
    const ask = (path: string, body: object) =>
      call(service.url, 'POST', path, { key, body, headers: { 'Idempotency-Key': email } })
    const made = await ask(first, { email })
    expect(made.status).toBe(201)
    const again = await ask(second, { email })
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([201, made.body, 'true'])
    expect((await ask(second, { email: 'other@example.com' })).body.error.code).toBe('idempotency_conflict')
    const entries = await call(service.url, 'GET', '/v1/audit-events?outcome=succeeded&limit=100', {
      key: await tenant.session('owner'),
    })
    const own = (entries.body.data as { operation: string; resource: { id: string } | null }[]).filter(
      ({ operation, resource }) => resource?.id === made.body.id && operation.startsWith('create'),
    )
    expect(own.map(({ operation }) => operation)).toEqual([
      original === '/v1/compliance/deletions' ? 'createDeletion' : 'createSuppression',
    ])
  }
})

test('deletions are read and previewed at either path', async () => {
  const email = `${randomUUID()}@example.com`
  const at = async (path: string) => {
    const preview = await call(service.url, 'POST', `${path}/preview`, { key, body: { email } })
    const made = await call(service.url, 'POST', path, {
      key,
      body: { email },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    const [one, list] = await Promise.all(
      [`${path}/${made.body.id}`, `${path}?limit=1`].map((each) => call(service.url, 'GET', each, { key })),
    )
    expect([one?.body, list?.body.data]).toEqual([made.body, [made.body]])
    return [preview.status, preview.body, made.status]
  }
  expect(await at('/v1/deletions')).toEqual(await at('/v1/compliance/deletions'))
})

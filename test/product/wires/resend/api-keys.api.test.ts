import { beforeAll, describe, expect, test } from 'vitest'
import { newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import { insertDomain } from '../../../support/domains/domains.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { wireCalls, type WireCall } from '../../../support/wires/wire-calls.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** API keys, as Resend's packages ask for them. */

let service: TestService
let tenant: Tenant
let key: string
let resend: WireCall

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  // A workspace key stands for the project only where there is no other.
  await service.sql.query(
    "update projects set archived_at = now() where workspace_id = $1 and environment = 'test'",
    [tenant.workspaceId],
  )
  const wire = wireCalls('resend', service.url)
  resend = (method, path, request = {}) => wire(method, path, { key, ...request })
})

const create = (body: object, headers = {}) => resend('POST', '/api-keys', { body, headers })
const own = async (id: string) => (await call(service.url, 'GET', `/v1/api-keys/${id}`, { key })).body

describe('an API key', () => {
  test('is issued, works, is renamed, listed and revoked', async () => {
    const made = await create({ name: 'Shop' })
    const { id, token } = made.body as { id: string; token: string }
    expect(made.status).toBe(201)
    expect(await own(id)).toMatchObject({
      kind: 'project',
      project_id: tenant.liveProject,
      scopes: ['messages:send', 'reports:read', 'contacts:*', 'templates:*', 'inbound:*', 'campaigns:*'],
    })
    expect((await resend('GET', '/contacts', { key: token })).status).toBe(200)
    const renamed = await resend('PATCH', `/api-keys/${id}`, { body: { name: 'Other shop' } })
    expect([renamed.status, renamed.body]).toEqual([200, { object: 'api_key', id }])
    const list = async () => (await resend('GET', '/api-keys')).body
    expect(await list()).toMatchObject({
      object: 'list',
      has_more: false,
      data: [{ id, name: 'Other shop' }],
    })
    const deleted = await resend('DELETE', `/api-keys/${id}`)
    expect([deleted.status, deleted.body]).toEqual([200, { object: 'api_key', id, deleted: true }])
    expect((await list()).data).toEqual([])
  })

  test('is limited to sending, and to a domain', async () => {
    const domain_id = await insertDomain(service.sql, tenant.workspaceId, 'keys.example')
    const { body } = await create({ name: 'Sends', permission: 'sending_access', domain_id })
    expect(await own(body.id as string)).toMatchObject({
      scopes: ['messages:send'],
      restrictions: { sender_domains: ['keys.example'] },
    })
    const missing = await create({ name: 'Sends', domain_id: toTypeId('dom', newUuid()) })
    expect([missing.status, missing.body.name]).toEqual([404, 'not_found'])
  })

  test('is issued once for an idempotency key, and shown again', async () => {
    const headers = { 'Idempotency-Key': 'once' }
    const first = await create({ name: 'Once' }, headers)
    expect((await create({ name: 'Once' }, headers)).body).toEqual(first.body)
  })

  test('is refused with wrong fields, and for a key of a project or one with fewer scopes', async () => {
    const unnamed = await create({})
    expect([unnamed.status, unnamed.body.name]).toEqual([422, 'missing_required_field'])
    const unknown = await create({ name: 'A', permission: 'some' })
    expect([unknown.status, unknown.body.message]).toEqual([422, expect.stringContaining('permission')])
    const keys = [
      await tenant.key({ project: tenant.liveProject }),
      await tenant.key({ scopes: ['messages:send'] }),
    ]
    for (const weak of keys) {
      const { status, body } = await resend('POST', '/api-keys', { key: weak, body: { name: 'A' } })
      expect([status, body.name]).toEqual([401, 'restricted_api_key'])
    }
  })

  test.each(['PATCH', 'DELETE'])('that is not there is not found by %s', async (method) => {
    const request = method === 'PATCH' ? { body: { name: 'A' } } : {}
    const { status, body } = await resend(method, `/api-keys/${toTypeId('key', newUuid())}`, request)
    expect([status, body.name]).toEqual([404, 'not_found'])
  })

  test('asks for a project where the workspace has several live ones', async () => {
    const several = await addTenant(service)
    await several.project('live')
    const { status, body } = await resend('POST', '/api-keys', {
      key: await several.key(),
      body: { name: 'A' },
    })
    expect([status, body.message]).toEqual([422, expect.stringContaining('key of a project')])
  })
})

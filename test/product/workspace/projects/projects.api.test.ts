import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { call, type ApiReply } from '../../../support/api/api.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

let service: TestService
let tenant: Tenant
let admin: string

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  admin = await tenant.session('admin')
})

function create(key: string, body: unknown, idempotencyKey: string = randomUUID()): Promise<ApiReply> {
  return call(service.url, 'POST', '/v1/projects', {
    key,
    body,
    headers: { 'Idempotency-Key': idempotencyKey },
  })
}

test('a project is live unless it says otherwise', async () => {
  expect((await create(admin, { name: 'Shop' })).body.environment).toBe('live')
})

test('projects may have the same name', async () => {
  const ids = [await create(admin, { name: 'Twin' }), await create(admin, { name: 'Twin' })].map(
    (reply) => reply.body.id as string,
  )
  expect(new Set(ids).size).toBe(2)
})

test('a workspace key held to an environment creates and sees projects of it only', async () => {
  const own = await addTenant(service)
  const key = await own.key({ restrictions: { environment: 'test' } })
  for (const body of [{ name: 'x', environment: 'live' }, { name: 'x' }]) {
    const refused = await create(key, body)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'environment_not_allowed'])
  }
  const { body } = await create(key, { name: 'x', environment: 'test' })
  const list = await call(service.url, 'GET', '/v1/projects', { key })
  expect((list.body.data as { id: string }[]).map((project) => project.id)).toEqual([
    body.id,
    own.testProject,
  ])
})

test('the list pages through every project once, newest first', async () => {
  const own = await addTenant(service)
  const session = await own.session('member')
  for (let index = 0; index < 5; index++) await own.project()
  const first = await call(service.url, 'GET', '/v1/projects?limit=4', { key: session })
  const next = `/v1/projects?limit=4&cursor=${first.body.next_cursor as string}`
  const second = await call(service.url, 'GET', next, { key: session })
  const ids = [first, second].flatMap((page) => (page.body.data as { id: string }[]).map((row) => row.id))
  expect(ids).toHaveLength(7)
  expect(ids).toEqual([...new Set(ids)].sort().reverse())
  expect([second.body.has_more, second.body.next_cursor]).toEqual([false, null])
})

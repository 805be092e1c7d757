import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { messageFor } from '../../support/messages/messages.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'

/** Tests that one request, sent many times at once over two processes, happens once and is recorded once. */

let services: readonly [TestService, TestService]
let tenant: Tenant
beforeAll(async () => {
  const env = { POSTSEAL_ROLES: 'api' }
  const first = await startTestService({ env })
  services = [first, await startTestService({ beside: first, env })]
  tenant = await addTenant(first)
})
afterAll(async () => {
  await services[1].stop()
  await services[0].stop()
})

test.each([
  ['sendMessage', '/v1/messages', () => messageFor(tenant.testProject)],
  ['createProject', '/v1/projects', () => ({ name: 'Shop', environment: 'test' })],
])('%s', async (operation, path, body) => {
  const key = await tenant.key()
  const headers = { 'Idempotency-Key': randomUUID() }
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      call((services[index % 2] as TestService).url, 'POST', path, { key, body: body(), headers }),
    ),
  )
  expect(new Set(replies.map((reply) => reply.body.id as string)).size).toBe(1)
  const { rows } = await services[0].sql.query(
    'select resource_id from audit_events where workspace_id = $1 and operation = $2',
    [tenant.workspaceId, operation],
  )
  expect(rows).toEqual([{ resource_id: replies[0]?.body.id as string }])
})

test('what is above a rate limit, and what nobody can be named for, is not recorded', async () => {
  const limited = await startTestService({
    beside: services[0],
    env: { POSTSEAL_ROLES: 'api', POSTSEAL_REQUESTS_PER_MINUTE: '3' },
  })
  try {
    const key = await tenant.key()
    const ask = (by: string) =>
      call(limited.url, 'DELETE', '/v1/suppressions/sup_01kbf3x5vfe4gt7c3p8s6d1b9n', { key: by })
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1) statuses.push((await ask(key)).status)
    expect((await ask(`${key}x`)).status).toBe(401)
    expect(statuses).toEqual([404, 404, 404, 429, 429, 429])
  } finally {
    // Which writes what it has of them.
    await limited.stop()
  }
  const { rows } = await services[0].sql.query(
    "select status from audit_events where operation = 'deleteSuppression' and workspace_id = $1",
    [tenant.workspaceId],
  )
  expect(rows).toEqual([{ status: 404 }, { status: 404 }, { status: 404 }])
})

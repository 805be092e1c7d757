import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { messageFor, send } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'

/** Tests the service's replies while its database refuses connections, and that the service comes back by itself. */

let service: TestService
let key: string
let admin: pg.Client

beforeAll(async () => {
  service = await startTestService()
  key = service.credentials.workspace_key
  admin = new pg.Client({ connectionString: `${inject('postgresUrl')}/postgres` })
  await admin.connect()
  // The harness' own connections are cut with the others, which is no failure of it.
  service.sql.on('error', () => undefined)
})
afterAll(async () => {
  await letIn(true)
  await admin.end()
  await service.stop()
})

function databaseName(): string {
  return new URL(service.config.databaseUrl ?? '').pathname.slice(1)
}

async function letIn(allowed: boolean): Promise<void> {
  await admin.query(`alter database ${databaseName()} with allow_connections ${String(allowed)}`)
  if (allowed) return
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    databaseName(),
  ])
}

test('503 with Retry-After while the database is away, and service again once it is back', async () => {
  const before = await send(service.url, key, service.credentials.test_project_id)
  await letIn(false)

  const requests: [string, string, unknown?][] = [
    ['GET', '/v1/messages'],
    ['GET', `/v1/messages/${before}`],
    ['POST', '/v1/messages', messageFor(service.credentials.test_project_id)],
    ['GET', '/readyz'],
  ]
  for (const [method, path, body] of requests) {
    const reply = await call(service.url, method, path, { key, body })
    expect([reply.status, reply.body.error.code], `${method} ${path}`).toEqual([503, 'unavailable'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect(reply.text).not.toMatch(/connect|5432|postgres|select|insert/i)
  }
  expect((await call(service.url, 'GET', '/healthz')).status).toBe(200)
  const metrics = await call(service.url, 'GET', '/metrics')
  expect(metrics.status).toBe(200)
  expect(metrics.text).toContain('postseal_http_request_seconds')

  await letIn(true)
  await until(
    async () => (await call(service.url, 'GET', '/readyz')).status === 200,
    'the service to be ready',
  )
  await until(async () => {
    const reply = await call(service.url, 'GET', `/v1/messages/${before}`, { key })
    return reply.body.status === 'delivered'
  }, 'what was accepted before to be delivered')
})

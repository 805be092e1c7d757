import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKeySecret } from '../../../../server/platform/auth/key-secret.js'
import { call } from '../../../support/api/api.js'
import { messageFor, send, settled } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { firstTenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'

/**
 * Logs go to more places and more people than the database. Nothing that a tenant or a credential says may be in
 * them, whatever happened. Every text given here has this marker or is a secret.
 */
const marker = `marker-${randomUUID().slice(0, 8)}`

let service: TestService
let key: string
let project: string

beforeAll(async () => {
  service = await startTestService({ delivery: { backoffSeconds: [0.05] } })
  key = service.credentials.workspace_key
  project = service.credentials.test_project_id
})
afterAll(() => service.stop())

const marked = () =>
  messageFor(project, {
    from_email: `from-${marker}@shop.example`,
    to: [{ email: `ada-${marker}@example.com` }],
    subject: `Subject ${marker}`,
    text: `Text ${marker}`,
    category: marker,
  })

function expectSilence(secrets: readonly string[] = []): void {
  const logged = service.logs.join('')
  expect(logged).not.toContain(marker)
  expect(logged).not.toMatch(/[\w.+-]+@[\w-]+\.\w+/)
  expect(logged).not.toMatch(/bearer\s/i)
  const { project_key, workspace_key, test_project_key } = service.credentials
  for (const secret of [project_key, workspace_key, test_project_key, ...secrets]) {
    // The random part, and the checksum with what is before it, so that no cut of it passes.
    expect(logged).not.toContain(secret.slice(8, 30))
    expect(logged).not.toContain(secret.slice(-12))
  }
}

test('an ordinary run logs neither content nor addresses nor credentials', async () => {
  const ids = [
    await send(service.url, key, project, marked()),
    await send(service.url, key, project, { ...marked(), to: [{ email: `bounce@${marker}.example` }] }),
    await send(service.url, key, project, { ...marked(), to: [{ email: `defer@${marker}.example` }] }),
  ]
  for (const id of ids) await settled(service.url, key, id)
  const session = await firstTenant(service).session('owner')
  const created = await call(service.url, 'POST', '/v1/api-keys', {
    key: session,
    body: { kind: 'project', name: marker, project_id: project, scopes: ['reports:read'] },
    headers: { 'Idempotency-Key': marker },
  })
  expectSilence([session, created.body.secret as string])
})

test('refused requests do not either', async () => {
  const unknown = newKeySecret('wk_')
  const body = JSON.stringify(marked())
  const json = { 'Content-Type': 'application/json' }
  const statuses = [
    await call(service.url, 'POST', '/v1/messages', { key: unknown, body: marked() }),
    await call(service.url, 'POST', '/v1/messages', { key: `${unknown}x`, body: marked() }),
    await call(service.url, 'POST', '/v1/messages', { headers: { Authorization: `Basic ${unknown}` } }),
    await call(service.url, 'POST', '/v1/messages', { key, raw: body.slice(0, -1) }),
    await call(service.url, 'POST', '/v1/messages', { key, raw: body.replace('@', ' ') }),
    await call(service.url, 'POST', '/v1/messages', {
      key,
      raw: body,
      headers: { 'Content-Type': 'text/plain' },
    }),
    await call(service.url, 'POST', '/v1/messages', {
      key,
      raw: gzipSync(body).subarray(0, -20),
      headers: { 'Content-Encoding': 'gzip', ...json },
    }),
    await call(service.url, 'POST', '/v1/messages', { key, body: { ...marked(), [marker]: marker } }),
    await call(service.url, 'GET', `/v1/messages?${marker}=1`, { key }),
    await call(service.url, 'GET', '/v1/messages', {
      key,
      headers: { Cookie: marker, 'User-Agent': marker },
    }),
  ].map((reply) => reply.status)
  expect(statuses).toEqual([401, 401, 401, 400, 422, 415, 400, 422, 422, 200])
  expectSilence([unknown])
})

test('failures of our own do not either, however PostgreSQL describes them', async () => {
  // A constraint that rows break: PostgreSQL puts the whole row into the error.
  await service.sql.query(
    `alter table message_logs add constraint broken check (recipient not like '%broken%')`,
  )
  await service.sql.query(`alter table projects add constraint broken check (name not like '%broken%')`)
  const send = await call(service.url, 'POST', '/v1/messages', {
    key,
    body: { ...marked(), to: [{ email: `broken-${marker}@example.com` }] },
  })
  const create = await call(service.url, 'POST', '/v1/projects', {
    key,
    body: { name: `broken ${marker}` },
    headers: { 'Idempotency-Key': marker },
  })
  expect([send.status, create.status]).toEqual([500, 500])
  for (const reply of [send, create]) {
    expect(reply.body.error.message).toBe('Something went wrong on our side.')
    // What is logged must still be of use: the request's id with an error and where it came from.
    const id = reply.headers['request-id'] ?? ''
    const line = await until(
      () => service.logs.find((logged) => logged.includes(id) && logged.includes('"err"')),
      'the error to be logged',
    )
    expect(line).toMatch(/violates check constraint/)
    expect(line).toMatch(/"stack":/)
  }
  expectSilence()
})

test('a line a request says what it was and how it ended', async () => {
  const reply = await call(service.url, 'GET', '/v1/events', { key })
  const id = reply.headers['request-id'] ?? ''
  const line = await until(
    () => service.logs.find((logged) => logged.includes(id)),
    'the request to be logged',
  )
  expect(JSON.parse(line)).toMatchObject({
    request_id: id,
    method: 'GET',
    operation: 'listEvents',
    status: 200,
    workspace_id: service.credentials.workspace_id,
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, type ApiReply } from '../../../support/api/api.js'
import { messageFor, settled, sinkMessages } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { firstTenant, type Tenant } from '../../../support/workspace/tenant.js'

let service: TestService
let tenant: Tenant
let key: string

beforeAll(async () => {
  service = await startTestService()
  tenant = firstTenant(service)
  key = await tenant.key({ project: tenant.testProject })
})
afterAll(() => service.stop())

interface Send {
  readonly key?: string
  readonly url?: string
  readonly body?: unknown
  readonly raw?: string
}

function send(idempotencyKey: string, options: Send = {}): Promise<ApiReply> {
  const { url = service.url, raw, body = messageFor(tenant.testProject) } = options
  return call(url, 'POST', '/v1/messages', {
    key: options.key ?? key,
    headers: { 'Idempotency-Key': idempotencyKey },
    ...(raw === undefined ? { body } : { raw }),
  })
}

function isReplay(reply: ApiReply): boolean {
  return reply.headers['idempotent-replayed'] === 'true'
}

async function storedMessages(subject: string): Promise<number> {
  const { rows } = await service.sql.query('select 1 from messages where subject = $1', [subject])
  return rows.length
}

describe('the same key and body', () => {
  test('50 at once over two processes: still one message', async () => {
    const other = await startTestService({ beside: service })
    try {
      const recipient = `${randomUUID()}@example.com`
      const body = messageFor(tenant.testProject, { subject: recipient, to: [{ email: recipient }] })
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_value, index) =>
          send('burst over two', { body, url: index % 2 === 0 ? service.url : other.url }),
        ),
      )
      expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
      expect(replies.filter(isReplay)).toHaveLength(49)
      await settled(service.url, await tenant.key(), replies[0]?.body.id as string)
      expect(await storedMessages(recipient)).toBe(1)
      const delivered = [
        ...(await sinkMessages(service.url, recipient)),
        ...(await sinkMessages(other.url, recipient)),
      ]
      expect(delivered).toHaveLength(1)
    } finally {
      await other.stop()
    }
  })
})

describe('the same key and another body', () => {
  test.each<[string, object]>([
    ['a changed value', { subject: 'Another' }],
    ['a field more', { category: 'x' }],
    ['a recipient more', { to: [{ email: 'ada@example.com' }, { email: 'bob@example.com' }] }],
    ['another order of recipients', { to: [{ email: 'b@example.com' }, { email: 'a@example.com' }] }],
    ['another case', { subject: 'reset your password' }],
  ])('%s is 409, and nothing is stored', async (_name, change) => {
    const idempotencyKey = randomUUID()
    const to = [{ email: 'a@example.com' }, { email: 'b@example.com' }]
    await send(idempotencyKey, { body: messageFor(tenant.testProject, { to }) })
    const count = async () => (await service.sql.query('select 1 from messages')).rows.length
    const before = await count()
    const reply = await send(idempotencyKey, { body: messageFor(tenant.testProject, { to, ...change }) })
    expect([reply.status, reply.body.error.code]).toEqual([409, 'idempotency_conflict'])
    expect(await count()).toBe(before)
  })
})

describe('an error reply releases the key', () => {
  test('500', async () => {
    const idempotencyKey = randomUUID()
    await service.sql.query('alter table events rename to away')
    try {
      expect((await send(idempotencyKey)).status).toBe(500)
    } finally {
      await service.sql.query('alter table away rename to events')
    }
    expect((await send(idempotencyKey)).status).toBe(202)
  })
})

describe('a key belongs to', () => {
  test('an operation', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const admin = await tenant.session('admin')
    const body = { name: 'x' }
    const project = await call(service.url, 'POST', '/v1/projects', { key: admin, body, headers })
    const apiKey = await call(service.url, 'POST', '/v1/api-keys', {
      key: admin,
      body: { kind: 'project', name: 'x', project_id: project.body.id as string, scopes: ['reports:read'] },
      headers,
    })
    expect([project.status, apiKey.status]).toEqual([201, 201])
  })
})

describe('a key is kept for 24 hours', () => {
  const age = (idempotencyKey: string, interval: string) =>
    service.sql.query('update idempotency_keys set created_at = now() - $2::interval where key = $1', [
      idempotencyKey,
      interval,
    ])

  test('and no shorter', async () => {
    const idempotencyKey = randomUUID()
    await send(idempotencyKey)
    await age(idempotencyKey, '23 hours 59 minutes')
    expect(isReplay(await send(idempotencyKey))).toBe(true)
  })

  test('and free after that, for another body too', async () => {
    const idempotencyKey = randomUUID()
    const first = await send(idempotencyKey)
    await age(idempotencyKey, '24 hours 1 second')
    const body = messageFor(tenant.testProject, { subject: 'Another' })
    const second = await send(idempotencyKey, { body })
    expect([second.status, isReplay(second)]).toEqual([202, false])
    expect(second.body.id).not.toBe(first.body.id)
    expect(isReplay(await send(idempotencyKey, { body }))).toBe(true)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, type ApiReply } from '../support/api.js'
import { messageFor, settled, sinkMessages } from '../support/messages.js'
import { startTestService, type TestService } from '../support/service.js'
import { firstTenant, type Tenant } from '../support/tenant.js'

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
  test('50 at once: one message is stored and delivered, 49 replies are replays', async () => {
    const recipient = `${randomUUID()}@example.com`
    const body = messageFor(tenant.testProject, { subject: recipient, to: [{ email: recipient }] })
    const replies = await Promise.all(Array.from({ length: 50 }, () => send('burst', { body })))

    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([202]))
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
    expect(replies.filter(isReplay)).toHaveLength(49)
    const own = await tenant.key()
    await settled(service.url, own, replies[0]?.body.id as string)
    expect(await storedMessages(recipient)).toBe(1)
    expect(await sinkMessages(service.url, recipient)).toHaveLength(1)
  })

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

  test('a replay has the first reply’s status and body, whatever became of the message', async () => {
    const idempotencyKey = randomUUID()
    const first = await send(idempotencyKey)
    await settled(service.url, await tenant.key(), first.body.id as string)
    const second = await send(idempotencyKey)
    expect([second.status, second.text]).toEqual([first.status, first.text])
    expect([isReplay(first), isReplay(second)]).toEqual([false, true])
    expect(second.headers['request-id']).not.toBe(first.headers['request-id'])
  })

  test('the order of fields, white space and escapes do not matter', async () => {
    const idempotencyKey = randomUUID()
    const body = messageFor(tenant.testProject, { subject: 'é/1', category: 'x' })
    const first = await send(idempotencyKey, { body })
    const reversed = Object.fromEntries(Object.entries(body).reverse())
    const variants = [
      JSON.stringify(reversed),
      JSON.stringify(body, null, 4),
      JSON.stringify(body).replace('é', '\\u00e9').replace('/', '\\/'),
    ]
    for (const raw of variants) {
      const reply = await send(idempotencyKey, { raw })
      expect([isReplay(reply), reply.body.id]).toEqual([true, first.body.id])
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

  test('of those sent at once one wins and the others conflict', async () => {
    const idempotencyKey = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_value, index) =>
        send(idempotencyKey, { body: messageFor(tenant.testProject, { subject: `race ${index}` }) }),
      ),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([202, ...Array<number>(9).fill(409)])
  })
})

describe('an error reply releases the key', () => {
  test.each<[string, (project: string) => unknown, number]>([
    ['422 of the schema', () => ({}), 422],
    ['422 of a rule', (project) => messageFor(project, { to: twice('a@example.com') }), 422],
    ['403', () => messageFor('prj_01kbf3x5vce1v8h0ja5z9w2kxm'), 403],
  ])('%s', async (_name, bad, status) => {
    const idempotencyKey = randomUUID()
    expect((await send(idempotencyKey, { body: bad(tenant.testProject) })).status).toBe(status)
    const reply = await send(idempotencyKey)
    expect([reply.status, isReplay(reply)]).toEqual([202, false])
  })

  test('500', async () => {
    const idempotencyKey = randomUUID()
    await service.sql.query('alter table events rename to away')
    const failed = await send(idempotencyKey).finally(() =>
      service.sql.query('alter table away rename to events'),
    )
    expect(failed.status).toBe(500)
    expect((await send(idempotencyKey)).status).toBe(202)
  })
})

function twice(email: string): { email: string }[] {
  return [{ email }, { email: email.toUpperCase() }]
}

describe('a key belongs to', () => {
  test('a project', async () => {
    const idempotencyKey = randomUUID()
    const other = await tenant.project('test')
    const first = await send(idempotencyKey)
    const second = await send(idempotencyKey, {
      key: await tenant.key({ project: other }),
      body: messageFor(other),
    })
    expect([second.status, isReplay(second)]).toEqual([202, false])
    expect(second.body.id).not.toBe(first.body.id)
  })

  test('a project whatever its key', async () => {
    const idempotencyKey = randomUUID()
    await send(idempotencyKey)
    const reply = await send(idempotencyKey, { key: await tenant.key({ project: tenant.testProject }) })
    expect(isReplay(reply)).toBe(true)
  })

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

describe('the header', () => {
  test.each([
    ['empty', ''],
    ['of 256 characters', 'x'.repeat(256)],
    ['with a tab', 'a\tb'],
    ['beyond ASCII', 'schlüssel'],
  ])('%s is refused', async (_name, value) => {
    const reply = await send(value)
    expect(reply.status).toBe(422)
    expect(reply.body.error.details[0].path).toBe('/headers/idempotency-key')
  })

  test.each([
    ['of 255 characters', 'y'.repeat(255)],
    ['with signs', `!"#$%&'()*+,-./:;<=>?@[]^_{|}~ and spaces`],
  ])('%s is taken', async (_name, value) => {
    expect((await send(value)).status).toBe(202)
    expect(isReplay(await send(value))).toBe(true)
  })

  test('without it each request is its own', async () => {
    const body = messageFor(tenant.testProject)
    const replies = [1, 2].map(() => call(service.url, 'POST', '/v1/messages', { key, body }))
    const [first, second] = await Promise.all(replies)
    expect(first?.body.id).not.toBe(second?.body.id)
  })
})

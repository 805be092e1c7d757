import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { components } from '../../generated/api-types.js'
import { call, type ApiReply } from '../support/api/api.js'
import { useInstance } from '../support/instance/instance.js'
import { keyFields } from '../support/instance/prepare.js'
import { messageFor, settled } from '../support/messages/messages.js'

/** A request that is made again is answered again, and nothing happens twice. */

const at = useInstance()

interface Send {
  readonly key?: string
  readonly body?: unknown
  readonly raw?: string
}

function send(idempotencyKey: string, options: Send = {}): Promise<ApiReply> {
  const { key = at.projectKey, raw, body = messageFor(at.project) } = options
  return call(at.url, 'POST', '/v1/messages', {
    key,
    headers: { 'Idempotency-Key': idempotencyKey },
    ...(raw === undefined ? { body } : { raw }),
  })
}

function isReplay(reply: ApiReply): boolean {
  return reply.headers['idempotent-replayed'] === 'true'
}

async function logsOf(recipient: string): Promise<components['schemas']['MessageLog'][]> {
  const query = `recipient=${encodeURIComponent(recipient)}`
  const { body } = await call(at.url, 'GET', `/v1/message-logs?${query}`, { key: at.projectKey })
  return body.data as components['schemas']['MessageLog'][]
}

describe('the same key and body', () => {
  test('50 at once: one message is stored and delivered, 49 replies are replays', async () => {
    const recipient = `${randomUUID()}@example.com`
    const body = messageFor(at.project, { to: [{ email: recipient }] })
    const idempotencyKey = randomUUID()
    const replies = await Promise.all(Array.from({ length: 50 }, () => send(idempotencyKey, { body })))

    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([202]))
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
    expect(replies.filter(isReplay)).toHaveLength(49)
    await settled(at.url, at.projectKey, replies[0]?.body.id as string)
    const logs = await logsOf(recipient)
    expect(logs.map(({ status }) => status)).toEqual(['delivered'])
  })

  test('a replay has the first reply’s status and body, whatever became of the message', async () => {
    const idempotencyKey = randomUUID()
    const first = await send(idempotencyKey)
    await settled(at.url, at.projectKey, first.body.id as string)
    const second = await send(idempotencyKey)
    expect([second.status, second.text]).toEqual([first.status, first.text])
    expect([isReplay(first), isReplay(second)]).toEqual([false, true])
    expect(second.headers['request-id']).not.toBe(first.headers['request-id'])
  })

  test('the order of fields, white space and escapes do not matter', async () => {
    const idempotencyKey = randomUUID()
    const body = messageFor(at.project, { subject: 'é/1', category: 'x' })
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
  ])('%s is 409, and nothing is stored', async (_name, change) => {
    const idempotencyKey = randomUUID()
    const email = `${idempotencyKey}@example.com`
    const body = messageFor(at.project, { to: [{ email }] })
    await send(idempotencyKey, { body })
    const reply = await send(idempotencyKey, { body: { ...body, ...change } })
    expect([reply.status, reply.body.error.code]).toEqual([409, 'idempotency_conflict'])
    expect(await logsOf(email)).toHaveLength(1)
  })

  test('of those sent at once one wins and the others conflict', async () => {
    const idempotencyKey = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_value, index) =>
        send(idempotencyKey, { body: messageFor(at.project, { subject: `race ${index}` }) }),
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
    expect((await send(idempotencyKey, { body: bad(at.project) })).status).toBe(status)
    const reply = await send(idempotencyKey)
    expect([reply.status, isReplay(reply)]).toEqual([202, false])
  })
})

test('a key belongs to a project', async () => {
  const idempotencyKey = randomUUID()
  const first = await send(idempotencyKey)
  const other = { key: at.otherKey, body: messageFor(at.otherProject) }
  const second = await send(idempotencyKey, other)
  expect([second.status, isReplay(second)]).toEqual([202, false])
  expect(second.body.id).not.toBe(first.body.id)
})

test('a key belongs to a project whatever credential of it comes', async () => {
  const idempotencyKey = randomUUID()
  const first = await send(idempotencyKey)
  const fields = { kind: 'project', project_id: at.project, scopes: ['messages:send'], ...keyFields(at.run) }
  const issued = await call(at.url, 'POST', '/v1/api-keys', { key: at.workspaceKey, body: fields })
  const second = await send(idempotencyKey, { key: issued.body.secret as string })
  expect([isReplay(second), second.body.id]).toEqual([true, first.body.id])
})

describe('the header', () => {
  // That it is neither empty nor longer nor beyond ASCII is asked of every operation.
  test('with a tab is refused', async () => {
    const reply = await send('a\tb')
    expect(reply.status).toBe(422)
    expect(reply.body.error.details[0].path).toBe('/headers/idempotency-key')
  })

  test.each([
    ['of 255 characters', 'y'.repeat(255 - 36)],
    ['with signs', `!"#$%&'()*+,-./:;<=>?@[]^_{|}~ and spaces`],
  ])('%s is taken', async (_name, value) => {
    const idempotencyKey = randomUUID() + value
    expect((await send(idempotencyKey)).status).toBe(202)
    expect(isReplay(await send(idempotencyKey))).toBe(true)
  })

  test('without it each request is its own', async () => {
    const body = messageFor(at.project)
    const replies = [1, 2].map(() => call(at.url, 'POST', '/v1/messages', { key: at.projectKey, body }))
    const [first, second] = await Promise.all(replies)
    expect(first?.body.id).not.toBe(second?.body.id)
  })
})

function twice(email: string): { email: string }[] {
  return [{ email }, { email: email.toUpperCase() }]
}

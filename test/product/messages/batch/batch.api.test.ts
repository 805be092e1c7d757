import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, type ApiReply } from '../../../support/api/api.js'
import { messageFor, settled } from '../../../support/messages/messages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addTenant } from '../../../support/workspace/tenant.js'

/** A batch: many sends in one request, each by itself. */

let service: TestService
let key: string
let project: string
beforeAll(async () => {
  service = await startTestService()
  key = service.credentials.project_key
  project = service.credentials.project_id
})
afterAll(() => service.stop())

interface Item {
  idempotency_key: string
  message: unknown
}

const path = '/v1/messages/batch'
const sendBatch = (items: unknown[], credential = key): Promise<ApiReply> =>
  call(service.url, 'POST', path, { key: credential, body: { items } })
const item = (fields: object = {}, name: string = randomUUID()): Item => ({
  idempotency_key: name,
  message: messageFor(project, fields),
})
const ids = (reply: ApiReply) =>
  (reply.body.data as { message?: { id: string } }[]).map(({ message }) => message?.id)
const countOf = async (subject: string) =>
  Number(
    (await service.sql.query('select count(*) from messages where subject = $1', [subject])).rows[0].count,
  )

test('every item is accepted, in order, and delivered', async () => {
  const items = Array.from({ length: 100 }, (_, index) => item({ subject: `Number ${index}` }))
  const reply = await sendBatch(items)
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body).toMatchObject({ accepted: 100, rejected: 0 })
  expect(reply.body.data).toHaveLength(100)
  const subjects = await Promise.all(
    ids(reply).map(async (id) => (await settled(service.url, key, id ?? '')).body),
  )
  expect(subjects.map(({ subject }) => subject as string)).toEqual(items.map((_, index) => `Number ${index}`))
  expect(subjects.every(({ status }) => status === 'delivered')).toBe(true)
})

test('a batch of all or nothing accepts no item if one is rejected, and all of them otherwise', async () => {
  const subject = randomUUID()
  const good = item({ subject })
  const whole = (items: unknown[]) =>
    call(service.url, 'POST', path, { key, body: { items, all_or_nothing: true } })
  const refused = await whole([good, item({ subject, to: [{ email: 'nobody' }] })])
  expect(refused.body).toMatchObject({
    accepted: 0,
    rejected: 2,
    data: [{ error: { status: 409, code: 'invalid_state' } }, { error: { code: 'validation_failed' } }],
  })
  expect(await countOf(subject)).toBe(0)
  const first = await whole([good])
  expect(first.body).toMatchObject({ accepted: 1, data: [{ status: 'accepted' }] })
  const again = await whole([good, item({ subject })])
  expect(again.body).toMatchObject({ accepted: 2, data: [{ replayed: true }, {}] })
  expect(await countOf(subject)).toBe(2)
})

test('an item is told all of its mistakes, in words, and a batch no more than two hundred beyond the first of each', async () => {
  const wrong = { from: 'ada@example.com', to: [{ email: 'Ada <ada@example.com>' }], text: 5 }
  const few = await sendBatch([{ idempotency_key: 'few', message: wrong }, { idempotency_key: 'none' }])
  const [first, second] = few.body.data as { error: { message: string; details: object[] } }[]
  expect(first?.error).toEqual({
    status: 422,
    code: 'validation_failed',
    message:
      'items[0].message.from is not a known field; did you mean from_email? `details` names 5 more mistakes.',
    details: [
      {
        path: '/body/items/0/message/from',
        code: 'additionalProperties',
        rule: 'additional_properties',
        message: 'is not a known field; did you mean from_email?',
      },
      {
        path: '/body/items/0/message/from_email',
        code: 'required',
        rule: 'required',
        message: 'is required',
      },
      { path: '/body/items/0/message/subject', code: 'required', rule: 'required', message: 'is required' },
      {
        path: '/body/items/0/message/project_id',
        code: 'required',
        rule: 'required',
        message: `is required: this key is of ${project}`,
      },
      {
        path: '/body/items/0/message/to/0/email',
        code: 'format',
        rule: 'format',
        message: 'is not an e-mail address; put the name into name',
      },
      {
        path: '/body/items/0/message/text',
        code: 'type',
        rule: 'type',
        message: 'must be a string, not a number',
      },
    ],
  })
  expect(second?.error.details).toEqual([
    {
      path: '/body/items/1/message',
      code: 'one_of',
      rule: 'one_of',
      message: 'is required, unless there is a template',
    },
  ])

  const awful = { ...messageFor(project), to: Array.from({ length: 500 }, () => ({ x: 1 })) }
  const many = await sendBatch(
    Array.from({ length: 100 }, (_, index) => ({ idempotency_key: `${index}`, message: awful })),
  )
  const counts = (many.body.data as { error: { details: object[] } }[]).map(
    ({ error }) => error.details.length,
  )
  expect(counts).toEqual([...Array<number>(10).fill(20), ...Array<number>(90).fill(1)])
})

test('a batch sent again replays what was accepted and tries again what was rejected', async () => {
  const subject = `Again ${randomUUID()}`
  const good = item({ subject })
  const bad = item({ subject, to: [{ email: 'not an address' }] })
  const first = await sendBatch([good, bad])
  expect(first.body).toMatchObject({ accepted: 1, rejected: 1 })

  // The key of what was rejected is free, for a mended item too.
  const mended = { ...bad, message: messageFor(project, { subject }) }
  const second = await sendBatch([good, mended])
  expect(second.body).toMatchObject({ accepted: 2, rejected: 0 })
  expect(second.body.data[0]).toEqual({ ...first.body.data[0], replayed: true })
  expect(second.body.data[1].replayed).toBeUndefined()

  const third = await sendBatch([mended, good])
  expect(ids(third)).toEqual(ids(second).reverse())
  expect(await countOf(subject)).toBe(2)
})

test('a replay leaves no row behind, in whatever company it comes', async () => {
  const tenant = await addTenant(service)
  const tenantKey = await tenant.key()
  const full = (name: string): Item => ({
    idempotency_key: name,
    message: messageFor(tenant.liveProject, {
      scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
      attachments: [{ filename: 'a.txt', content: 'YQ==' }],
      metadata: { order_id: name },
    }),
  })
  /** Rows of the workspace, by table. */
  const rows = async () => {
    const tables = [
      ...['messages', 'message_contents', 'message_attachments', 'message_logs', 'message_metadata'],
      ...['delivery_queue', 'events', 'idempotency_keys'],
    ]
    const counts = tables.map(async (table) => {
      const { rows: found } = await service.sql.query<{ count: string }>(
        `select count(*) from ${table} where workspace_id = $1`,
        [tenant.workspaceId],
      )
      return [table, Number(found[0]?.count)]
    })
    return Object.fromEntries(await Promise.all(counts)) as Record<string, number>
  }
  await sendBatch([full('one')], tenantKey)
  const one = await rows()
  expect(Object.values(one)).toEqual([1, 1, 1, 1, 1, 1, 2, 1])
  await sendBatch([full('one'), full('two')], tenantKey)
  const doubled = Object.fromEntries(Object.entries(one).map(([table, count]) => [table, count * 2]))
  expect(await rows()).toEqual(doubled)
})

test('the same batch many times at once, over two processes, sends each item once', async () => {
  const beside = await startTestService({ beside: service })
  try {
    const subject = `Together ${randomUUID()}`
    const items = Array.from({ length: 20 }, () => item({ subject }))
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        call(index % 2 === 0 ? service.url : beside.url, 'POST', path, {
          key,
          // In another order each time, so that keys are claimed crosswise.
          body: { items: [...items.slice(index), ...items.slice(0, index)] },
        }),
      ),
    )
    const byKey = new Map<string, Set<string>>()
    for (const reply of replies) {
      expect(reply.body).toMatchObject({ accepted: 20, rejected: 0 })
      for (const { idempotency_key: name, message } of reply.body.data) {
        byKey.set(name, (byKey.get(name) ?? new Set()).add(message.id))
      }
    }
    expect([...byKey.values()].map((found) => found.size)).toEqual(items.map(() => 1))
    expect(await countOf(subject)).toBe(20)
    const replayed = replies
      .flatMap((reply) => reply.body.data)
      .filter((result: { replayed?: true }) => result.replayed)
    expect(replayed).toHaveLength(11 * 20)
  } finally {
    await beside.stop()
  }
})

test('a workspace key sends for several projects in one batch', async () => {
  const tenant = await addTenant(service)
  const reply = await sendBatch(
    [
      { idempotency_key: 'live', message: messageFor(tenant.liveProject) },
      { idempotency_key: 'test', message: messageFor(tenant.testProject) },
      { idempotency_key: 'foreign', message: messageFor(project) },
    ],
    await tenant.key(),
  )
  expect(reply.body).toMatchObject({ accepted: 2, rejected: 1 })
})

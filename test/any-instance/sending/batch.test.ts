import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newUuid, toTypeId } from '../../../server/platform/db/ids.js'
import { call, type ApiReply } from '../../support/api/api.js'
import { useInstance } from '../../support/instance/instance.js'
import { messageFor, settled } from '../../support/messages/messages.js'

/** A batch: many sends in one request, each by itself. */

const at = useInstance()

interface Item {
  idempotency_key: string
  message?: unknown
  template?: unknown
}

const path = '/v1/messages/batch'
const sendBatch = (items: unknown[], key = at.projectKey): Promise<ApiReply> =>
  call(at.url, 'POST', path, { key, body: { items } })
const item = (fields: object = {}, name: string = randomUUID()): Item => ({
  idempotency_key: name,
  message: messageFor(at.project, fields),
})
const template = (fields: object = {}) => ({
  project_id: at.project,
  to: [{ email: 'ada@example.com' }],
  template: { template_id: toTypeId('tpl', newUuid()), variables: { name: 'Ada' } },
  ...fields,
})

const ids = (reply: ApiReply) =>
  (reply.body.data as { message?: { id: string } }[]).map(({ message }) => message?.id)

test('every item is accepted, in order, and delivered', async () => {
  const items = Array.from({ length: 5 }, (_, index) => item({ subject: `Number ${index}` }))
  const reply = await sendBatch(items)
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body).toMatchObject({ accepted: 5, rejected: 0 })
  const messages = await Promise.all(ids(reply).map((id) => settled(at.url, at.projectKey, id ?? '')))
  expect(messages.map(({ body }) => body.subject as string)).toEqual(
    items.map((_, index) => `Number ${index}`),
  )
  expect(messages.map(({ body }) => body.status as string)).toEqual(items.map(() => 'delivered'))
})

test('an item that is refused says so in its place and holds up no other', async () => {
  const verdicts: [string, Item, { status: number; code: string; path?: string } | undefined][] = [
    ['good', item(), undefined],
    [
      'no subject',
      item({ subject: undefined }),
      { status: 422, code: 'validation_failed', path: '/message/subject' },
    ],
    [
      'bad address',
      item({ to: [{ email: 'ada' }] }),
      { status: 422, code: 'validation_failed', path: '/message/to/0/email' },
    ],
    [
      'unknown field',
      item({ sbject: 'x' }),
      { status: 422, code: 'validation_failed', path: '/message/sbject' },
    ],
    [
      'twice the same',
      item({ cc: [{ email: 'ADA@example.com' }] }),
      { status: 422, code: 'validation_failed', path: '/message/cc/0/email' },
    ],
    ['U+0000', item({ text: 'a\u0000b' }), { status: 422, code: 'validation_failed', path: '/message/text' }],
    [
      'not an object',
      { idempotency_key: randomUUID(), message: 'hello' },
      { status: 422, code: 'validation_failed', path: '/message' },
    ],
    ['another project', item({ project_id: at.otherProject }), { status: 403, code: 'project_not_allowed' }],
    [
      'neither',
      { idempotency_key: randomUUID() },
      { status: 422, code: 'validation_failed', path: '/message' },
    ],
    [
      'both',
      { ...item(), template: template() },
      { status: 422, code: 'validation_failed', path: '/template' },
    ],
    [
      'a template',
      { idempotency_key: randomUUID(), template: template() },
      { status: 404, code: 'template_not_found' },
    ],
    [
      'a template without recipients',
      { idempotency_key: randomUUID(), template: template({ to: undefined }) },
      { status: 422, code: 'validation_failed', path: '/template/to' },
    ],
    [
      'a template without the template',
      {
        idempotency_key: randomUUID(),
        template: { project_id: at.project, variables: {} },
      },
      { status: 422, code: 'validation_failed', path: '/template/template_id' },
    ],
    [
      'a template of another project',
      {
        idempotency_key: randomUUID(),
        template: template({ project_id: at.otherProject }),
      },
      { status: 403, code: 'project_not_allowed' },
    ],
    ['good too', item(), undefined],
  ]
  const reply = await sendBatch(verdicts.map(([, sent]) => sent))
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body).toMatchObject({ accepted: 2, rejected: verdicts.length - 2 })
  verdicts.forEach(([name, sent, refusal], index) => {
    const result = reply.body.data[index]
    expect(result, name).toMatchObject({
      index,
      idempotency_key: sent.idempotency_key,
      status: refusal === undefined ? 'accepted' : 'rejected',
    })
    if (refusal === undefined) {
      expect(result.message.id, name).toMatch(/^msg_/)
      return
    }
    expect({ status: result.error.status, code: result.error.code }, name).toEqual({
      status: refusal.status,
      code: refusal.code,
    })
    if (refusal.path !== undefined)
      expect(result.error.details[0].path, name).toBe(`/body/items/${index}${refusal.path}`)
  })
})

test('a batch sent again replays what was accepted and tries again what was rejected', async () => {
  const good = item()
  const bad = item({ to: [{ email: 'not an address' }] })
  const first = await sendBatch([good, bad])
  expect(first.body).toMatchObject({ accepted: 1, rejected: 1 })
  const mended = { ...bad, message: messageFor(at.project) }
  const second = await sendBatch([good, mended])
  expect(second.body).toMatchObject({ accepted: 2, rejected: 0 })
  expect(second.body.data[0]).toEqual({ ...first.body.data[0], replayed: true })
  expect(second.body.data[1].replayed).toBeUndefined()
})

test('a key with another content is a conflict of its item alone', async () => {
  const first = item()
  await sendBatch([first])
  const reply = await sendBatch([{ ...first, message: messageFor(at.project, { subject: 'Other' }) }, item()])
  expect(reply.body.data[0].error).toMatchObject({ status: 409, code: 'idempotency_conflict' })
  expect(reply.body.data[1].status).toBe('accepted')
})

test('the order of fields does not matter to a key', async () => {
  const first = item()
  const message = Object.fromEntries(Object.entries(first.message as object).reverse())
  const a = await sendBatch([first])
  const b = await sendBatch([{ message, idempotency_key: first.idempotency_key }])
  expect(ids(b)).toEqual(ids(a))
})

test('keys of items are apart from those of single sends and of other projects', async () => {
  const name = randomUUID()
  const single = await call(at.url, 'POST', '/v1/messages', {
    key: at.projectKey,
    body: messageFor(at.project),
    headers: { 'Idempotency-Key': name },
  })
  const batch = await sendBatch([item({}, name)])
  const elsewhere = await sendBatch(
    [{ idempotency_key: name, message: messageFor(at.otherProject) }],
    at.otherKey,
  )
  const all = [single.body.id as string, ...ids(batch), ...ids(elsewhere)]
  expect(new Set(all).size).toBe(3)
})

test('the same batch under the same key of its own gets the whole first reply again', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const send = (items: unknown[]) =>
    call(at.url, 'POST', path, { key: at.projectKey, body: { items }, headers })
  const items = [item(), item({ to: [{ email: 'ada' }] })]
  const first = await send(items)
  expect(first.body).toMatchObject({ accepted: 1, rejected: 1 })
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  const again = await send(items)
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
  expect(again.body).toEqual(first.body)

  const conflict = await send([item()])
  expect([conflict.status, conflict.body.error.code]).toEqual([409, 'idempotency_conflict'])
})

import { describe, expect, test } from 'vitest'
import type { BatchRequest } from '../../../sdk-ts/src/index.js'
import {
  clientOf,
  disconnect,
  json,
  letter,
  refusal,
  respond,
  serve,
  skipWaits,
  type Seen,
} from '../support.js'

const done = json({ data: [], accepted: 2, rejected: 0 })
const keyless: BatchRequest = { items: [{ message: letter }, { message: letter }] }

const keysOf = ({ body }: Seen) => (body as BatchRequest).items.map((item) => item.idempotency_key)

describe('the keys of the items', () => {
  test('are random where there are none, each another, and the same for all attempts', async () => {
    skipWaits()
    const { client, seen } = clientOf([disconnect, refusal(503, 'unavailable'), done])
    await client.messages.sendBatch(keyless)
    const [first, ...rest] = seen.map(keysOf)
    expect(new Set(first).size).toBe(2)
    for (const key of first ?? []) expect(key).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(rest).toEqual([first, first])
  })

  test('are others for another call, as it is another batch', async () => {
    const { client, seen } = clientOf([done])
    await client.messages.sendBatch(keyless)
    await client.messages.sendBatch(keyless)
    expect(new Set(seen.flatMap(keysOf)).size).toBe(4)
  })

  test('are the caller’s where there are any', async () => {
    skipWaits()
    const { client, seen } = clientOf([disconnect, done])
    const items = [{ idempotency_key: 'receipt-1', message: letter }, { message: letter }]
    await client.messages.sendBatch({ items })
    for (const request of seen) expect(keysOf(request)).toEqual(['receipt-1', expect.any(String)])
    expect(keysOf(seen[1] as Seen)).toEqual(keysOf(seen[0] as Seen))
  })

  test('are beside the key of the call, which is the same for all attempts and the caller’s where there is one', async () => {
    skipWaits()
    const { client, seen } = clientOf([disconnect, done])
    const sending = client.messages.sendBatch(keyless)
    await sending
    const keys = seen.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys).toEqual([sending.idempotencyKey, sending.idempotencyKey])
    expect(keysOf(seen[0] as Seen)).not.toContain(keys[0])
    await client.messages.sendBatch(keyless, { idempotencyKey: 'receipts-of-may' })
    expect(seen[2]?.headers.get('Idempotency-Key')).toBe('receipts-of-may')
  })

  test('are not written into what the caller gave', async () => {
    const { client } = clientOf([done])
    const body = structuredClone(keyless)
    await client.messages.sendBatch(body)
    expect(body).toEqual(keyless)
  })
})

test('a batch is sent as it was given, and its results returned as they came', async () => {
  const result = {
    data: [
      { index: 0, idempotency_key: 'a', status: 'accepted', replayed: true, message: { id: 'msg_1' } },
      {
        index: 1,
        idempotency_key: 'b',
        status: 'rejected',
        error: { status: 404, code: 'template_not_found', message: 'There is none.', since_version_2: [1] },
      },
    ],
    accepted: 1,
    rejected: 1,
  }
  const { client, seen } = await serve((_, reply) => respond(reply, 200, result))
  const body = {
    items: [
      { idempotency_key: 'a', message: { ...letter, scheduled_at: '2026-01-15T08:00:00.000Z' } },
      {
        idempotency_key: 'b',
        template: {
          project_id: 'prj_1',
          to: letter.to,
          template: { template_id: 'tpl_1', variables: { name: 'Ada' } },
        },
        field_of_version_2: { a: null },
      },
      {
        idempotency_key: 'c',
        template: { project_id: 'prj_1', to: letter.to, template_id: 'tpl_1', variables: { name: 'Ada' } },
      },
    ],
    option_of_version_2: true,
  }
  expect(await client.messages.sendBatch(body)).toEqual(result)
  expect(seen).toHaveLength(1)
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/v1/messages/batch' })
  expect(seen[0]?.body).toEqual(body)
})

test('a batch whose connection breaks before the reply is sent again, item by item the same', async () => {
  skipWaits()
  const { client, seen } = await serve((_, reply) => {
    if (seen.length === 1) reply.destroy()
    else respond(reply, 200, { data: [], accepted: 2, rejected: 0 })
  })
  expect(await client.messages.sendBatch(keyless)).toMatchObject({ accepted: 2 })
  expect(seen).toHaveLength(2)
  expect(seen[1]?.body).toEqual(seen[0]?.body)
})

test('what is wrong with the batch as a whole is an error', async () => {
  const { client, seen } = clientOf([refusal(422, 'validation_failed')])
  await expect(client.messages.sendBatch({ items: [] })).rejects.toMatchObject({
    name: 'ValidationError',
    code: 'validation_failed',
  })
  expect(seen).toHaveLength(1)
})

test('a batch without items in it is a mistake in the call', async () => {
  const { client, seen } = clientOf([done])
  for (const body of [undefined, {}]) {
    const call = client.messages.sendBatch(body as unknown as BatchRequest)
    await expect(call).rejects.toMatchObject({ name: 'PostsealError' })
  }
  expect(seen).toHaveLength(0)
})

describe('a string that is no address', () => {
  const broken = [
    'nonsense',
    '',
    'Doe, Ada <ada@example.com>',
    'a@b.example, c@d.example',
    'Ada\n<a@b.example>',
  ]

  test.each(broken)('passes on, for the service to reject its item alone: %j', async (to) => {
    const { client, seen } = clientOf([done])
    const { from_email: _, ...content } = letter as typeof letter & { from_email: string }
    await client.messages.sendBatch({
      items: [{ message: { ...letter, to, cc: [to] } }, { message: { ...content, from: to } }],
    })
    const [first, second] = (seen[0]?.body as { items: { message: object }[] }).items
    expect(first?.message).toMatchObject({ to: [{ email: to }], cc: [{ email: to }] })
    expect(second?.message).toMatchObject({ from_email: to })
  })

  test.each(broken)('is refused before anything is sent in a message of its own: %j', async (to) => {
    const { client, seen } = clientOf([done])
    await expect(async () => client.messages.send({ ...letter, to })).rejects.toThrow(
      /messages\.send\(body\): body\.to /,
    )
    expect(seen).toEqual([])
  })
})

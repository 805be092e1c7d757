import { expect, test } from 'vitest'
import { clientOf, disconnect, json, letter, refusal, respond, serve, skipWaits } from '../support.js'

const keys = (seen: { headers: Headers }[]) => seen.map(({ headers }) => headers.get('Idempotency-Key'))

test('a change gets a random key, and keeps it over its attempts', async () => {
  skipWaits()
  const turns = [disconnect, refusal(503, 'unavailable'), json({ id: 'msg_1' }, 202)]
  const { client, seen } = clientOf(turns)
  await client.messages.send(letter)
  const [first, ...rest] = keys(seen)
  expect(first).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  expect(rest).toEqual([first, first])
})

test('two calls have two keys', async () => {
  const { client, seen } = clientOf([json({ id: 'msg_1' }, 202)])
  await client.messages.send(letter)
  await client.messages.send(letter)
  expect(new Set(keys(seen)).size).toBe(2)
})

test("the caller's key is kept over the attempts", async () => {
  skipWaits()
  const { client, seen } = clientOf([disconnect, disconnect, json({ id: 'msg_1' }, 202)])
  await client.messages.send(letter, { idempotencyKey: 'reset-1' })
  expect(keys(seen)).toEqual(['reset-1', 'reset-1', 'reset-1'])
})

test('a read has none', async () => {
  const { client, seen } = clientOf([json({ id: 'msg_1' })])
  await client.messages.retrieve('msg_1')
  expect(keys(seen)).toEqual([null])
})

test('a message is sent once where the connection breaks before the reply', async () => {
  skipWaits()
  const sent = new Map<string | null, unknown>()
  const { client, seen } = await serve((request, reply) => {
    sent.set(request.headers.get('Idempotency-Key'), request.body)
    if (seen.length === 1) reply.destroy()
    else respond(reply, 202, { id: 'msg_1' })
  })
  expect(await client.messages.send(letter)).toEqual({ id: 'msg_1' })
  expect(seen).toHaveLength(2)
  expect([...sent.values()]).toEqual([letter])
})

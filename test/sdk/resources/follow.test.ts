import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { APIConnectionError, APITimeoutError, APIUserAbortError } from '../../../sdk-ts/src/index.js'
import type { FollowedEvents } from '../../../sdk-ts/src/index.js'
import { clientOf, disconnect, json, listOf, refusal, respond, serve, skipWaits } from '../support.js'

/** The ids of the next events. */
async function take(followed: FollowedEvents, count: number): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of followed) if (ids.push(id) === count) break
  return ids
}

const page = (ids: string[], cursor: string | null) => json({ ...listOf(ids), next_cursor: cursor })
const queryOf = (request?: { url: string }) =>
  Object.fromEntries(new URL(String(request?.url), 'http://localhost').searchParams)

describe('events that are followed', () => {
  test('come from reply to reply, each asked for by the cursor of the one before', async () => {
    const { client, seen } = clientOf([page([], 'a'), page([], 'b'), page(['1', '2'], 'c'), page(['3'], 'd')])
    const followed = client.events.follow({ type: 'message.bounced', project_id: 'prj_1' })
    expect(followed.cursor).toBeUndefined()
    expect(seen).toHaveLength(0)
    expect(await take(followed, 3)).toEqual(['1', '2', '3'])
    const filters = { limit: '100', type: 'message.bounced', project_id: 'prj_1' }
    expect(seen.map(queryOf)).toEqual([
      // The start, which a lost reply must not move, is asked for at once.
      { ...filters, wait: '0' },
      { ...filters, wait: '20', after: 'a' },
      { ...filters, wait: '20', after: 'b' },
      { ...filters, wait: '20', after: 'c' },
    ])
  })

  test('go on at a cursor, and from a time', async () => {
    const { client, seen } = clientOf([page(['7'], 'x')])
    await take(client.events.follow({ after: 'w', limit: 5, wait: 7 }), 1)
    await take(client.events.follow({ since: new Date(0) }), 1)
    expect(seen.map(queryOf)).toEqual([
      { limit: '5', wait: '7', after: 'w' },
      { limit: '100', wait: '0', since: '1970-01-01T00:00:00.000Z' },
    ])
  })

  test('have the cursor of the last reply that was taken to its end', async () => {
    const { client } = clientOf([page(['1', '2'], 'a'), page(['3'], 'b'), page([], 'c')])
    const followed = client.events.follow()
    const cursors: (string | undefined)[] = []
    for await (const { id } of followed) {
      cursors.push(followed.cursor)
      if (id === '3') break
    }
    expect(cursors).toEqual([undefined, undefined, 'a'])
  })

  test('go on without a gap where an attempt failed, and after more failures where they are iterated again', async () => {
    skipWaits()
    const unavailable = refusal(503, 'unavailable')
    const { client, seen } = clientOf([
      page(['1'], 'a'),
      unavailable,
      disconnect,
      page(['2'], 'b'),
      disconnect,
      disconnect,
      disconnect,
      page(['3'], 'c'),
    ])
    const followed = client.events.follow()
    const ids: string[] = []
    const readOn = async () => {
      for await (const { id } of followed) if (ids.push(id) === 3) break
    }
    await expect(readOn()).rejects.toBeInstanceOf(APIConnectionError)
    expect([ids, followed.cursor]).toEqual([['1', '2'], 'b'])
    await readOn()
    expect(ids).toEqual(['1', '2', '3'])
    expect(queryOf(seen.at(-1))).toMatchObject({ after: 'b', wait: '20' })
  })

  test('wait for longer than the timeout, which comes on top', async () => {
    let late = 0
    const { client } = await serve((request, reply) => {
      if (queryOf(request)['wait'] === '0') return respond(reply, 200, listOf([], 'a'))
      late += 1
      setTimeout(() => respond(reply, 200, listOf(['1'], 'b')), 300)
    })
    expect(await take(client.events.follow({}, { timeout: 100 }), 1)).toEqual(['1'])
    expect(late).toBe(1)
  })

  test('time out where the start is not told', async () => {
    const { client } = await serve(() => undefined, { maxRetries: 0 })
    const followed = client.events.follow({}, { timeout: 100 })
    await expect(take(followed, 1)).rejects.toBeInstanceOf(APITimeoutError)
  })

  test('end by their signal: in a wait, and between two events', async () => {
    const waiting = new AbortController()
    let closed: Promise<unknown> | undefined
    const { client } = await serve((request, reply) => {
      if (queryOf(request)['wait'] === '0') return respond(reply, 200, listOf(['1', '2'], 'a'))
      closed = once(reply, 'close')
      waiting.abort()
    })
    await expect(take(client.events.follow({}, { signal: waiting.signal }), 3)).rejects.toBeInstanceOf(
      APIUserAbortError,
    )
    await closed

    const between = new AbortController()
    const ids: string[] = []
    const read = async () => {
      for await (const { id } of client.events.follow({}, { signal: between.signal })) {
        ids.push(id)
        between.abort()
      }
    }
    await expect(read()).rejects.toBeInstanceOf(APIUserAbortError)
    expect(ids).toEqual(['1'])
  })

  test('are refused as any read is, and by a service that has no cursor for them', async () => {
    const refused = clientOf([refusal(403, 'insufficient_scope')]).client
    await expect(take(refused.events.follow(), 1)).rejects.toMatchObject({ code: 'insufficient_scope' })
    const { client, seen } = clientOf([page([], null)])
    await expect(take(client.events.follow(), 1)).rejects.toThrow('no cursor')
    expect(seen).toHaveLength(1)
  })
})

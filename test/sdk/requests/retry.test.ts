import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RateLimitError } from '../../../sdk-ts/src/index.js'
import { clientOf, disconnect, json, letter, listOf, refusal, skipWaits } from '../support.js'

const random = vi.spyOn(Math, 'random')
beforeEach(() => void random.mockReturnValue(0))
afterEach(() => vi.useRealTimers())

const fine = json({ id: 'msg_1' }, 202)

describe('what is tried again', () => {
  test.each([408, 429, 500, 502, 503, 504, 599])('status %d', async (status) => {
    skipWaits()
    const { client, seen } = clientOf([refusal(status, 'whatever'), fine])
    await client.messages.send(letter)
    expect(seen).toHaveLength(2)
  })

  test('a failure of the network', async () => {
    skipWaits()
    const { client, seen } = clientOf([disconnect, fine])
    await client.messages.send(letter)
    expect(seen).toHaveLength(2)
  })

  test('409 while the first request with the key is running', async () => {
    skipWaits()
    const { client, seen } = clientOf([refusal(409, 'idempotency_in_progress'), fine])
    await client.messages.send(letter)
    expect(seen).toHaveLength(2)
  })

  test.each(['idempotency_conflict', 'invalid_state', 'conflict_of_version_2'])(
    'not 409 %s',
    async (code) => {
      const { client, seen } = clientOf([refusal(409, code), fine])
      await expect(client.messages.send(letter)).rejects.toMatchObject({ status: 409, code })
      expect(seen).toHaveLength(1)
    },
  )

  test.each([400, 401, 403, 404, 405, 406, 413, 415, 422, 423])('not status %d', async (status) => {
    const { client, seen } = clientOf([refusal(status, 'whatever'), fine])
    await expect(client.messages.send(letter)).rejects.toMatchObject({ status })
    expect(seen).toHaveLength(1)
  })

  test.each([
    [404, 'not_found'],
    [409, 'invalid_state'],
  ])('not %d %s of a cancellation', async (status, code) => {
    const { client, seen } = clientOf([refusal(status, code), json({ id: 'msg_1', status: 'cancelled' })])
    await expect(client.messages.cancel('msg_1')).rejects.toMatchObject({ status, code })
    expect(seen).toHaveLength(1)
  })

  test.each([
    [409, 'invalid_state'],
    [422, 'validation_failed'],
    [423, 'sending_halted'],
  ])('not %d %s of a batch', async (status, code) => {
    const { client, seen } = clientOf([refusal(status, code), json({ data: [], accepted: 0, rejected: 0 })])
    await expect(client.messages.sendBatch({ items: [{ message: letter }] })).rejects.toMatchObject({
      status,
      code,
    })
    expect(seen).toHaveLength(1)
  })

  test('not a reply that makes no sense', async () => {
    const { client, seen } = clientOf([() => new Response('<html>'), fine])
    await expect(client.messages.send(letter)).rejects.toThrow(/not JSON/)
    expect(seen).toHaveLength(1)
  })

  test('not a change without an idempotency key', async () => {
    const { client, seen } = clientOf([refusal(503, 'unavailable'), fine])
    const call = client.messages.send(letter, { headers: { 'Idempotency-Key': '' } })
    await expect(call).rejects.toMatchObject({ status: 503 })
    expect(seen).toHaveLength(1)
  })
})

describe('how often', () => {
  test('twice by default, then the last error is thrown', async () => {
    skipWaits()
    const turns = [disconnect, refusal(500, 'internal_error'), refusal(503, 'unavailable'), fine]
    const { client, seen } = clientOf(turns)
    await expect(client.messages.send(letter)).rejects.toMatchObject({ code: 'unavailable' })
    expect(seen).toHaveLength(3)
  })

  test('as the client says, or else the call', async () => {
    skipWaits()
    const { client, seen } = clientOf([disconnect], { maxRetries: 0 })
    await expect(client.messages.list()).rejects.toThrow()
    expect(seen).toHaveLength(1)
    await expect(client.messages.list({}, { maxRetries: 4 })).rejects.toThrow()
    expect(seen).toHaveLength(6)
  })
})

describe('how long it waits', () => {
  test('twice as long each time, up to 8 s', async () => {
    const waits = skipWaits()
    const { client } = clientOf([disconnect], { maxRetries: 6 })
    await expect(client.messages.list()).rejects.toThrow()
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000])
  })

  test('a quarter less at most', async () => {
    random.mockReturnValue(0.999_999)
    const waits = skipWaits()
    const { client } = clientOf([disconnect], { maxRetries: 1 })
    await expect(client.messages.list()).rejects.toThrow()
    expect(waits[0]).toBeCloseTo(375, 2)
  })

  test.each([
    ['0', 0],
    ['7', 7_000],
    ['60', 60_000],
  ])('exactly as Retry-After: %s asks', async (header, ms) => {
    random.mockReturnValue(0.5)
    const waits = skipWaits()
    const { client } = clientOf([refusal(429, 'rate_limited', { 'Retry-After': header }), json(listOf([]))])
    await client.messages.list()
    expect(waits).toEqual([ms])
  })

  test('exactly as Retry-After asks for a batch too, beside the headers of the limit', async () => {
    const waits = skipWaits()
    const full = {
      'Retry-After': '12',
      RateLimit: '"sends";r=0;t=12',
      'RateLimit-Policy': '"sends";q=60000;w=60',
    }
    const { client, seen } = clientOf([
      refusal(429, 'rate_limited', full),
      json({ data: [], accepted: 1, rejected: 0 }),
    ])
    await client.messages.sendBatch({ items: [{ message: letter }] })
    expect(waits).toEqual([12_000])
    expect(seen[1]?.body).toEqual(seen[0]?.body)
  })

  test.each([
    ['Wed, 14 Jan 2026 09:30:12 GMT', 12_000],
    ['Wed, 14 Jan 2026 09:29:00 GMT', 0],
  ])('until the date in Retry-After: %s', async (header, ms) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-14T09:30:00Z') })
    const waits = skipWaits()
    const { client } = clientOf([refusal(503, 'unavailable', { 'Retry-After': header }), json(listOf([]))])
    await client.messages.list()
    expect(waits).toEqual([ms])
  })

  test.each(['soon', '-5', '', '1.5e3', '2026-01-14'])('as usual where Retry-After is %j', async (header) => {
    const waits = skipWaits()
    const { client } = clientOf([refusal(503, 'unavailable', { 'Retry-After': header }), json(listOf([]))])
    await client.messages.list()
    expect(waits).toEqual([500])
  })

  test('not at all where Retry-After asks for more than 60 s', async () => {
    const { client, seen } = clientOf([refusal(429, 'rate_limited', { 'Retry-After': '61' })])
    const call = client.messages.list()
    await expect(call).rejects.toBeInstanceOf(RateLimitError)
    await expect(call).rejects.toMatchObject({ retryAfter: 61 })
    expect(seen).toHaveLength(1)
  })
})

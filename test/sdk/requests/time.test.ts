import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  APIConnectionError,
  APITimeoutError,
  APIUserAbortError,
  Postseal,
} from '../../../sdk-ts/src/index.js'
import { clientOf, json, listOf, refusal, serve, skipWaits } from '../support.js'

afterEach(() => vi.useRealTimers())

/** A fetch that never answers, but gives up when it is told to. */
function hang(_url: string, init: RequestInit = {}): Promise<Response> {
  return new Promise((_, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
  })
}

describe('timeout', () => {
  test('an attempt may take 60 s by default, and is then made again', async () => {
    vi.useFakeTimers()
    const fetch = vi.fn(hang)
    const client = new Postseal({ apiKey: 'pk_test_1', fetch, maxRetries: 1 })
    const call = client.messages.list()
    const failure = expect(call).rejects.toBeInstanceOf(APITimeoutError)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(fetch).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(501)
    expect(fetch).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(60_000)
    await failure
    await expect(call).rejects.toBeInstanceOf(APIConnectionError)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a call has its own', async () => {
    vi.useFakeTimers()
    const client = new Postseal({ apiKey: 'pk_test_1', fetch: hang, maxRetries: 0 })
    const call = expect(client.messages.list({}, { timeout: 5 })).rejects.toThrow('5 ms')
    await vi.advanceTimersByTimeAsync(5)
    await call
  })

  test('it covers a body that does not end', async () => {
    const { client } = await serve((_, reply) => void reply.writeHead(200).write('{"data":'), {
      maxRetries: 0,
    })
    await expect(client.messages.list({}, { timeout: 100 })).rejects.toBeInstanceOf(APITimeoutError)
  })

  test('no timer is left behind a reply', async () => {
    vi.useFakeTimers()
    const { client } = clientOf([json(listOf([]))])
    await client.messages.list()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('abort', () => {
  test.each([0, 2])('it ends an attempt and the call, with %d retries to go', async (maxRetries) => {
    const controller = new AbortController()
    const { client, seen } = await serve(() => controller.abort(new Error('the user left')), {
      maxRetries,
    })
    const error: unknown = await client.messages
      .list({}, { signal: controller.signal })
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(APIUserAbortError)
    expect(error).toMatchObject({ cause: { message: 'the user left' } })
    expect(seen).toHaveLength(1)
  })

  test('it ends the wait between attempts', async () => {
    vi.useFakeTimers()
    const controller = new AbortController()
    const { client, seen } = clientOf([refusal(503, 'unavailable', { 'Retry-After': '30' })])
    const call = expect(client.messages.list({}, { signal: controller.signal })).rejects.toBeInstanceOf(
      APIUserAbortError,
    )
    await vi.advanceTimersByTimeAsync(1_000)
    controller.abort()
    await call
    expect(seen).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('nothing is sent after it', async () => {
    const { client, seen } = clientOf([json(listOf([]))])
    const call = client.messages.list({}, { signal: AbortSignal.abort() })
    await expect(call).rejects.toBeInstanceOf(APIUserAbortError)
    expect(seen).toHaveLength(0)
  })

  test('a signal of many calls collects no listeners', async () => {
    skipWaits()
    const { signal } = new AbortController()
    const add = vi.spyOn(signal, 'addEventListener')
    const remove = vi.spyOn(signal, 'removeEventListener')
    const { client } = clientOf([refusal(503, 'unavailable'), json(listOf([]))])
    await client.messages.list({}, { signal })
    expect(add).toHaveBeenCalledTimes(3)
    expect(remove.mock.calls.map(([, listener]) => listener)).toEqual(
      add.mock.calls.map(([, listener]) => listener),
    )
  })
})

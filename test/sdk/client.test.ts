import { inspect } from 'node:util'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Postseal, PostsealError, VERSION } from '../../sdk-ts/src/index.js'
import { clientOf, json, letter, listOf } from './support.js'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe('where the key and the address come from', () => {
  test('the options win over the environment', async () => {
    vi.stubEnv('POSTSEAL_API_KEY', 'pk_test_env')
    vi.stubEnv('POSTSEAL_BASE_URL', 'https://env.example')
    const { client, seen } = clientOf([json(listOf([]))], { baseURL: 'https://mail.example' })
    await client.events.list()
    expect(seen[0]?.url).toBe('https://mail.example/v1/events')
    expect(seen[0]?.headers.get('Authorization')).toBe('Bearer pk_test_1')
  })

  test('the environment stands in for absent options', async () => {
    vi.stubEnv('POSTSEAL_API_KEY', ' pk_test_env\n')
    vi.stubEnv('POSTSEAL_BASE_URL', 'https://env.example')
    const { client, seen } = clientOf([json(listOf([]))], { apiKey: undefined })
    await client.events.list()
    expect(seen[0]?.url).toBe('https://env.example/v1/events')
    expect(seen[0]?.headers.get('Authorization')).toBe('Bearer pk_test_env')
  })

  test('without an address it is the local service', async () => {
    vi.stubEnv('POSTSEAL_BASE_URL', '')
    const { client, seen } = clientOf([json(listOf([]))])
    await client.events.list()
    expect(seen[0]?.url).toBe('http://localhost:4000/v1/events')
  })

  test.each([undefined, ''])('without a key (%j) it says what to set', (apiKey) => {
    vi.stubEnv('POSTSEAL_API_KEY', '')
    expect(() => new Postseal({ apiKey })).toThrow(/POSTSEAL_API_KEY/)
  })

  test('an address may have a path and a slash at its end', async () => {
    const { client, seen } = clientOf([json(listOf([]))], { baseURL: 'https://shop.example/mail/' })
    await client.events.list({ limit: 5 })
    expect(seen[0]?.url).toBe('https://shop.example/mail/v1/events?limit=5')
  })

  test.each([
    'mail.example',
    'ftp://mail.example',
    'https://u:p@mail.example',
    'https://mail.example/?a=1',
    '',
  ])('the address %j is refused', (baseURL) => {
    expect(() => new Postseal({ apiKey: 'pk_test_1', baseURL })).toThrow(PostsealError)
  })
})

test.each([0, -1, NaN, Infinity])(
  'a timeout of %d is refused, of the client and of a call',
  async (timeout) => {
    expect(() => new Postseal({ apiKey: 'pk_test_1', timeout })).toThrow(/timeout/)
    const { client, seen } = clientOf([json(listOf([]))])
    await expect(client.events.list({}, { timeout })).rejects.toThrow(/timeout/)
    expect(seen).toHaveLength(0)
  },
)

test.each([-1, 1.5, Infinity])('%d retries are refused, of the client and of a call', async (maxRetries) => {
  expect(() => new Postseal({ apiKey: 'pk_test_1', maxRetries })).toThrow(/maxRetries/)
  const { client, seen } = clientOf([json(listOf([]))])
  await expect(client.events.list({}, { maxRetries })).rejects.toThrow(/maxRetries/)
  expect(seen).toHaveLength(0)
})

test('a browser is refused unless it is asked for', () => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {})
  expect(() => new Postseal({ apiKey: 'pk_test_1' })).toThrow(/browser/)
  expect(() => new Postseal({ apiKey: 'pk_test_1', dangerouslyAllowBrowser: true })).not.toThrow()
})

test('the key does not show when a client or an error is logged', async () => {
  const { client } = clientOf([json({ error: { code: 'not_found' } }, 404)], { apiKey: 'pk_test_secret' })
  const error: unknown = await client.messages.retrieve('msg_1').catch((error: unknown) => error)
  for (const value of [client, error]) {
    expect(inspect(value, { depth: 20, showHidden: true })).not.toContain('pk_test_secret')
    expect(JSON.stringify(value)).not.toContain('pk_test_secret')
  }
})

test('a request says which client it comes from, in the version of the package', async () => {
  const { version } = JSON.parse(readFileSync('sdk-ts/package.json', 'utf8')) as { version: string }
  const { client, seen } = clientOf([json(listOf([]))])
  await client.events.list()
  expect(VERSION).toBe(version)
  expect(seen[0]?.headers.get('User-Agent')).toBe(`postseal-typescript/${version}`)
})

test('headers of a call win over those of the client, without regard to case', async () => {
  const { client, seen } = clientOf([json({ id: 'msg_1' }, 202)])
  await client.messages.send(letter, { headers: { 'user-agent': 'shop/1', 'X-Trace': 'abc' } })
  expect(seen[0]?.headers.get('User-Agent')).toBe('shop/1')
  expect(seen[0]?.headers.get('X-Trace')).toBe('abc')
  expect(seen[0]?.headers.get('Content-Type')).toBe('application/json')
})

test('a header that cannot be sent is a mistake, not a failure of the network', async () => {
  const { client, seen } = clientOf([json({})])
  const call = client.messages.send(letter, { idempotencyKey: 'größe-✓' })
  await expect(call).rejects.toThrow(/character/)
  await expect(call).rejects.toMatchObject({ name: 'PostsealError' })
  expect(seen).toHaveLength(0)
})

test('the fetch that is global at the time of the call is used', async () => {
  const client = new Postseal({ apiKey: 'pk_test_1' })
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(listOf(['evt_1']))))
  expect((await client.events.list()).data).toEqual([{ id: 'evt_1' }])
})

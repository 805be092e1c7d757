import { inspect } from 'node:util'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Postseal, PostsealError, VERSION } from '../../../sdk-ts/src/index.js'
import { clientOf, json, letter, listOf, refusal, skipWaits } from '../support.js'

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

describe('without a credential', () => {
  const defaultHeaders = { authorization: null, 'Postseal-Console': '1' }

  test.each([{}, { apiKey: 'cookie' }])(
    'as a page of the service does: the browser adds the cookie (%j)',
    async (options) => {
      vi.stubEnv('POSTSEAL_API_KEY', '')
      vi.stubGlobal('window', {})
      vi.stubGlobal('document', {})
      const { client, seen } = clientOf([json(listOf([]))], {
        apiKey: undefined,
        ...options,
        dangerouslyAllowBrowser: true,
        baseURL: 'https://mail.example',
        defaultHeaders,
      })
      await client.users.list()
      await client.users.delete('usr_1')
      for (const { headers } of seen) {
        expect(headers.has('Authorization')).toBe(false)
        expect(headers.get('Postseal-Console')).toBe('1')
      }
      expect(seen[1]?.headers.get('Idempotency-Key')).toMatch(/^[\w-]{36}$/)
    },
  )

  test('a session follows from it', async () => {
    vi.stubEnv('POSTSEAL_API_KEY', '')
    const { client, seen } = clientOf([json({ token: 'session-1' }, 201), json(listOf([]))], {
      apiKey: undefined,
      defaultHeaders,
    })
    const { token } = await client.sessions.create({ token: 'of-a-link' })
    await client.withOptions({ apiKey: String(token), defaultHeaders: {} }).users.list()
    expect(seen.map(({ headers }) => headers.get('Authorization'))).toEqual([null, 'Bearer session-1'])
    expect(() => client.withOptions({ defaultHeaders: {} })).toThrow(/POSTSEAL_API_KEY/)
  })

  test('signing in sends none, even where there is one', async () => {
    const { client, seen } = clientOf([json({})])
    await client.signInLinks.create({ email: 'ada@shop.example' })
    await client.sessions.create({ token: 'of-a-link' })
    expect(seen.map(({ headers }) => headers.has('Authorization'))).toEqual([false, false])
  })
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
  expect(seen[0]?.headers.get('User-Agent')).toBe(
    `postseal-typescript/${version} node/${process.versions.node}`,
  )
})

test.each([
  [{ Deno: { version: { deno: '2.5.0' } } }, 'deno/2.5.0'],
  [{ Bun: { version: '1.3.0' } }, 'bun/1.3.0'],
  [{ EdgeRuntime: 'edge-runtime' }, 'edge'],
  [{ navigator: { userAgent: 'Cloudflare-Workers' } }, 'workerd'],
  [{ process: undefined }, 'unknown'],
])('a request names the runtime %j as %s', async (globals, name) => {
  const { client, seen } = clientOf([json(listOf([]))])
  for (const [global, value] of Object.entries(globals)) vi.stubGlobal(global, value)
  await client.events.list()
  expect(seen[0]?.headers.get('User-Agent')).toBe(`postseal-typescript/${VERSION} ${name}`)
})

test.each([
  ['apikey', /no option apikey: did you mean apiKey\?/],
  ['api_key', /did you mean apiKey\?/],
  ['baseUrl', /did you mean baseURL\?/],
  ['max_retries', /did you mean maxRetries\?/],
  ['region', /no option region: there are apiKey, baseURL,/],
])('the option %s is a mistake, and not passed over', (name, message) => {
  const options = { [name]: 'pk_test_secret' }
  expect(() => new Postseal(options)).toThrow(message)
  expect(() => clientOf([]).client.withOptions(options)).toThrow(message)
  expect(() => new Postseal(options)).not.toThrow(/pk_test_secret/)
})

test('a misspelt option of a call is a mistake, as it would lose the key', async () => {
  const { client, seen } = clientOf([json({ id: 'msg_1' }, 202)])
  const slip = { idempotency_key: 'receipt-1' } as object
  await expect(client.messages.send(letter, slip)).rejects.toThrow(
    'messages.send(options): there is no option idempotency_key: did you mean idempotencyKey?',
  )
  expect(seen).toHaveLength(0)
  await client.messages.send(letter, { note: 'of the caller' } as object)
  expect(seen).toHaveLength(1)
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

describe('withOptions', () => {
  test('makes another client, with what is given and the rest as it was', async () => {
    const { client, seen } = clientOf([json(listOf([])), json(listOf([]))], {
      baseURL: 'https://a.example',
      defaultHeaders: { 'X-Shop': 'a', 'X-Other': 'a' },
    })
    const other = client.withOptions({ baseURL: 'https://b.example/', defaultHeaders: { 'X-Shop': 'b' } })
    await other.events.list()
    await client.events.list()
    const told = seen.map(({ url, headers }) => [
      url,
      headers.get('Authorization'),
      headers.get('X-Shop'),
      headers.get('X-Other'),
    ])
    expect(told).toEqual([
      ['https://b.example/v1/events', 'Bearer pk_test_1', 'b', null],
      ['https://a.example/v1/events', 'Bearer pk_test_1', 'a', 'a'],
    ])
  })

  test('keeps every option, down to the last of a chain', async () => {
    skipWaits()
    const { client, seen } = clientOf([refusal(503, 'unavailable')], { maxRetries: 1 })
    const other = client.withOptions({ timeout: 54_321 }).withOptions({ apiKey: 'pk_test_2' })
    await expect(other.events.list()).rejects.toThrow()
    expect(seen.map(({ headers }) => headers.get('Authorization'))).toEqual([
      'Bearer pk_test_2',
      'Bearer pk_test_2',
    ])
  })

  test('does not go back to the environment, for what is undefined neither', async () => {
    const { client, seen } = clientOf([json(listOf([]))], { baseURL: 'https://a.example' })
    vi.stubEnv('POSTSEAL_API_KEY', 'pk_test_env')
    vi.stubEnv('POSTSEAL_BASE_URL', 'https://env.example')
    vi.stubEnv('POSTSEAL_LOG', 'nonsense')
    const other = client.withOptions({ apiKey: undefined, baseURL: undefined, logLevel: undefined })
    await other.events.list()
    expect(seen[0]?.url).toBe('https://a.example/v1/events')
    expect(seen[0]?.headers.get('Authorization')).toBe('Bearer pk_test_1')
  })

  test('is checked as a new client is', () => {
    const { client } = clientOf([json({})])
    expect(() => client.withOptions({ apiKey: '' })).toThrow(/API key/)
    expect(() => client.withOptions({ baseURL: 'mail.example' })).toThrow(/baseURL/)
  })

  test('needs no second leave to run in a browser', () => {
    vi.stubGlobal('window', {})
    vi.stubGlobal('document', {})
    const client = new Postseal({ apiKey: 'pk_test_1', dangerouslyAllowBrowser: true })
    expect(() => client.withOptions({ timeout: 1 })).not.toThrow()
    expect(() => client.withOptions({ dangerouslyAllowBrowser: false })).toThrow(/browser/)
  })
})

test('default headers are checked when they are given: what cannot be sent, and a key for all calls', () => {
  const clientWith = (defaultHeaders: Record<string, string>) => () =>
    new Postseal({ apiKey: 'pk_test_1', defaultHeaders })
  expect(clientWith({ 'X-Shop': '✓' })).toThrow(/character/)
  expect(clientWith({ 'no name': 'a' })).toThrow(/character/)
  expect(clientWith({ 'idempotency-key': 'reset-1' })).toThrow(/Idempotency-Key/)
  expect(clientWith({ 'X-Shop': 'a' })).not.toThrow()
})

test("default headers that change after are not the client's", async () => {
  const defaultHeaders: Record<string, string> = { 'X-Shop': 'a' }
  const { client, seen } = clientOf([json(listOf([]))], { defaultHeaders })
  defaultHeaders['X-Shop'] = 'b'
  await client.events.list()
  expect(seen[0]?.headers.get('X-Shop')).toBe('a')
})

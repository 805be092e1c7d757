import { createContext, runInContext, type Context } from 'node:vm'
import { build } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'
import { serve, respond } from '../support.js'

let script = ''
beforeAll(async () => {
  // A platform that is neither Node nor a browser: whatever is imported beside the package's own files fails
  // it.
  const { outputFiles } = await build({
    entryPoints: ['sdk-ts/src/index.ts'],
    bundle: true,
    minify: true,
    platform: 'neutral',
    format: 'iife',
    globalName: 'sdk',
    write: false,
  })
  script = outputFiles[0]?.text ?? ''
})

/** The globals of every platform with a fetch, by https://min-common-api.proposal.wintertc.org. */
const web = {
  ...{ fetch, Headers, Response, URL, URLSearchParams, AbortController, AbortSignal },
  ...{ TextEncoder, TextDecoder, setTimeout, clearTimeout, crypto, console },
}

/** A platform with the given globals, with the package imported. */
function platform(globals: object): Context {
  const context = createContext({ ...web, ...globals })
  runInContext(script, context)
  return context
}

const edges: [string, object][] = [
  ['without a process, as an edge worker', {}],
  ['with a process that has no environment', { process: {} }],
  [
    'with an environment that may not be read, as Deno’s',
    { process: { env: new Proxy({}, { get: () => expect.fail('Requires env access') }) } },
  ],
  ['with a window but no document, as in older Deno', { window: {} }],
]

describe.each(edges)('on a platform %s', (_, globals) => {
  test('a message is sent and its attachment written', async () => {
    const { seen, baseURL } = await serve((_, reply) => respond(reply, 202, { id: 'msg_1' }))
    const context = Object.assign(platform(globals), { baseURL, content: Uint8Array.of(1, 2, 3) })
    const id: unknown = await runInContext(
      `new sdk.Postseal({ apiKey: 'pk_test_1', baseURL }).messages
        .send({ attachments: [{ filename: 'a', content }] }).then(({ id }) => id)`,
      context,
    )
    expect(id).toBe('msg_1')
    expect(seen[0]?.body).toEqual({ attachments: [{ filename: 'a', content: 'AQID' }] })
  })

  test('a client without a key says what to set', () => {
    expect(() => void runInContext('new sdk.Postseal()', platform(globals))).toThrow(/POSTSEAL_API_KEY/)
  })
})

test('where there is a process, as in Node and Bun, its environment is read', () => {
  const env = { POSTSEAL_API_KEY: 'pk_test_1', POSTSEAL_BASE_URL: 'nonsense' }
  expect(() => void runInContext('new sdk.Postseal()', platform({ process: { env } }))).toThrow(/nonsense/)
})

test('a page of a browser is refused', () => {
  const page = platform({ window: {}, document: {} })
  expect(() => void runInContext(`new sdk.Postseal({ apiKey: 'pk' })`, page)).toThrow(/browser/)
})

test('importing the package asks nothing of the platform and leaves nothing behind', () => {
  const asked: PropertyKey[] = []
  const tell = (name: string) => () => {
    asked.push(name)
    return expect.fail(`${name} was called.`)
  }
  const idle = Object.fromEntries(
    ['fetch', 'setTimeout', 'clearTimeout'].map((name) => [name, tell(name)] as const),
  )
  const env = new Proxy({}, { get: (_, name) => asked.push(name) })
  const context = platform({ ...idle, process: { env }, console: {}, crypto: {} })
  expect(asked).toEqual([])
  const before = Object.keys(createContext({ ...web, process: {} }))
  expect(Object.keys(context).filter((name) => !before.includes(name))).toEqual(['sdk'])
})

import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { readReference } from '../../../scripts/reference/contract.js'
import { receiversOf, samplesOf, type CodeSample } from '../../../scripts/reference/samples.js'
import { curlSample } from '../../../scripts/reference/samples/curl.js'
import { pythonArguments, pythonLiteral } from '../../../base/text/literal.js'
import { pythonMethodOf } from '../../../base/contract/sdk-method.js'
import { typescriptSample } from '../../../scripts/reference/samples/typescript.js'
import { document, invalid, operations } from '../../support/api/contract.js'
import { compilerFindings, runProgram } from '../../support/documentation/sample-programs.js'
import {
  requestsOfCurl,
  type Sample,
  type SampledRequest,
} from '../../support/documentation/sampled-requests.js'

const base = 'https://mail.shop.example/under/a/path'
const key = 'wk_0000'

const tags = readReference().groups.flatMap((group) => group.tags)
const referenced = tags.flatMap((tag) => tag.operations)
const events = tags.flatMap((tag) => tag.events)

function samples(language: CodeSample['language']): Sample[] {
  return operations.map(({ id }) => {
    const operation = referenced.find((found) => found.id === id)
    const found = operation && samplesOf(operation, base).find((sample) => sample.language === language)
    return { id, source: found?.source ?? '' }
  })
}

const curl = samples('curl')
const typescript = samples('TypeScript')
const python = samples('Python')
const receivers = events.map((event) => ({ id: event.type, source: receiversOf(event)[0]?.source ?? '' }))

interface EventBody {
  readonly content: { readonly 'application/json': { readonly example: { readonly data: object } } }
}

/** Types of the SDK need those of browsers, which the server's tests have not. */
async function sdk(file: string): Promise<any> {
  return import(new URL(`../../../sdk-ts/src/${file}`, import.meta.url).href)
}

/** Returns the pattern of a path with values in it: ids, the session of the request, and the numbers of versions. */
function pathPattern(path: string): string {
  return path
    .replace('{version}', '[0-9]+')
    .replace('{key}', 'product-news')
    .replace(/\{\w+\}/g, '([a-z]{3}_[0-9a-z]{26}|current)')
}

test('every program compiles, with the types of the SDK', () => {
  expect(typescript.every(({ source }) => source !== '')).toBe(true)
  expect(receivers.map(({ id }) => id)).toEqual(Object.keys(document.webhooks))
  expect(compilerFindings([...typescript, ...receivers])).toEqual([])
})

describe('requests', () => {
  let byCurl: SampledRequest[]
  let byProgram: SampledRequest[]
  const isFile = (body: unknown) => typeof body === 'string' && body.startsWith('@')

  beforeAll(async () => {
    byCurl = requestsOfCurl(curl, key)
    byProgram = []
    const fetch = async (url: unknown, init: RequestInit = {}) => {
      byProgram.push({
        method: init.method ?? 'GET',
        url: String(url),
        headers: Object.fromEntries(new Headers(init.headers)),
        body: isFile(init.body) || typeof init.body !== 'string' ? init.body : JSON.parse(init.body),
      })
      // What is followed has no end, but for a reply like this.
      return Response.json({ data: [], has_more: false, next_cursor: null })
    }
    const { Postseal } = await sdk('index.ts')
    class Recorded extends Postseal {
      constructor(options: object) {
        super({ apiKey: key, fetch, maxRetries: 0, ...options })
      }
    }
    // A file is what curl calls it.
    const readFile = async (name: string) => `@${name}`
    const console = { log: () => undefined }
    const names = { Postseal: Recorded, fetch, readFile, console }
    for (const { source } of typescript) {
      await runProgram(source, names).catch((error: Error) => expect(error.message).toContain('no cursor'))
    }
  })

  test.each(operations.map((operation, index) => [operation.id, operation, index] as const))(
    'that curl makes for %s is what the contract says',
    (id, operation, index) => {
      const { method, url, headers, body } = byCurl[index] as SampledRequest
      const inQuery = [...new URL(url).searchParams]
      expect(method.toLowerCase()).toBe(operation.method)
      expect(url).toMatch(new RegExp(`^${base}${pathPattern(operation.path)}(\\?|$)`))
      for (const [name, value] of inQuery) {
        const parameter = operation.parameters.find((found) => found.in === 'query' && found.name === name)
        const typed = /^(true|false)$/.test(value) ? value === 'true' : value
        expect(invalid(parameter?.schema ?? false, typed, name)).toBeUndefined()
      }
      const takesKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
      expect(Object.keys(headers).sort()).toEqual([
        ...(operation.security.length > 0 ? ['authorization'] : []),
        ...(body === undefined ? [] : ['content-type']),
        ...(takesKey ? ['idempotency-key'] : []),
      ])
      expect(headers['authorization'] ?? `Bearer ${key}`).toBe(`Bearer ${key}`)
      const [media] = Object.entries(operation.requestBody?.content ?? {})
      expect(headers['content-type']).toBe(media?.[0])
      if (media?.[0] === 'text/csv') expect(body).toMatch(/^@(suppressions|contacts)\.csv$/)
      else expect(body).toEqual(media?.[1].example)
      expect(id).toBe(curl[index]?.id)
    },
  )

  test('that programs make are those of curl', () => {
    const plain = ({ method, url, headers, body }: SampledRequest) => ({
      // The method that follows events says how many, and how long it waits.
      request: `${method} ${url.replace(/(?<=\/v1\/events\/follow)\?.*/, '')}`,
      authorization: headers['authorization'],
      key: headers['idempotency-key'],
      body,
    })
    expect(byProgram.map(plain)).toEqual(byCurl.map(plain))
  })

  test('of a search have filters', () => {
    const searches = byCurl.filter(({ method }) => method === 'GET')
    const queries = searches.map(({ url }) => new URL(url).search).filter((search) => search !== '')
    expect(queries).toEqual([
      '?metadata_key=order_id&metadata_value=A-1042',
      '?metadata_key=order_id&metadata_value=A-1042',
      '?metadata_key=order_id&metadata_value=A-1042',
      '?type=message.bounced',
      '?type=message.bounced',
      '?since=2026-01-14T00%3A00%3A00.000Z&until=2026-01-15T00%3A00%3A00.000Z&group_by=category',
      '?status=dead_letter',
      '?address=192.0.2.25',
      '?kind=message',
      '?status=sending',
      '?status=failed',
      '?status=active',
      '?status=failed',
      '?automatic=none',
      '?archived=false',
      '?actor_id=usr_01kbf3x5vae4gt7c3p8s6d1b9n&operation=revokeApiKey&resource_id=key_01kbf3x5vfe4gt7c3p8s6d1b9n',
      '?actor_id=usr_01kbf3x5vae4gt7c3p8s6d1b9n&operation=revokeApiKey&resource_id=key_01kbf3x5vfe4gt7c3p8s6d1b9n',
    ])
  })

  test('name their idempotency keys after what happens', () => {
    const keyOf = (wanted: string) =>
      byCurl[operations.findIndex(({ id }) => id === wanted)]?.headers['idempotency-key']
    expect([keyOf('sendMessage'), keyOf('cancelMessage'), keyOf('createApiKey')]).toEqual([
      'password-reset-81723',
      'cancel-message-1042',
      'create-api-key-1042',
    ])
  })

  test('say what the key has to be', () => {
    const lineOf = (wanted: string) => curl.find(({ id }) => id === wanted)?.source.split('\n')[0]
    const shown = [
      'sendMessage',
      'listWebhooks',
      'createProject',
      'listDomains',
      'createDomain',
      'createUser',
      'requestSubscription',
    ]
    expect(shown.map(lineOf)).toEqual([
      '# POSTSEAL_API_KEY is a project key or a workspace key with messages:send.',
      '# POSTSEAL_API_KEY is a workspace key with webhooks:*.',
      '# POSTSEAL_API_KEY is a workspace key with messages:send.',
      '# POSTSEAL_API_KEY is a workspace key with reports:read or domains:*.',
      '# POSTSEAL_API_KEY is a workspace key with domains:*.',
      '# POSTSEAL_API_KEY is a workspace session of an admin.',
      '# POSTSEAL_API_KEY is a project key or a workspace key with contacts:* and messages:send.',
    ])
  })
})

test('whatever stands in an example arrives as it is', async () => {
  const text = fc.string({ unit: 'binary' })
  const name = text.filter((text) => text !== '__proto__')
  const anything = fc.array(
    fc.oneof(text, fc.dictionary(name, fc.oneof(text, fc.boolean(), fc.constant(null)))),
  )
  const bodies = [['it\'s \\\' $HOME `id` "quoted"\n', { "it's": [] }], fc.sample(anything, 20)]
  const request = {
    ...{ operationId: 'sendMessage', tag: 'Messages', method: 'POST', path: '/', ids: [], query: {} },
    ...{
      credential: 'a key',
      idempotencyKey: "it's",
      file: undefined,
      reply: { kind: 'none' as const },
    },
  }
  const byCurl = requestsOfCurl(
    bodies.map((body) => ({ id: '', source: curlSample({ ...request, body }, base) })),
    key,
  )
  expect(byCurl.map(({ body }) => body)).toEqual(bodies)
  expect(byCurl[0]?.headers['idempotency-key']).toBe("it's")
  const sent: unknown[] = []
  class Postseal {
    messages = { send: async (...given: unknown[]) => sent.push(given) }
  }
  for (const body of bodies) await runProgram(typescriptSample({ ...request, body }, base), { Postseal })
  expect(sent).toEqual(bodies.map((body) => [body, { idempotencyKey: "it's" }]))
})

// What Python makes of them is a matter of `npm run test:python`.
describe('in Python', () => {
  test('every operation and every event has a sample, the last of its tabs', () => {
    const languages = (of: readonly CodeSample[]) => of.map(({ language }) => language).join()
    expect(new Set(referenced.map((operation) => languages(samplesOf(operation, base))))).toEqual(
      new Set(['curl,TypeScript,Python']),
    )
    expect(new Set(events.map((event) => languages(receiversOf(event))))).toEqual(
      new Set(['TypeScript,Python']),
    )
  })

  test('samples call the method of their operation', () => {
    for (const [index, { id, security, tags }] of operations.entries()) {
      const { resource, name } = pythonMethodOf(id, tags[0] ?? '')
      const method = tags[0] === 'Health' ? 'httpx2.get(' : `client.${resource}.${name}(`
      expect(python[index]?.source, id).toContain(method)
      expect(python[index]?.source.includes('POSTSEAL_API_KEY'), id).toBe(security.length > 0)
    }
  })

  test('a sample reads like a program that a person wrote', () => {
    const sampleOf = (wanted: string) => python.find(({ id }) => id === wanted)?.source
    expect(sampleOf('importSuppressions')).toBe(`from pathlib import Path

from postseal import Postseal

# POSTSEAL_API_KEY is a workspace key with suppressions:*.
client = Postseal(
    base_url="https://mail.shop.example/under/a/path",
)

suppression_import = client.suppressions.import_csv(
    Path("suppressions.csv").read_bytes(),
    idempotency_key="import-suppressions-1042",
)
`)
    expect(sampleOf('createSignInLink')).toBe(`from postseal import Postseal

client = Postseal(
    base_url="https://mail.shop.example/under/a/path",
    default_headers={"Authorization": None},
)

requested_sign_in_link = client.sign_in_links.create({"email": "ada@shop.example"})
`)
    expect(sampleOf('listMessageLogs')?.split('\n\n')[2]).toBe(`for message_log in client.message_logs.list({
    "metadata_key": "order_id",
    "metadata_value": "A-1042",
}):
    print(message_log["id"])
`)
  })

  test('values have the words and the quotes of the language', () => {
    const value = { a: [true, false, null, 1.5, -2], 'it\'s "quoted"': 'back\\slash\n\0\u{1f600}' }
    expect(pythonLiteral(value)).toBe(
      `{
    "a": [True, False, None, 1.5, -2],
    "it's \\"quoted\\"": "back\\\\slash\\n\\u0000\u{1f600}",
}`,
    )
    expect(pythonArguments([], {})).toBe('()')
    expect(pythonArguments(['a'], { key: true })).toBe('("a", key=True)')
  })
})

test.each(receivers)('the receiver of $id takes it when it is signed', async ({ id, source }) => {
  const secret = 'whsec_test'
  const { verifyWebhook, signTestWebhook } = await sdk('webhooks/index.ts')
  const { content } = document.webhooks[id]?.['post']?.['requestBody'] as EventBody
  const event = content['application/json'].example
  const logged: unknown[] = []
  const receive = (await runProgram(source, {
    verifyWebhook,
    process: { env: { POSTSEAL_WEBHOOK_SECRET: secret } },
    console: { log: (value: unknown) => logged.push(value) },
  })) as (request: Request) => Promise<Response>

  const { payload, headers } = await signTestWebhook({ event, secret })
  const request = () => ({ method: 'POST', body: payload, headers })
  expect((await receive(new Request('http://localhost', request()))).status).toBe(200)
  expect(logged).toEqual([Object.values(event.data)[0]])
  headers['Service-Signature'] = headers['Service-Signature'].replace('v1=', 'v1=0')
  await expect(receive(new Request('http://localhost', request()))).rejects.toThrow()
})

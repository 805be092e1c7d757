import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sdkMethodOf } from '../../../base/contract/sdk-method.js'
import { Postseal, PostsealError, type ClientOptions } from '../../../sdk-ts/src/index.js'
import { clientOf, json, letter, listOf, settled } from '../support.js'

interface Operation {
  operationId: string
  tags: [string]
  parameters?: { $ref?: string }[]
  requestBody?: { required?: boolean; content: Record<string, unknown> }
}
type Method = (...args: unknown[]) => unknown

const contract = JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: {
    parameters: Record<string, { name: string; in: string; schema: { $ref?: string; pattern?: string } }>
    schemas: Record<string, { pattern?: string }>
  }
}
const nameIn = (ref: string | undefined) => ref?.split('/').at(-1) ?? ''
/** The prefixes of the ids in a path, in order. */
function prefixesOf(path: string, { parameters = [] }: Operation): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => {
    const found = parameters
      .map(({ $ref }) => contract.components.parameters[nameIn($ref)])
      .find((parameter) => parameter?.in === 'path' && parameter.name === part)
    const schema = found?.schema.$ref ? contract.components.schemas[nameIn(found.schema.$ref)] : found?.schema
    return /([a-z]+)_\[/.exec(schema?.pattern ?? '')?.[1] ?? ''
  })
}
/** The methods that take a body, or none for an empty one. */
const withOptionalBody = [
  'apiKeys.stop',
  'webhooks.rotateSecret',
  'webhookReceivers.create',
  'subscriptions.unsubscribe',
  'templates.preview',
  'campaigns.schedule',
  'campaigns.preview',
  'automations.retryRuns',
]
/** Every method, with values for its path, and whether it needs a body. */
const methods = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.values(item)
    .filter((operation) => !('x-alias-of' in operation))
    .filter(({ operationId, tags }) => operationId && tags[0] !== 'Health')
    .map((operation) => {
      const { operationId, tags, requestBody } = operation
      const { resource, name: method } = sdkMethodOf(operationId, tags[0])
      const name = `${resource}.${method}`
      const values = (path.match(/\{\w+\}/g) ?? []).map((part, index) =>
        part === '{version}' ? index + 1 : `id_${index}`,
      )
      const body = requestBody?.required === true && !withOptionalBody.includes(name)
      return { name, values, prefixes: prefixesOf(path, operation), body }
    }),
)
const others = [
  { name: 'messages.waitUntilSettled', values: ['id_0'], prefixes: ['msg'], body: false },
  { name: 'suppressions.exportCsv', values: [], prefixes: [], body: false },
  { name: 'contacts.exportImportLinesCsv', values: ['id_0'], prefixes: ['cim'], body: false },
  ...['auditEvents', 'contacts', 'events', 'messageLogs'].map((rows) => ({
    name: `${rows}.exportCsv`,
    values: [],
    prefixes: [],
    body: false,
  })),
]
const all = [...methods, ...others]

function methodOf(client: Postseal, name: string): Method {
  const [resource = '', method = ''] = name.split('.')
  const of = client[resource as 'messages'] as unknown as Record<string, Method>
  const found = of[method]
  if (!found) throw new Error(`there is no ${name}`)
  return found.bind(of)
}

/** Calls a method and returns its rejection. The method must not throw synchronously, and must not send anything. */
async function mistakeOf(name: string, args: unknown[]): Promise<PostsealError> {
  const { client, seen } = clientOf([json(listOf([]))])
  const error: unknown = await settled(methodOf(client, name)(...args)).then(
    () => expect.fail(`${name} took it`),
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(PostsealError)
  expect(seen).toHaveLength(0)
  return error as PostsealError
}

const sentence = (name: string, argument: string, end: string) =>
  new RegExp(`^${name.replace('.', '\\.')}\\(${argument}\\): ${argument} must be .*${end}\\.$`)
/** Returns true if a method takes a query before the options: lists, exports and forced deletions do. */
const takesQuery = (name: string) =>
  /\.(list|export(?!ImportLines)|follow)|contacts\.import$|suppressions\.delete|statistics\.retrieve|workspace\.retrieveUsage/.test(
    name,
  )

describe.each(all.filter(({ values }) => values.length > 0))('$name', ({ name, values, prefixes }) => {
  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['', '""'],
    [42, 'a number'],
    [{ id: 'msg_1' }, 'an object of another kind'],
    [Promise.resolve('msg_1'), 'a promise.*'],
  ])('with %o for an id says so', async (value, end) => {
    for (const [index, given] of values.entries()) {
      if (typeof given === 'number') continue
      const args: unknown[] = values.with(index, value as string)
      // A topic is named by its key.
      const sample = prefixes[index] === '' ? 'product-news' : `${prefixes[index]}_…`
      const call = `${name.replace('.', '\\.')}\\((\\w*[iI]d|key)\\)`
      const said = new RegExp(`^${call}: \\1 is required, such as ${sample}; got ${end}\\.$`)
      expect((await mistakeOf(name, args)).message).toMatch(said)
    }
  })
})

describe.each(all.filter(({ body }) => body))('$name', ({ name, values }) => {
  test.each([
    [undefined, 'not undefined'],
    [null, 'not null'],
    [7, 'not a number'],
    [true, 'not a boolean'],
    [[], 'not an array'],
    [new Date(), 'not a Date'],
    [Promise.resolve({}), 'not a promise.*'],
  ])('with %o for a body says so', async (value, end) => {
    const argument = name.endsWith('.import') ? 'csv' : 'body'
    const query = takesQuery(name) ? [{}] : []
    expect((await mistakeOf(name, [...values, value, ...query])).message).toMatch(
      sentence(name, argument, end),
    )
  })
})

describe.each(all)('$name', ({ name, values, body }) => {
  const before = [...values, ...(body ? [name.endsWith('.import') ? 'a@b' : { items: [] }] : [])]
  const takesBody = withOptionalBody.includes(name)
  const args = (options: unknown) => [
    ...before,
    ...(takesQuery(name) || takesBody ? [{ project_id: 'prj_1' }] : []),
    options,
  ]

  test.each([null, 'reset-1', 5])('with %o for options says so', async (options) => {
    expect((await mistakeOf(name, args(options))).message).toMatch(sentence(name, 'options', ''))
  })

  test.each([
    [{ signal: 'now' }, 'options.signal'],
    [{ headers: new Headers({ 'X-Shop': 'a' }) }, 'options.headers'],
    [{ headers: 'X-Shop: a' }, 'options.headers'],
    [{ timeout: '5000' }, 'timeout'],
    [{ maxRetries: '2' }, 'maxRetries'],
    [{ idempotencyKey: 7 }, 'options.idempotencyKey'],
    [{ idempotencyKey: '' }, 'options.idempotencyKey'],
  ])('with the options %o says which one is wrong', async (options, named) => {
    expect((await mistakeOf(name, args(options))).message).toContain(`${named} must be `)
  })
})

describe.each(all.filter(({ name }) => takesQuery(name)))('$name', ({ name, values, body }) => {
  test.each([null, 'queued', 5, []])('with %o for a query says so', async (query) => {
    expect((await mistakeOf(name, [...values, ...(body ? ['a@b'] : []), query])).message).toMatch(
      sentence(name, 'query', ''),
    )
  })
})

test.each(['suppressions.exportCsv', 'auditEvents.export', 'events.follow', 'statistics.retrieve'])(
  '%s says which time of its query is wrong',
  async (name) => {
    const { message } = await mistakeOf(name, [{ since: new Date(NaN) }])
    expect(message).toBe(`${name}(query): query.since is an invalid Date.`)
  },
)

test.each([
  [{}, 'body.items must be an array of messages, not undefined'],
  [{ items: { message: letter } }, 'body.items must be an array'],
  [{ items: [{ message: letter }, undefined] }, 'body.items[1] must be an object'],
])('the batch %o says which part is wrong', async (batch, named) => {
  const { message } = await mistakeOf('messages.sendBatch', [batch])
  expect(message).toMatch(/^messages\.sendBatch\(body\): /)
  expect(message).toContain(named)
})

test('nothing of what was given is told, only its kind', async () => {
  const secret = 'ada@example.com'
  const { message } = await mistakeOf('messages.send', [secret])
  expect(message).toBe("messages.send(body): body must be an object with the request's fields, not a string.")
})

describe('the client', () => {
  const make = (options: unknown) => () => new Postseal(options as ClientOptions)

  test.each([
    ['pk_test_1', 'not a string'],
    [null, 'not null'],
    [[], 'not an array'],
    [42, 'not a number'],
  ])('with %o for options says so', (options, end) => {
    expect(make(options)).toThrow(PostsealError)
    expect(make(options)).toThrow(end)
    expect(() => new Postseal({ apiKey: 'pk_test_1' }).withOptions(options as ClientOptions)).toThrow(end)
  })

  test.each([
    [{ apiKey: 42 }, 'apiKey must be a string, not a number.'],
    [{ apiKey: 'pk_test_1\n' }, /^apiKey has white space or a line break/],
    [{ apiKey: ' pk_test_1' }, /^apiKey has white space/],
    [{ apiKey: 'Bearer pk_test_1' }, /without "Bearer"\.$/],
    [{ apiKey: 'pk_tést_1' }, /^apiKey has a character that no key has/],
    [{ baseURL: 42 }, /^baseURL must be like .*, not a number\.$/],
    [{ timeout: '5000' }, /^timeout must be milliseconds .*, not a string\.$/],
    [{ maxRetries: '2' }, /^maxRetries must be a whole number from 0, not a string\.$/],
    [{ fetch: 'fetch' }, 'fetch must be a function, not a string.'],
    [{ logger: {} }, /^logger must be an object with error, warn, info and debug/],
    [{ logLevel: 3 }, /^logLevel .* must be one of/],
    [{ defaultHeaders: new Headers() }, /^defaultHeaders must be an object of names and values/],
    [{ defaultHeaders: 'X-Shop: a' }, /^defaultHeaders must be/],
  ])('with %o says which option is wrong', (options, message) => {
    const given = { apiKey: 'pk_test_1', ...options }
    expect(make(given)).toThrow(PostsealError)
    expect(make(given)).toThrow(message)
  })

  test('says nothing of a key that is wrong', () => {
    expect(make({ apiKey: 'pk_test_secret\n' })).toThrow(expect.not.stringContaining('secret') as string)
  })

  test('says nothing of a password in the address', () => {
    const baseURL = 'https://ada:pass@word@mail.example'
    expect(make({ apiKey: 'pk_test_1', baseURL })).toThrow(/without query or user, not "…@mail\.example"\.$/)
  })

  test.each([
    'https://mail.example',
    'https://mail.example/',
    'https://mail.example/v1',
    'https://mail.example/v1/',
    'https://mail.example//v1//',
  ])('takes the address %s for the service', async (baseURL) => {
    const { client, seen } = clientOf([json(listOf([]))], { baseURL })
    await client.events.list()
    expect(seen[0]?.url).toBe('https://mail.example/v1/events')
  })

  test('takes a path of its own before /v1', async () => {
    const { client, seen } = clientOf([json(listOf([]))], { baseURL: 'https://shop.example/mail/v1' })
    await client.events.list()
    expect(seen[0]?.url).toBe('https://shop.example/mail/v1/events')
  })
})

import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { requestOf } from '../../../server/operate/mcp/call.js'
import { ownTools, type Tool } from '../../../server/operate/mcp/tools.js'
import { operations, type ContractOperation } from '../../support/api/contract.js'
import { requestOf as exampleOf, type KnownIds } from '../../support/api/requests.js'

const tools = ownTools()
const toolFor = ({ id }: Pick<ContractOperation, 'id'>) =>
  tools.find(({ operation }) => operation.id === id) as Tool
const withCredential = operations.filter(({ security }) => security.length > 0)

const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: true })
;(addFormats as unknown as (instance: Ajv2020) => void)(ajv)
ajv.addFormat('idn-email', true)

/** Ids of every kind. */
const someIds = new Proxy<KnownIds>(
  {},
  {
    get: (_ids, prefix) =>
      /^([a-z]{2,4}|token)$/.test(String(prefix))
        ? () => `${String(prefix)}_01kbf3yq0se8v8m5r1w8t2xc4a`
        : undefined,
  },
)

/** The arguments of a tool that make the example request of its operation. */
async function exampleArguments(operation: ContractOperation) {
  const { method, path, body, raw, headers } = await exampleOf(operation, someIds)
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const parts = pathname.split('/')
  const given: Record<string, unknown> = Object.fromEntries(
    operation.path.split('/').flatMap((part, index) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      return name === undefined ? [] : [[name, decodeURIComponent(parts[index] ?? '')]]
    }),
  )
  for (const [name, value] of searchParams) given[name] = value
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  if (sent !== undefined) given['body'] = raw ?? body
  return { given, method, path, sent, type: sent && (headers['Content-Type'] ?? 'application/json') }
}

test('every operation that takes a credential is a tool', () => {
  expect(tools.map(({ operation }) => operation.id).toSorted()).toEqual(
    withCredential.map(({ id }) => id).toSorted(),
  )
  const names = tools.map(({ listed }) => listed.name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !/^[a-z][a-z_]{1,63}$/.test(name))).toEqual([])
})

test('what changes nothing is a GET, or a preview', () => {
  const posts = tools.filter(({ operation, readsOnly }) => readsOnly && operation.method !== 'get')
  expect(posts.map(({ operation }) => operation.id).toSorted()).toEqual([
    'checkCampaign',
    'explainSegment',
    'previewCampaign',
    'previewDeletion',
    'previewSegment',
    'previewTemplate',
    'previewTemplateContent',
    'simulateAutomation',
    'testInboundRoute',
  ])
  for (const { listed, readsOnly } of tools) expect(listed.annotations.readOnlyHint).toBe(readsOnly)
  expect(toolFor({ id: 'revokeApiKey' }).listed.annotations.destructiveHint).toBe(true)
  expect(toolFor({ id: 'stopApiKey' }).listed.annotations.destructiveHint).toBe(true)
  expect(toolFor({ id: 'sendMessage' }).listed.annotations).toMatchObject({
    destructiveHint: false,
    openWorldHint: true,
  })
})

describe('the example of each operation', () => {
  test.each(withCredential)('$id', async (operation) => {
    const { listed } = toolFor(operation)
    const { given, method, path, sent, type } = await exampleArguments(operation)
    const validate = ajv.compile(listed.inputSchema)
    validate(given)
    expect(validate.errors ?? []).toEqual([])

    const made = requestOf(toolFor(operation), given)
    if (typeof made === 'string') throw new Error(made)
    expect(made.method).toBe(method.toUpperCase())
    const url = new URL(made.target, 'http://localhost')
    const expected = new URL(path, 'http://localhost')
    expect(url.pathname).toBe(expected.pathname)
    expect([...url.searchParams]).toEqual([...expected.searchParams])
    expect(made.body).toBe(sent)
    expect(made.headers['Content-Type']).toBe(type)
    const takesKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
    expect(made.headers['Idempotency-Key'] !== undefined).toBe(takesKey)
  })
})

describe('what no request can be made of', () => {
  const wrong = (id: string, given: Record<string, unknown>) => requestOf(toolFor({ id }), given)

  test.each<[string, string, Record<string, unknown>, RegExp]>([
    [
      'an argument that is not known',
      'listMessages',
      { limits: 1 },
      /^list_messages has no argument "limits"\. It has limit, /,
    ],
    ['a name that objects have', 'listMessages', { constructor: 1 }, /no argument "constructor"/],
    [
      'a prototype',
      'listMessages',
      JSON.parse('{"__proto__":1}') as Record<string, unknown>,
      /no argument "__proto__"/,
    ],
    ['no id', 'retrieveMessage', {}, /^The argument "id" is missing\.$/],
    ['an empty id', 'retrieveMessage', { id: '' }, /takes one value/],
    ['two ids', 'retrieveMessage', { id: ['a', 'b'] }, /takes one value/],
    ['null for an id', 'retrieveMessage', { id: null }, /is null/],
    [
      'half a surrogate pair',
      'retrieveMessage',
      { id: 'msg_\ud800' },
      /"id" must not contain half a surrogate pair/,
    ],
    ['an object in the query', 'listMessages', { limit: { a: 1 } }, /takes no objects/],
    [
      'a key with a line end',
      'sendMessage',
      { body: {}, idempotency_key: 'a\r\nb: c' },
      /"idempotency_key" takes/,
    ],
    ['a value for a text', 'importContacts', { body: {}, project_id: 'x' }, /"body" takes text/],
  ])('%s', (_what, id, given, sentence) => {
    expect(wrong(id, given)).toMatch(sentence)
  })

  test('an id stays one part of the path, whatever it has in it', () => {
    expect(requestOf(toolFor({ id: 'retrieveMessage' }), { id: '../api-keys?a#b' })).toMatchObject({
      target: '/v1/messages/..%2Fapi-keys%3Fa%23b',
    })
  })
})

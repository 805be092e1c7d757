import { beforeAll, describe, expect, test } from 'vitest'
import type { Break } from '../../../scripts/contract/breaking/rule.js'
import { schemaCases, type Case } from './cases.js'
import { compare } from './compare.js'
import { operationCases, webhookCases } from './operation-cases.js'

/**
 * All cases side by side in two contracts, there and back, each at a path of its own, so that they are compared once
 * and not two hundred times.
 */

const requests: Case[] = schemaCases.map(({ request: [there, back], ...rest }) => ({
  ...rest,
  before: asRequest(rest.before),
  after: asRequest(rest.after),
  there,
  back,
}))
const replies: Case[] = schemaCases.map(({ reply: [there, back], ...rest }) => ({
  ...rest,
  before: asReply(rest.before),
  after: asReply(rest.after),
  there,
  back,
}))
const underPaths = [...requests, ...replies, ...operationCases]

function asRequest(schema: object): object {
  const body = { content: { 'application/json': { schema: holding(schema) } } }
  return { post: { operationId: 'post', requestBody: body, responses: { '200': { description: 'Done.' } } } }
}

function asReply(schema: object): object {
  const content = { 'application/json': { schema: holding(schema) } }
  return { get: { operationId: 'get', responses: { '200': { description: 'Done.', content } } } }
}

function holding(schema: object): object {
  return { type: 'object', properties: { value: schema } }
}

type Side = 'before' | 'after'

/** Operations whose requests and replies share a schema, which holds itself. */
const sharing = {
  get: { operationId: 'getTree', responses: { '200': replyOf('Tree') } },
  put: {
    operationId: 'putTree',
    requestBody: replyOf('Tree'),
    responses: { '200': { description: 'Done.' } },
  },
  post: { operationId: 'postBush', requestBody: replyOf('Bush'), responses: { '200': replyOf('Bush') } },
}

function replyOf(name: string): object {
  const schema = { $ref: `#/components/schemas/${name}` }
  return { description: 'It.', content: { 'application/json': { schema } } }
}

function shared(side: Side): object {
  const plant = (name: string, maxLength: number) => ({
    type: 'object',
    properties: {
      name: { type: 'string', maxLength },
      parts: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
    },
  })
  return side === 'before'
    ? { Tree: plant('Tree', 9), Bush: plant('Bush', 8), Weed: { type: 'string' } }
    : { Tree: plant('Tree', 8), Bush: plant('Bush', 9) }
}

function contractOf(there: Side, back: Side): object {
  const items = underPaths.flatMap((one, index) => [
    [`/there/${index}`, named(one[there], `There${index}`)],
    [`/back/${index}`, named(one[back], `Back${index}`)],
  ])
  const hooks = webhookCases.flatMap((one, index) => [
    [`there.${index}`, one[there]],
    [`back.${index}`, one[back]],
  ])
  const bearer = { type: 'http', scheme: 'bearer' }
  return {
    openapi: '3.1.0',
    info: { title: 'Cases', version: '1.0.0' },
    servers: [{ url: `https://${there}.example` }],
    paths: { ...Object.fromEntries(items), '/shared': sharing },
    webhooks: Object.fromEntries(hooks) as object,
    components: { securitySchemes: { key: bearer, session: bearer }, schemas: shared(there) },
  }
}

/** Operations are told apart by their ids. */
function named(item: object, suffix: string): object {
  const operations = Object.entries(item) as [string, { operationId: string }][]
  return Object.fromEntries(
    operations.map(([method, operation]) => [
      method,
      { ...operation, operationId: `${operation.operationId}${suffix}` },
    ]),
  )
}

let found: Break[]
beforeAll(() => {
  found = compare(contractOf('before', 'after'), contractOf('after', 'before'))
})

function rulesAt(place: string): string[] {
  return [...new Set(found.filter((one) => one.place.startsWith(`${place}/`)).map(({ rule }) => rule))].sort()
}

describe.each([
  ['of a request', requests, 0],
  ['of a reply', replies, requests.length],
  ['of an operation', operationCases, requests.length + replies.length],
] as const)('%s', (_of, cases, first) => {
  test.each(cases.map((one, index) => [one.what, one, index] as const))('%s', (_what, one, index) => {
    expect(rulesAt(`#/paths/~1there~1${first + index}`)).toEqual([...one.there].sort())
    expect(rulesAt(`#/paths/~1back~1${first + index}`)).toEqual([...one.back].sort())
  })
})

describe('of a webhook', () => {
  test.each(webhookCases.map((one, index) => [one.what, one, index] as const))('%s', (_what, one, index) => {
    expect(rulesAt(`#/webhooks/there.${index}`)).toEqual([...one.there].sort())
    expect(rulesAt(`#/webhooks/back.${index}`)).toEqual([...one.back].sort())
  })
})

test('a shared schema is held to both directions, and found where it is written', () => {
  const constrained = found.filter(({ place }) => place.startsWith('#/components/schemas/'))
  expect(constrained.map(({ rule, place, change }) => [rule, place, change]).sort()).toEqual([
    ['schema-constraint-changed', '#/components/schemas/Bush/properties/name/maxLength', '8 -> 9'],
    ['schema-constraint-changed', '#/components/schemas/Tree/properties/name/maxLength', '9 -> 8'],
    ['schema-removed', '#/components/schemas/Weed', 'removed'],
  ])
})

test('components that types are made of keep their names, and numbers stay where only words have them', () => {
  const limits = (size: string, rows: string) => ({
    title: 'Limits',
    version: '1.0.0',
    description: `A body has up to ${size}.\n\n| Limit | Value |\n| --- | --- |\n| Items of a batch | ${rows} |\n`,
  })
  const contract = (info: object, names: readonly string[], said: string) => ({
    openapi: '3.1.0',
    info,
    tags: [{ name: 'Things', description: `${said} a day` }],
    paths: {
      '/things': {
        get: { operationId: 'listThings', description: `Of ${said}\nkept, as RFC 9110 says.`, responses: {} },
      },
    },
    components: Object.fromEntries(
      ['parameters', 'responses', 'headers'].map((kind) => [
        kind,
        Object.fromEntries(names.map((name) => [name, { description: name }])),
      ]),
    ),
  })
  const before = contract(limits('10 MB', '1 to 100'), ['Limit', 'Other'], '7 days')
  const after = contract(limits('1 MB', '1 to 50'), ['PageSize', 'Other'], '5 days')
  expect(compare(before, before)).toEqual([])
  const own = compare(before, after).filter(({ rule }) =>
    ['component-removed', 'number-in-text'].includes(rule),
  )
  expect(own.map(({ place, change }) => `${place} ${change}`)).toEqual([
    '#/components/parameters/Limit removed',
    '#/components/responses/Limit removed',
    '#/components/headers/Limit removed',
    '#/info/description -"Items of a batch: 1 to 100"',
    '#/info/description -"10 MB"',
    '#/tags/Things/description -"7 days"',
    '#/paths/~1things/get/description -"7 days"',
  ])
})

test('a server stays where it is', () => {
  const moved = found.filter(({ place }) => place.startsWith('#/servers/'))
  expect(moved.map(({ rule, change }) => [rule, change])).toEqual([
    ['server-removed', '"https://before.example" -> "https://after.example"'],
  ])
})

test('a new type of event breaks nothing, while a new member of another union does', () => {
  const event = (type: string) => ({
    type: 'object',
    required: ['type'],
    properties: { type: { const: type } },
  })
  const withTypes = (union: string, ...types: string[]) => ({
    openapi: '3.1.0',
    info: { title: 'Events', version: '1.0.0' },
    paths: { '/events': { get: { operationId: 'listEvents', responses: { '200': replyOf(union) } } } },
    components: { schemas: { [union]: { oneOf: types.map(event) } } },
  })
  const [before, after] = [
    ['a', 'c'],
    ['a', 'b', 'c'],
  ]
  expect(compare(withTypes('KnownEvent', ...before), withTypes('KnownEvent', ...after))).toEqual([])
  expect(compare(withTypes('Shape', ...before), withTypes('Shape', ...after))).toMatchObject([
    { rule: 'schema-combinator-changed' },
  ])
})

import { describe, expect, test } from 'vitest'
import type { Break } from '../../scripts/contract/breaking/breaks.js'
import { schemaCases, type Case } from './cases.js'
import { compare } from './compare.js'
import { operationCases, webhookCases } from './operation-cases.js'

/**
 * All cases side by side in two contracts, each at a path of its own, so that they are compared twice and not a
 * hundred times: there and back.
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

function contractOf(side: 'before' | 'after'): object {
  const items = underPaths.map((one, index) => [`/${index}`, named(one[side], index)])
  const hooks = webhookCases.map((one, index) => [`${index}`, one[side]])
  const bearer = { type: 'http', scheme: 'bearer' }
  return {
    openapi: '3.1.0',
    info: { title: 'Cases', version: '1.0.0' },
    paths: Object.fromEntries(items) as object,
    webhooks: Object.fromEntries(hooks) as object,
    components: { securitySchemes: { key: bearer, session: bearer } },
  }
}

/** Operations are told apart by their ids. */
function named(item: object, index: number): object {
  const operations = Object.entries(item) as [string, { operationId: string }][]
  return Object.fromEntries(
    operations.map(([method, operation]) => [
      method,
      { ...operation, operationId: `${operation.operationId}${index}` },
    ]),
  )
}

const there = compare(contractOf('before'), contractOf('after'))
const back = compare(contractOf('after'), contractOf('before'))

function rulesAt(found: readonly Break[], place: string): string[] {
  return [...new Set(found.filter((one) => one.place.startsWith(`${place}/`)).map(({ rule }) => rule))].sort()
}

describe.each([
  ['of a request', requests, 0],
  ['of a reply', replies, requests.length],
  ['of an operation', operationCases, requests.length + replies.length],
] as const)('%s', (_of, cases, first) => {
  test.each(cases.map((one, index) => [one.what, one, index] as const))('%s', (_what, one, index) => {
    expect(rulesAt(there, `#/paths/~1${first + index}`)).toEqual([...one.there].sort())
    expect(rulesAt(back, `#/paths/~1${first + index}`)).toEqual([...one.back].sort())
  })
})

describe('of a webhook', () => {
  test.each(webhookCases.map((one, index) => [one.what, one, index] as const))('%s', (_what, one, index) => {
    expect(rulesAt(there, `#/webhooks/${index}`)).toEqual([...one.there].sort())
    expect(rulesAt(back, `#/webhooks/${index}`)).toEqual([...one.back].sort())
  })
})

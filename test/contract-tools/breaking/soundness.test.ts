import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare } from './compare.js'
import { runs } from '../../support/run/sampled.js'

/**
 * Tests that a change in which no rule finds a break breaks nothing. Schemas are drawn at random, in pairs of the
 * same kind, and values are held against both: if nothing was found, a request that was valid still is, and a reply
 * that is valid was so before.
 */

const optional = <T extends object>(members: T) =>
  fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<object>
const small = fc.integer({ min: 0, max: 3 })
const text = fc.constantFrom('', 'a', 'b', 'ab', 'bb', 'aaaa')

const strings = fc.record({
  type: fc.constantFrom('string', ['string', 'null']),
  more: optional({ minLength: small, maxLength: small, pattern: fc.constantFrom('^a', 'b$') }),
})
const numbers = fc.record({
  type: fc.constantFrom('integer', 'number'),
  more: optional({
    minimum: small,
    maximum: small,
    exclusiveMaximum: small,
    multipleOf: fc.constantFrom(1, 2, 3),
  }),
})
const lists = fc.record({
  type: fc.constant('array'),
  more: optional({
    items: optional({ type: fc.constant('string'), maxLength: small }),
    minItems: small,
    maxItems: small,
    uniqueItems: fc.boolean(),
  }),
})
/** Requests are closed in this contract: nobody may have sent what is named later. Replies are open. */
const objects = (closed: object) =>
  fc.record({
    type: fc.constant('object'),
    more: optional({
      properties: optional({
        a: fc.constant({ type: 'string' }),
        b: optional({ type: fc.constant('integer') }),
      }),
      required: fc.subarray(['a', 'b']),
      maxProperties: small,
      propertyNames: fc.constantFrom({ pattern: '^a' }, { maxLength: 1 }),
    }).map((more) => ({ ...more, ...closed })),
  })
/** Replies may have new values, which clients must tolerate. */
const valued = fc.record({
  type: fc.constantFrom('object', 'string'),
  more: optional({
    properties: optional({ a: fc.constant({}), c: fc.constant({}) }),
    additionalProperties: fc.constantFrom(false, true, { type: 'integer' }),
    enum: fc.uniqueArray(text, { minLength: 1 }),
    const: text,
  }),
})

const inBoth = [strings, numbers, lists] as const
const inRequests = fc.oneof(objects({ additionalProperties: false }), valued)
const inReplies = objects({})
function pairOf(kind: fc.Arbitrary<{ type: unknown; more: object }>): fc.Arbitrary<Pair> {
  const schema = kind.map(({ type, more }) => ({ type, ...more }))
  return fc.tuple(schema, schema)
}

const values: unknown[] = [
  ...[null, '', 'a', 'b', 'ab', 'bb', 'aaaa', -1, 0, 1, 1.5, 2, 3, 4],
  ...[[], ['a'], ['a', 'a'], ['a', 'b'], ['a', 'b', 'ab'], ['aaaa'], [1], ['a', 'b', 'c', 'd']],
  ...[
    {},
    { a: 'a' },
    { a: 1 },
    { b: 1 },
    { b: 'b' },
    { a: 'a', b: 1 },
    { c: 1 },
    { c: 'c' },
    { a: 'a', ab: 1 },
  ],
  { a: 'a', b: 1, c: 1, d: 1 },
]

type Pair = readonly [before: object, after: object]

function contractOf(side: 0 | 1, requests: readonly Pair[], replies: readonly Pair[]): object {
  const json = (pair: Pair) => ({ content: { 'application/json': { schema: pair[side] } } })
  const done = { description: 'Done.' }
  const paths = [
    ...requests.map((pair) => ({ requestBody: json(pair), responses: { '200': done } })),
    ...replies.map((pair) => ({ responses: { '200': { ...done, ...json(pair) } } })),
  ].map((operation, index) => [`/${index}`, { post: { operationId: `post${index}`, ...operation } }] as const)
  return { openapi: '3.1.0', info: { title: 'Pairs', version: '1.0.0' }, paths: Object.fromEntries(paths) }
}

test('what no rule finds breaks nothing', () => {
  // One comparison takes as long for many pairs as for one, so they are drawn beforehand and compared together.
  const seed = Date.now() % 2 ** 31
  const draw = (kind: fc.Arbitrary<Pair>) => fc.sample(kind, { numRuns: runs(150), seed })
  const requests = draw(fc.oneof(...inBoth.map(pairOf), pairOf(inRequests)))
  const replies = draw(fc.oneof(...inBoth.map(pairOf), pairOf(inReplies)))
  const found = new Set(
    compare(contractOf(0, requests, replies), contractOf(1, requests, replies)).map(
      ({ place }) => place.split('/')[2],
    ),
  )

  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  const held = [...requests, ...replies.map(([before, after]) => [after, before] as const)]
  const harmless = held.filter((_pair, index) => !found.has(`~1${index}`))
  const broken = harmless.flatMap(([from, to]) => {
    const [was, is] = [ajv.compile(from), ajv.compile(to)]
    return values.filter((value) => was(value) && !is(value)).map((value) => ({ from, to, value }))
  })
  expect(broken, `with the seed ${seed}`).toEqual([])
  expect(harmless.length).toBeGreaterThan(5)
})

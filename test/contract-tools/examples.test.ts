import { expect, test } from 'vitest'
import type { Node } from '../../scripts/contract/document.js'
import { exampleFindings } from '../../scripts/contract/examples/findings.js'

const things = {
  first: 'thg_01kbf3yq0ge8gvk2c5m7x9t3ea',
  second: 'thg_01kbf3yw0ge1xb3a7qyfr6f0dt',
}
const error = { error: { code: 'not_found', message: 'There is no such thing.' } }

/** Examples of a contract, one of each kind. */
const shown = {
  request: { name: 'One', made: '2026-01-14' } as object,
  reply: { id: things.first, name: 'One', created_at: '2026-01-14T09:30:00.000Z' } as object,
  named: { id: things.second, name: 'Two', created_at: '2026-01-14T09:30:00.000Z' } as object,
  error: error as object,
  event: { id: things.first, size: null } as object,
  parameter: 'thg_01kbf3yq0ge8gvk2c5m7x9t3ea' as unknown,
  header: 12 as unknown,
  schema: 'One',
  property: 3 as unknown,
  item: ['a'],
}

function contractWith(changed: Partial<typeof shown>): Node {
  const { request, reply, named, event, ...all } = { ...shown, ...changed }
  const thing = { $ref: '#/components/schemas/Thing' }
  const id = { name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/ThingId' } }
  const failed = { type: 'object', properties: { code: { type: 'string' }, message: { type: 'string' } } }
  return {
    paths: {
      '/v1/things/{id}': {
        put: {
          parameters: [all.parameter === undefined ? id : { ...id, example: all.parameter }],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['name'],
                  properties: { name: { type: 'string' }, made: { type: 'string', format: 'date' } },
                },
                example: request,
              },
            },
          },
          responses: {
            '200': {
              headers: { Left: { schema: { type: 'integer' }, example: all.header } },
              content: { 'application/json': { schema: thing, example: reply } },
            },
            '201': {
              content: {
                'application/json': { schema: thing, ...(named && { examples: { two: { value: named } } }) },
              },
            },
            '404': { $ref: '#/components/responses/NotFound' },
          },
        },
      },
    },
    webhooks: {
      'thing.made': {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: ['object', 'null'],
                  properties: { id: { $ref: '#/components/schemas/ThingId' }, size: { type: 'null' } },
                },
                example: event,
              },
            },
          },
        },
      },
    },
    components: {
      responses: {
        NotFound: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { error: failed } },
              example: all.error,
            },
          },
        },
      },
      schemas: {
        ThingId: { type: 'string', pattern: '^thg_[0-7][0-9a-hjkmnp-tv-z]{25}$' },
        Name: { type: 'string', maxLength: 5, example: all.schema },
        Thing: {
          type: 'object',
          properties: {
            id: { $ref: '#/components/schemas/ThingId' },
            thing_id: { type: ['string', 'null'] },
            name: { $ref: '#/components/schemas/Name' },
            owner: { type: 'string', format: 'idn-email' },
            created_at: { type: 'string', format: 'date-time' },
            count: { type: 'integer', example: all.property },
            // A field, not an example of the schema.
            example: { type: 'string', examples: all.item },
          },
        },
        Other: { type: 'object', properties: { thing_id: { $ref: '#/components/schemas/ThingId' } } },
      },
    },
  }
}

function rules(changed: Partial<typeof shown>): string[] {
  return [...new Set(exampleFindings(contractWith(changed)).map(({ rule }) => rule))]
}

test('examples that are what they are examples of are well', () => {
  expect(exampleFindings(contractWith({}))).toEqual([])
})

test.each<[string, Partial<typeof shown>, string[]]>([
  ['a request with a misspelt field', { request: { name: 'One', mad: '2026-01-14' } }, ['example-invalid']],
  [
    'a request with a day that is none',
    { request: { name: 'One', made: '2026-02-30' } },
    ['example-invalid'],
  ],
  ['a request that lacks a field', { request: {} }, ['example-invalid']],
  ['a reply with an address that is none', { reply: { ...shown.reply, owner: 'ada' } }, ['example-invalid']],
  ['a reply with a field too many', { reply: { ...shown.reply, colour: 'red' } }, ['example-invalid']],
  ['a reply among several', { named: { ...shown.named, name: 'Too long' } }, ['example-invalid']],
  ['an error with a field too many', { error: { error: { ...error.error, x: 1 } } }, ['example-invalid']],
  ['an event with a field too many', { event: { ...shown.event, x: 1 } }, ['example-invalid']],
  ['a parameter', { parameter: 'thing' }, ['example-invalid']],
  ['a header', { header: 'many' }, ['example-invalid']],
  ['a schema', { schema: 'Too long' }, ['example-invalid']],
  ['a property', { property: 'three' }, ['example-invalid']],
  ['one of a list', { item: ['a', 1] as string[] }, ['example-invalid']],
  ['a reply without', { named: undefined }, ['example-missing']],
  ['a path parameter without', { parameter: undefined }, ['example-missing']],
  [
    'an id of another kind',
    { reply: { ...shown.reply, thing_id: 'msg_01kbf3yq0ge8gvk2c5m7x9t3ea' } },
    ['example-of-no-kind'],
  ],
  ['an id without a kind', { reply: { ...shown.reply, thing_id: '1815' } }, ['example-of-no-kind']],
  [
    'an id of another version',
    { event: { id: 'thg_01kbf3yq0g88gvk2c5m7x9t3ea', size: null } },
    ['example-of-no-kind'],
  ],
  [
    'an id of another variant',
    { event: { id: 'thg_01kbf3yq0ge8gkk2c5m7x9t3ea', size: null } },
    ['example-of-no-kind'],
  ],
  [
    'an id of more than 128 bits',
    { reply: { ...shown.reply, thing_id: 'thg_81kbf3yq0ge8gvk2c5m7x9t3ea' } },
    ['example-of-no-kind'],
  ],
  [
    'a time elsewhere',
    { named: { ...shown.named, created_at: '2026-01-14T10:30:00.000+01:00' } },
    ['example-of-no-kind'],
  ],
  [
    'a time without milliseconds',
    { named: { ...shown.named, created_at: '2026-01-14T09:30:00Z' } },
    ['example-of-no-kind'],
  ],
  [
    'a code of another status',
    { error: { error: { ...error.error, code: 'invalid_state' } } },
    ['example-of-another-status'],
  ],
  [
    'the same thing made at two times',
    { named: { ...shown.named, id: things.first, created_at: '2026-01-15T09:30:00.000Z' } },
    ['examples-disagree'],
  ],
])('%s', (_what, changed, expected) => {
  expect(rules(changed)).toEqual(expected)
})

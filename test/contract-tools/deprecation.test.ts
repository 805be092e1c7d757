import { describe, expect, test } from 'vitest'
import { deprecationFindings } from '../../scripts/contract/deprecation/findings.js'
import type { Node } from '../../scripts/contract/document.js'

const dates = { deprecated: true, 'x-deprecated-since': '2026-01-01', 'x-sunset': '2026-06-30' }
const listed = { Deprecation: {}, Sunset: {}, Link: {} }

interface Parts {
  readonly operation?: object
  readonly parameter?: object
  readonly property?: object
  readonly headers?: object
}

/** A contract of one operation, to which something is added here and there. */
function contractWith({ operation, parameter, property, headers = listed }: Parts): Node {
  return {
    paths: {
      '/v1/things': {
        get: {
          ...operation,
          parameters: [{ $ref: '#/components/parameters/Size' }],
          responses: {
            '200': { $ref: '#/components/responses/Things' },
            '404': { description: 'There is none.' },
          },
        },
      },
    },
    components: {
      parameters: { Size: { name: 'size', in: 'query', schema: { type: 'integer' }, ...parameter } },
      responses: { Things: { description: 'Things.', headers } },
      schemas: {
        Thing: {
          type: 'object',
          // Neither a field's name nor a value is a mark.
          properties: { 'x-sunset': { type: 'string' }, shape: { properties: { colour: { ...property } } } },
          example: { deprecated: true },
        },
      },
    },
  }
}

const all = `
## Unreleased

### Deprecated

- \`GET /v1/things\` until 2026-06-30; use
  \`GET /v1/objects\`.
- \`size\` until 2026-06-30.
- \`Thing.shape.colour\` until 2026-06-30.

### Fixed

- \`GET /v1/others\` until 2026-06-30.
`

function rules(parts: Parts, changelog = all, released: Parts = {}): string[] {
  return deprecationFindings(contractWith(parts), contractWith(released), changelog).map(
    ({ rule, place }) => `${rule} ${place}`,
  )
}

const places = {
  operation: '#/paths/~1v1~1things/get',
  parameter: '#/components/parameters/Size',
  property: '#/components/schemas/Thing/properties/shape/properties/colour',
} as const

describe.each(Object.entries(places))('a deprecated %s', (kind, place) => {
  const marked = (marks: object) => ({ [kind]: marks })

  test('with its dates, 180 days apart, and a line of the changelog is well', () => {
    expect(rules(marked(dates))).toEqual([])
  })

  test('that nobody was told of is found', () => {
    expect(rules(marked(dates), '### Deprecated\n')).toEqual([`deprecation-unannounced ${place}`])
  })

  test('that works a day too short is found', () => {
    const short = { ...dates, 'x-deprecated-since': '2026-01-02' }
    expect(rules(marked(short))).toEqual([`sunset-too-soon ${place}`])
  })

  test.each([
    ['no day since when', { deprecated: true, 'x-sunset': '2026-06-30' }],
    ['no day until when', { deprecated: true, 'x-deprecated-since': '2026-01-01' }],
    ['a day that no calendar has', { ...dates, 'x-deprecated-since': '2026-02-30' }],
    ['a time', { ...dates, 'x-deprecated-since': '2026-01-01T00:00:00Z' }],
  ])('with %s is found', (_what, marks) => {
    expect(rules(marked(marks))).toContain(`deprecation-without-dates ${place}`)
  })

  test('that is not said to be deprecated is found', () => {
    const found = [`dates-without-deprecation ${place}`]
    expect(rules(marked({ 'x-sunset': '2026-06-30' }))).toEqual(found)
    expect(rules(marked({ 'x-deprecated-since': '2026-01-01' }))).toEqual(found)
    expect(rules(marked({ ...dates, deprecated: false }))).toEqual(found)
  })

  test('works as long as was promised, or longer', () => {
    const longer = { ...dates, 'x-sunset': '2026-07-31' }
    expect(rules(marked(dates), all, marked(longer))).toEqual([`sunset-moved-forward ${place}`])
    expect(rules(marked(longer), all.replaceAll('2026-06-30', '2026-07-31'), marked(dates))).toEqual([])
  })
})

test('the line of the changelog has the name and the day, under the heading', () => {
  const found = [`deprecation-unannounced ${places.operation}`]
  expect(rules({ operation: dates }, all.replaceAll('2026-06-30', '2026-07-01'))).toEqual(found)
  expect(rules({ operation: dates }, all.replace('`GET /v1/things`', 'Things'))).toEqual(found)
  expect(rules({ operation: dates }, all.replace('### Deprecated', '### Changed'))).toEqual(found)
})

test('a deprecated operation lists the headers that tell of it, with its successes', () => {
  const found = [`deprecation-headers-unlisted ${places.operation}`]
  for (const name of Object.keys(listed)) {
    const headers = Object.fromEntries(Object.entries(listed).filter(([other]) => other !== name))
    expect(rules({ operation: dates, headers }), name).toEqual(found)
    expect(rules({ parameter: dates, headers })).toEqual([])
  }
})

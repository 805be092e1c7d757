import { describe, expect, test } from 'vitest'
import type { Break } from '../../scripts/contract/breaking/rule.js'
import { deprecationFindings } from '../../scripts/contract/deprecation/findings.js'
import { removalFindings } from '../../scripts/contract/deprecation/removals.js'
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

describe('what ends sooner than 180 days', () => {
  const soon = { ...dates, 'x-deprecated-since': '2026-06-29' }
  const because = (reason: string) => `### Deprecated\n\n- \`GET /v1/things\` until 2026-06-30${reason}.\n`

  test.each([' (security: it shows addresses to others)', ' (law: a court\nwants it)'])(
    'is well with the reason%s',
    (reason) => {
      expect(rules({ operation: soon }, because(reason))).toEqual([])
      const promised = { operation: { ...dates, 'x-sunset': '2027-06-30' } }
      expect(rules({ operation: soon }, because(reason), promised)).toEqual([])
    },
  )

  test.each(['', ' (security)', ' (security: )', ' (cost: it is dear)', ', for security'])(
    'is found with the reason "%s"',
    (reason) => {
      expect(rules({ operation: soon }, because(reason))).toEqual([`sunset-too-soon ${places.operation}`])
    },
  )

  test('is found where another item has the reason', () => {
    const other = `${because('')}- \`size\` until 2026-06-30 (security: it is too large).\n`
    expect(rules({ operation: soon }, other)).toEqual([`sunset-too-soon ${places.operation}`])
  })
})

describe('a removal', () => {
  const path = '#/paths/~1v1~1things'
  const found = (place: string, parts: Parts, changelog: string, day: string) => {
    const gone: Break = { rule: 'r', place, change: 'removed', message: '' }
    return removalFindings(contractWith(parts), [gone], changelog, Date.parse(day)).map(({ rule }) => rule)
  }

  test.each([
    ['an operation', { operation: dates }, places.operation],
    ['a path whose operations are all deprecated', { operation: dates }, path],
    ['a reply of a deprecated operation', { operation: dates }, `${places.operation}/responses/404`],
    ['a parameter', { parameter: dates }, places.parameter],
    ['a property', { property: dates }, places.property],
  ])('of %s is well from its sunset on', (_what, parts, place) => {
    expect(found(place, parts, '', '2026-06-30')).toEqual([])
    expect(found(place, parts, '', '2026-06-29')).toEqual(['removed-too-soon'])
    expect(found(place, {}, '', '2026-06-30')).toEqual(['removed-too-soon'])
  })

  test.each([
    ['GET /v1/things', places.operation],
    ['/v1/things', path],
    ['size', places.parameter],
    ['Thing.shape.colour', places.property],
  ])('of %s is well at once for security or law, named in the changelog', (name, place) => {
    const says = (text: string) => found(place, {}, `### Removed\n\n- \`${name}\`${text}\n`, '2026-06-30')
    expect(says(' (security: it leaked addresses).')).toEqual([])
    expect(says(' (law: it is forbidden).')).toEqual([])
    expect(says(' (it was dear).')).toEqual(['removed-too-soon'])
    expect(found(place, {}, '### Removed\n\n- `more` (security: it leaked).\n', '2026-06-30')).toEqual([
      'removed-too-soon',
    ])
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

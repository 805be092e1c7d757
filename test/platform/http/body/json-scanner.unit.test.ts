import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findRepeatedName } from '../../../../server/platform/http/body/find-repeated-name.js'
import { JsonScanner } from '../../../../server/platform/http/body/json-scanner.js'
import { maxDepth, maxStructure } from '../../../../server/platform/http/body/read-json.js'
import { resolve } from '../../../../base/contract/document.js'
import { ownContract } from '../../../../server/platform/http/operation/contract.js'

/** The measures taken of a body while it arrives. No body that the contract allows may exceed their limits. */

function measure(chunks: readonly Buffer[]) {
  const scanner = new JsonScanner()
  for (const chunk of chunks) scanner.push(chunk)
  const { depth, structure, members } = scanner
  return { depth, structure, members }
}

/** Cuts bytes at the given places, possibly into empty chunks. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b)
  return [0, ...at].map((start, index) => bytes.subarray(start, at[index] ?? bytes.length))
}

/** The expected measures, computed from the parsed value. */
function expected(value: unknown): { depth: number; structure: number; members: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, structure: 0, members: 0 }
  const children = Object.values(value).map(expected)
  const own = Array.isArray(value) ? 0 : children.length
  const sum = (of: 'structure' | 'members') => children.reduce((total, child) => total + child[of], 0)
  return {
    depth: 1 + Math.max(0, ...children.map(({ depth }) => depth)),
    structure: 2 + own + Math.max(0, children.length - 1) + sum('structure'),
    members: own + sum('members'),
  }
}

const telling = fc.constantFrom('"', '\\', '\\\\"', '{', '}', '[', ']', ':', ',', '\u0000', 'é', '日', '🎉')
const text = fc.oneof(
  fc.string(),
  fc.array(telling).map((parts) => parts.join('')),
)
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(true, false, null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(text, tie('value'), { maxKeys: 5 }),
  ),
}))
const places = fc.array(fc.nat(), { maxLength: 20 })

test('depth, structural characters and members are those of the value, however the bytes are cut', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 2, '\t'), places, (value, space, cuts) => {
      const bytes = Buffer.from(JSON.stringify(value, null, space))
      expect(measure(cut(bytes, cuts))).toEqual(expected(value))
    }),
  )
})

test('of bytes that are no JSON the measures are the same however they are cut', () => {
  const bytes = fc.array(fc.constantFrom(...Buffer.from('"\\[]{}:,a'), 0xff), { maxLength: 60 })
  fc.assert(
    fc.property(bytes, places, (list, cuts) => {
      const whole = Buffer.from(list)
      expect(measure(cut(whole, cuts))).toEqual(measure([whole]))
    }),
  )
})

test('a name that an object has twice is found, however it is written', () => {
  const escaped = (name: string) =>
    `"${[...Array(name.length).keys()].map((at) => `\\u${name.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
  fc.assert(
    fc.property(
      fc.dictionary(text, json, { minKeys: 1, maxKeys: 5 }),
      fc.nat(),
      fc.boolean(),
      (object, at, escape) => {
        const names = Object.keys(object)
        const name = names[at % names.length] as string
        const members = names.map((each) => `${JSON.stringify(each)}:${JSON.stringify(object[each])}`)
        const twice = `[{},{${[...members, `${escape ? escaped(name) : JSON.stringify(name)}:1`].join()}}]`
        expect(findRepeatedName(twice)).toBe(name)
        // The count of members reveals that a body repeats a name.
        const value: unknown = JSON.parse(twice)
        expect(measure([Buffer.from(twice)]).members).toBeGreaterThan(expected(value).members)
      },
    ),
  )
  expect(() => findRepeatedName('{"a":{"a":[{"a":1},{"a":1}]}}')).toThrow()
})

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly maxProperties?: number
  readonly items?: Schema
  readonly maxItems?: number
  readonly enum?: readonly unknown[]
}

interface Measures {
  readonly depth: number
  readonly structure: number
}

/** The max measures of a value that a schema allows. */
function largest(
  given: Schema,
  place: string,
  {
    alternatives,
    open,
    within = [],
  }: {
    /** Mutually exclusive properties: an object has only one of them. */
    readonly alternatives: readonly string[]
    /** Collects the places whose size the contract does not limit. */
    readonly open: string[]
    /** The schemas that this one is a part of; what is within itself has no limit either. */
    readonly within?: readonly Schema[]
  },
): Measures {
  const schema = resolve<Schema>(ownContract(), given)
  if (within.includes(schema)) {
    open.push(place)
    return { depth: 0, structure: 0 }
  }
  const around = [...within, schema]
  const of = (child: Schema, name: string) =>
    largest(child, `${place}/${name}`, { alternatives, open, within: around })
  if (schema.items !== undefined) {
    const item = of(schema.items, '*')
    const max = schema.maxItems ?? schema.items.enum?.length
    if (max === undefined) open.push(place)
    return { depth: 1 + item.depth, structure: 2 + withCommas(max ?? 0, (max ?? 0) * item.structure) }
  }
  if (schema.properties === undefined && schema.additionalProperties === undefined)
    return { depth: 0, structure: 0 }
  const properties = Object.entries(schema.properties ?? {}).map(([name, child]) => ({
    name,
    ...of(child, name),
  }))
  const exclusive = properties.filter(({ name }) => alternatives.includes(name))
  const present = properties.filter(({ name }) => !alternatives.includes(name))
  present.push(...exclusive.sort((one, other) => other.structure - one.structure).slice(0, 1))
  // Where an object is a choice, it has as many of its properties.
  present.sort((one, other) => other.structure - one.structure)
  if (schema.additionalProperties === false) present.splice(schema.maxProperties ?? present.length)
  let structure = present.reduce((sum, child) => sum + child.structure + 1, 0)
  let count = present.length
  let depth = Math.max(0, ...present.map((child) => child.depth))
  const more = schema.additionalProperties
  if (more !== undefined && more !== false) {
    const child = of(more === true ? {} : more, '*')
    if (schema.maxProperties === undefined) open.push(place)
    count += schema.maxProperties ?? 0
    structure += (schema.maxProperties ?? 0) * (child.structure + 1)
    depth = Math.max(depth, child.depth)
  }
  return { depth: 1 + depth, structure: 2 + withCommas(count, structure) }
}

function withCommas(count: number, structure: number): number {
  return structure + Math.max(0, count - 1)
}

test('no body that the contract allows is refused', () => {
  const open: string[] = []
  const bodies = Object.entries(ownContract().paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const schema = operation.requestBody?.content['application/json']?.schema
      return schema === undefined
        ? []
        : [
            {
              at: `${method} ${path}`,
              ...largest(schema, path, { alternatives: operation['x-validated-by-item'] ?? [], open }),
            },
          ]
    }),
  )
  expect(bodies.length).toBeGreaterThan(10)
  const definitions = ['post /v1/automations', 'post /v1/automations/{id}/versions']
  for (const { at, depth, structure } of bodies) {
    expect(depth, at).toBeLessThan(maxDepth / 2)
    // Definitions of automations have at most 100 steps in all and 500 kB, which their checker counts.
    if (!definitions.includes(at)) expect(structure, at).toBeLessThan(maxStructure)
  }
  // Rules of segments have at most 6 levels and 50 conditions, which their checker counts.
  const rules = open.filter((place) => /\/(rule|entry_rule|if)\/(all\/\*|any\/\*|not)$/.test(place))
  expect(rules).toHaveLength(27)
  // Steps of automations have at most 5 levels, which are counted with them.
  const steps = open.filter((place) => /\/(on_timeout|steps|else)\/\*$/.test(place))
  expect(steps).toHaveLength(6)
  // Only the scanner's limits bound these places. The contract documents those limits.
  expect(open.filter((place) => ![...rules, ...steps].includes(place)).sort()).toEqual([
    '/v1/api-keys/scopes',
    '/v1/api-keys/{id}/scopes',
    '/v1/automations/steps/*/notify/data',
    '/v1/automations/steps/*/send/variables',
    '/v1/automations/{id}/simulate/data',
    '/v1/automations/{id}/trigger/data',
    '/v1/automations/{id}/versions/steps/*/notify/data',
    '/v1/automations/{id}/versions/steps/*/send/variables',
    '/v1/campaigns/variables',
    '/v1/campaigns/{id}/variables',
    '/v1/messages/batch/items/*/message/template/variables',
    '/v1/messages/batch/items/*/template/template/variables',
    '/v1/messages/batch/items/*/template/variables',
    '/v1/messages/template/variables',
    '/v1/passkey-sessions/credential',
    '/v1/passkey-sessions/credential/response',
    '/v1/passkeys/credential',
    '/v1/passkeys/credential/response',
    '/v1/templates/preview/variables',
    '/v1/templates/{id}/preview/variables',
  ])
})

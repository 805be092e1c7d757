import { expect, test } from 'vitest'
import { isNode, resolved, walk, type Node, type Placed } from '../../../scripts/contract/document.js'
import { files, readJson } from '../../../scripts/contract/files.js'

/** Generators of clients in other languages read the contract. It has nothing that they are known to stumble over. */

const contract = readJson(files.contract) as Node & { webhooks: Record<string, { post: Node }> }
const schemas = (contract['components'] as { schemas: Record<string, Node> }).schemas
const webhooks = Object.values(contract.webhooks).map(({ post }) => post)

test('no value has several types, beside null: oapi-codegen (Go) refuses it, and reads `anyOf`', () => {
  const several = [...walk(contract)]
    .filter(({ node }) => Array.isArray(node['type']))
    .filter(({ node }) => (node['type'] as string[]).filter((type) => type !== 'null').length !== 1)
  expect(several.map(({ place }) => place)).toEqual([])
})

test('a parameter has the name of a schema only where it is that schema: oapi-codegen makes a type of both', () => {
  const parameters = (contract['components'] as { parameters: Record<string, Node> }).parameters
  for (const [name, { schema }] of Object.entries(parameters)) {
    if (name in schemas) expect(schema, name).toEqual({ $ref: `#/components/schemas/${name}` })
  }
})

test('each webhook has an id: openapi-generator (Python) writes a syntax error without one', () => {
  const ids = webhooks.map((operation) => operation['operationId'])
  for (const id of ids) expect(id).toMatch(/^on([A-Z][a-z]+)+$/)
  expect(new Set(ids).size).toBe(ids.length)
})

test('webhooks refer to no parameter: oapi-codegen leaves out those that only webhooks refer to', () => {
  const parameters = webhooks.flatMap((operation) => operation['parameters'] as Node[])
  expect(parameters.length).toBeGreaterThan(0)
  for (const parameter of parameters)
    expect(parameter).toMatchObject({ in: 'header', name: expect.any(String) })
})

/** The schemas of request bodies, and those that these refer to. */
function requestSchemas(): Placed[] {
  const bodies = [...walk(contract['paths'], '#/paths')].filter(({ place }) => place.endsWith('/requestBody'))
  const names = new Set<string>()
  const found: Placed[] = []
  const visit = ({ node, place }: Placed) => {
    for (const part of walk(node, place)) {
      found.push(part)
      const name = String(part.node['$ref']).replace('#/components/schemas/', '')
      if (names.has(name) || schemas[name] === undefined) continue
      names.add(name)
      visit({ node: schemas[name], place: `#/components/schemas/${name}` })
    }
  }
  bodies.forEach(visit)
  return found
}

test('a list that a request may leave out may be empty: openapi-generator (Java) sends what was not set as []', () => {
  const optional = requestSchemas().flatMap(({ node, place }) => {
    const required = (node['required'] ?? []) as string[]
    return Object.entries((node['properties'] ?? {}) as Node)
      .filter(([name]) => !required.includes(name))
      .map(([name, schema]) => ({ place: `${place}/${name}`, schema: resolved(contract, schema) }))
  })
  const lists = optional.filter(({ schema }) => schema['type'] === 'array')
  expect(lists.length).toBeGreaterThan(20)
  expect(lists.filter(({ schema }) => schema['minItems'] !== undefined)).toEqual([])
})

test('no member of a union is a list by itself: what openapi-generator (Java) makes of it does not compile', () => {
  const members = [...walk(contract['components'], '#/components')].flatMap(({ node, place }) =>
    [node['anyOf'] ?? [], node['oneOf'] ?? []].flat().map((member) => ({ member, place })),
  )
  const lists = members.filter(({ member }) => resolved(contract, member)['type'] === 'array')
  expect(lists.map(({ place }) => place)).toEqual([])
})

test('a list of events has the union of all types, told apart by `type`, and a type that is newer', () => {
  const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  expect(schemas['EventList']).toMatchObject({ properties: { data: { items: refTo('Event') } } })
  expect(schemas['Event']?.['anyOf']).toEqual([
    refTo('KnownEvent'),
    // Or else oapi-codegen leaves out what only webhooks refer to.
    refTo('InboundReceivedEvent'),
    refTo('OtherEvent'),
  ])
  const { oneOf, discriminator } = schemas['KnownEvent'] as { oneOf: Node[]; discriminator: Node }
  expect(discriminator['propertyName']).toBe('type')
  expect(isNode(discriminator['mapping']) && Object.values(discriminator['mapping'])).toEqual(
    oneOf.map(({ $ref }) => $ref),
  )
})

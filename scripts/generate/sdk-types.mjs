// Makes the lists of types that the SDK exports, from the bundled contract. sdk-ts/src/ exports these files whole; a type
// that sdk-ts/src/ declares or exports by name comes before the type of the same name here.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Schemas that the SDK has no name for: parts of types that it exports, and errors, which are classes of its own. */
const unnamed = new Set(['ErrorCode', 'IssuedRestrictions', 'OtherEvent', 'UnverifiedComplaint'])

const client = '../client/models.js'
const source = '../../sdk-ts/src'

/** Writes the lists to a folder: see the functions for what each file has. */
export function generateSdkTypes(contract, folder) {
  mkdirSync(folder, { recursive: true })
  const write = (name, lines) => {
    const text = ['// Made from openapi/ by scripts/generate.mjs. Do not edit.', ...lines, ''].join('\n')
    writeFileSync(path.join(folder, `${name}.ts`), text)
  }
  const schemas = contract.components.schemas
  const names = Object.keys(schemas)
    .filter((name) => !unnamed.has(name))
    .sort()
  const operations = operationsOf(contract)
  const used = usedSchemas(contract, operations)
  const objects = names.filter((name) => schemas[name].properties !== undefined)
  const isReply = (name) => used.replies.has(name) && !used.webhooks.has(name)

  write('resources', resourceLines(operations, schemas))
  write('values', reexport(names.filter((name) => used.all.has(name) && isValue(schemas[name]))))
  write('replies', replyLines(objects.filter(isReply)))
  write(
    'event-types',
    eventLines(
      contract,
      objects.filter((name) => used.webhooks.has(name)),
    ),
  )
  const requests = objects.filter((name) => used.requests.has(name) && !used.replies.has(name))
  write('requests', requestLines(contract, operations, requests))
  write('time-fields', timeLines(contract, operations, used.requests))
}

/** The operations, each of which is a method of the SDK. */
export function operationsOf({ paths }) {
  return Object.values(paths)
    .flatMap((item) => Object.entries(item))
    .map(([method, operation]) => ({ method, ...operation }))
    .filter(({ operationId }) => operationId !== undefined)
}

/** A class for each tag of the operations. One that would have the name of a schema is a `…Resource`. */
function resourceLines(operations, schemas) {
  const tags = [...new Set(operations.map(({ tags }) => tags[0]))].sort()
  return tags.map((tag) => {
    const words = tag.toLowerCase().split(/[ -]/)
    const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
    const className = name in schemas ? `${name}Resource` : name
    return `export type { ${className} } from '${source}/resources/${words.join('-')}.js'`
  })
}

/** Objects in replies, which are open to newer values. */
function replyLines(names) {
  return [
    `import type * as wire from '${client}'`,
    `import type { Open } from '${source}/replies/open.js'`,
    '',
    ...names.map((name) => `export type ${name} = Open<wire.${name}>`),
  ]
}

/** Events, and the objects in them. */
function eventLines({ webhooks, components }, names) {
  const bodies = Object.values(webhooks).map(
    ({ post }) => post.requestBody.content['application/json'].schema,
  )
  const events = new Set(bodies.map((schema) => nameOf(schema)))
  return [
    `import type * as wire from '${client}'`,
    `import type { Open, OpenEvent } from '${source}/replies/open.js'`,
    '',
    ...names.map((name) => `export type ${name} = ${events.has(name) ? 'OpenEvent' : 'Open'}<wire.${name}>`),
  ]
}

/** Objects in requests, and the queries of reads. Both are as narrow as the contract; a time may be a Date. */
function requestLines(contract, operations, names) {
  const isTime = (schema) => resolved(contract, schema).format === 'date-time'
  const bodies = names.map((name) => ({
    name,
    timed: Object.values(contract.components.schemas[name].properties).some(isTime),
  }))
  const queries = operations
    .map((operation) => ({ operation, query: parametersOf(contract, operation, 'query') }))
    .filter(({ operation, query }) => operation.method === 'get' && query.length > 0)
    .map(({ operation, query }) => ({
      name: parametersName(contract, operation),
      timed: query.some(({ schema }) => isTime(schema)),
    }))
  const all = [...bodies, ...queries].sort((a, b) => (a.name < b.name ? -1 : 1))
  const timed = all.filter((request) => request.timed)
  return [
    `import type * as wire from '${client}'`,
    `import type { WithDates } from '${source}/arguments/times.js'`,
    '',
    ...timed.map(({ name }) => `export type ${name} = WithDates<wire.${name}>`),
    ...reexport(all.filter((request) => !request.timed).map(({ name }) => name)),
  ]
}

/** The names of all fields and filters of requests that are a time. */
function timeLines(contract, operations, requests) {
  const filters = operations
    .flatMap((operation) => parametersOf(contract, operation, 'query'))
    .map(({ name, schema }) => [name, schema])
  const fields = [...requests].flatMap((name) =>
    Object.entries(contract.components.schemas[name].properties ?? {}),
  )
  const times = [...filters, ...fields]
    .filter(([, schema]) => resolved(contract, schema).format === 'date-time')
    .map(([name]) => `'${name}'`)
  return [`export type TimeField = ${[...new Set(times)].sort().join(' | ')}`]
}

function reexport(names) {
  return ['export type {', ...names.map((name) => `  ${name},`), `} from '${client}'`]
}

/** The name that the client generator gives the parameters of an operation. */
function parametersName(contract, { operationId }) {
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1)
  const plain = `${name}Request`
  return plain in contract.components.schemas ? `${name}OperationRequest` : plain
}

function parametersOf(contract, { parameters = [] }, place) {
  return parameters
    .map((parameter) => resolved(contract, parameter))
    .filter(({ in: where }) => where === place)
}

/** Returns true if a schema is an enumeration, or a scalar of several types. */
function isValue({ enum: values, anyOf }) {
  return values !== undefined || anyOf?.every(({ $ref }) => $ref === undefined) === true
}

/** The names of the schemas that replies, requests, webhooks, and any of these lead to. */
export function usedSchemas(contract, operations) {
  const reached = (nodes) => {
    const names = new Set()
    for (const node of nodes) reach(contract, node, names)
    return names
  }
  const replies = reached(
    operations.flatMap(({ responses }) =>
      Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([, reply]) => resolved(contract, reply).content),
    ),
  )
  const requests = reached(operations.map(({ requestBody }) => requestBody))
  const parameters = reached(operations.map((operation) => operation.parameters))
  const webhooks = reached(Object.values(contract.webhooks).map(({ post }) => post.requestBody))
  return { replies, requests, webhooks, all: new Set([...replies, ...requests, ...parameters, ...webhooks]) }
}

/** Adds the names of all schemas that a node of the contract leads to. */
function reach(contract, node, names) {
  if (typeof node !== 'object' || node === null) return
  if (typeof node.$ref === 'string') {
    if (names.has(nameOf(node))) return
    if (node.$ref.startsWith('#/components/schemas/')) names.add(nameOf(node))
    reach(contract, resolved(contract, node), names)
    return
  }
  for (const [key, child] of Object.entries(node)) {
    if (key !== 'example' && key !== 'examples') reach(contract, child, names)
  }
}

function nameOf({ $ref }) {
  return $ref.split('/').at(-1)
}

/** Returns the node that a reference in the contract stands for; any other node is returned as it is. */
export function resolved(contract, node) {
  if (node.$ref === undefined) return node
  const keys = node.$ref.slice('#/'.length).split('/')
  return keys.reduce((found, key) => found[key], contract)
}

// Reads the bundled contract for the scripts that write Python.
import { pascalCase } from './names.mjs'

const METHODS = ['get', 'put', 'post', 'patch', 'delete']
const JSON_TYPE = 'application/json'
const SCHEMAS = '#/components/schemas/'

/** Returns the node that a reference in the contract stands for; any other node is returned as it is. */
export function resolved(contract, node) {
  if (node?.$ref === undefined) return node
  const keys = node.$ref.slice('#/'.length).split('/')
  return keys.reduce((found, key) => found[key], contract)
}

/** The name of the schema that a node refers to, or undefined. */
export function schemaName(node) {
  return node?.$ref?.startsWith(SCHEMAS) ? node.$ref.slice(SCHEMAS.length) : undefined
}

/** Returns true if a schema allows null. */
export function isNullable({ type, enum: values }) {
  return [type].flat().includes('null') || values?.includes(null) === true
}

/** Returns true if a schema is an object with known fields, or with none: it becomes a class. */
export function isObject({ type, properties, additionalProperties }) {
  return [type].flat().includes('object') && (properties !== undefined || additionalProperties === false)
}

/** The operations, each of which is a method of the client. */
export function operationsOf(contract) {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => isMethod(item[method])).map((method) =>
      operationOf(contract, path, method, item[method]),
    ),
  )
}

function isMethod(operation) {
  // The clients call an operation at one of its paths.
  return operation?.operationId !== undefined && operation['x-alias-of'] === undefined
}

function operationOf(contract, path, method, operation) {
  const parameters = (operation.parameters ?? []).map((parameter) => resolved(contract, parameter))
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const reply = replyOf(contract, operation)
  return {
    id: operation.operationId,
    tag: operation.tags[0],
    summary: operation.summary,
    method: method.toUpperCase(),
    path,
    query,
    queryName: query.length > 0 ? `${pascalCase(operation.operationId)}Query` : undefined,
    request: resolved(contract, operation.requestBody)?.content?.[JSON_TYPE],
    reply,
    row: rowOf(contract, reply, query),
  }
}

/** The JSON media type of an operation's successes, 'file' where these are others, or undefined without a body. */
function replyOf(contract, { operationId, responses }) {
  const contents = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => resolved(contract, response).content)
    .filter((content) => content !== undefined)
  const bodies = contents.map((content) => content[JSON_TYPE]).filter((body) => body !== undefined)
  const names = new Set(bodies.map(({ schema }) => schemaName(schema)))
  if (names.size > 1 || names.has(undefined)) {
    throw new Error(`The successes of ${operationId} have no one named schema: ${[...names].join(', ')}.`)
  }
  if (bodies.length > 0) return bodies[0]
  return contents.length > 0 ? 'file' : undefined
}

/** The schema of the rows where a reply is a page of a list, or undefined. */
function rowOf(contract, reply, query) {
  if (!query.some(({ name }) => name === 'cursor')) return undefined
  return resolved(contract, reply.schema).properties.data.items
}

/** The schemas of the bodies of the contract's events, by type. */
export function eventsOf(contract) {
  return Object.entries(contract.webhooks).map(([type, { post }]) => {
    const media = resolved(contract, post.requestBody).content[JSON_TYPE]
    return { type, name: schemaName(media.schema), media }
  })
}

/** The names of the schemas that nodes of the contract lead to. */
export function reachedFrom(contract, nodes) {
  const names = new Set()
  const reach = (node) => {
    if (typeof node !== 'object' || node === null) return
    const name = schemaName(node)
    if (name !== undefined && names.has(name)) return
    if (name !== undefined) names.add(name)
    if (node.$ref !== undefined) reach(resolved(contract, node))
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'example' && key !== 'examples') reach(child)
    }
  }
  nodes.forEach(reach)
  return names
}

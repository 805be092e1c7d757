// The options that openapi-generator gets for the TypeScript client, and the contract as it reads it: the same as
// generated/openapi.json, and beside it what the templates write unchanged:
//
//   description      the inside of a comment, at the place where it stands
//   x-union          the members of a union: the generator would write one interface of them
//   x-request        the schema is of a request: what is left out may be undefined, and lists are readonly
//   x-takes-key      instead of the parameter `Idempotency-Key`: the SDK makes the key itself
//   x-uncredentialed the operation takes no credential
//   x-sends          the media type of the body, where it is not JSON
//   x-accepts        the media type of the reply, where it is never JSON
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { NO_EXTRAS } from './extras.mjs'
import { operationsOf, resolved, usedSchemas } from '../generate/sdk-types.mjs'

/** The options that openapi-generator gets for this client, beside its input and output. */
export const typescriptOptions = {
  generatorName: 'typescript-fetch',
  additionalProperties: {
    withoutRuntimeChecks: true, // JSON passes through: unknown fields live, dates stay strings
    modelPropertyNaming: 'original',
    paramNaming: 'original',
    enumPropertyNaming: 'original',
    useSingleRequestParameter: true,
    stringEnums: false,
  },
  globalProperties: NO_EXTRAS,
  // The generator would put an underscore before these, though a member may have them.
  reservedWordsMappings: { class: 'class', default: 'default' },
  files: { 'operations.mustache': { templateType: 'SupportingFiles', destinationFilename: 'operations.ts' } },
}

/** The files that the client keeps of those that the generator writes, with their names in the client. */
const KEPT = { 'operations.ts': 'operations.ts', 'models/index.ts': 'models.ts' }

/** Makes the folder `client` of what the generator wrote into `made`. */
export function writeTypescript(made, client) {
  rmSync(client, { recursive: true, force: true })
  for (const [file, name] of Object.entries(KEPT)) cpSync(path.join(made, file), path.join(client, name))
}

/** Returns the contract for the generator. `contract` is the bundled one, without aliases, which stays as it is. */
export function contractOfTypescript(contract) {
  const copy = structuredClone(contract)
  const { schemas } = copy.components
  const { requests } = usedSchemas(contract, operationsOf(contract))
  copy.info.description = ''
  for (const item of Object.values(copy.paths)) {
    for (const operation of Object.values(item)) reshape(contract, operation)
  }
  for (const [name, schema] of Object.entries(schemas)) {
    const members = membersOf(schema)
    if (members.length > 0) schema['x-union'] = [...new Set(members.flatMap(typesOf))].join(' | ')
    if (requests.has(name)) schema['x-request'] = true
    describe(schema, isModel(schema) ? '' : '  ')
    for (const [property, inner] of Object.entries(schema.properties ?? {})) {
      schema.properties[property] = commented(inner)
    }
  }
  return copy
}

/** Changes an operation to what the head of this file says. */
function reshape(contract, operation) {
  const isKey = ({ in: place, name }) => place === 'header' && name === 'Idempotency-Key'
  const parameters = (operation.parameters ?? []).map((parameter) => resolved(contract, parameter))
  operation['x-takes-key'] = parameters.some(isKey)
  operation['x-uncredentialed'] = (operation.security ?? []).length === 0
  operation.parameters = parameters
    .filter((parameter) => !isKey(parameter))
    .map((parameter) => commented(parameter))
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))[1]
  const replies = Object.keys(resolved(contract, success).content ?? {})
  if (replies.length > 0 && !replies.includes('application/json')) operation['x-accepts'] = replies[0]
  const bodies = Object.keys(resolved(contract, operation.requestBody ?? {}).content ?? {})
  if (bodies.length > 0 && !bodies.includes('application/json')) operation['x-sends'] = bodies[0]
}

/** A copy of a property or a parameter, with its description as a comment. */
function commented(node) {
  const copy = { ...node }
  describe(copy, '  ')
  return copy
}

/** Makes of a description what stands between the marks of a comment that is indented so. */
function describe(node, indent) {
  const text = (node.description ?? '').trim().replaceAll('*/', '*\\/')
  const lines = [...(text === '' ? [] : text.split('\n')), ...(node.deprecated ? ['@deprecated'] : [])]
  if (lines.length === 0) return
  const block = lines.map((line) => `\n${indent} * ${line}`.trimEnd()).join('')
  node.description = lines.length === 1 ? ` ${lines[0]} ` : `${block}\n${indent} `
}

/** Tells whether a schema gets a type of its own. Any other is written out, with its description, at each reference. */
function isModel(schema) {
  return (schema.properties ?? schema.enum) !== undefined || membersOf(schema).length > 0
}

/** The members of a union; empty where the schema is none. */
function membersOf({ type, anyOf, oneOf, properties, enum: values }) {
  const isScalars = Array.isArray(type) && properties === undefined && values === undefined
  return anyOf ?? oneOf ?? (isScalars ? [{ type }] : [])
}

/** The TypeScript types of one member: scalars, a named schema, or an array of one of these, alone in `allOf` or not. */
function typesOf({ $ref, type, items, allOf }) {
  if (allOf?.length === 1) return typesOf(allOf[0])
  if (type === 'array') return [`ReadonlyArray<${typesOf(items).join(' | ')}>`]
  if ($ref !== undefined) return [$ref.replace('#/components/schemas/', '')]
  return [type].flat().map((name) => name.replace('integer', 'number'))
}

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { readFileSync } from 'node:fs'
import { isEmailAddress } from '../../../base/addresses/address.js'

/** The contract as tests see it: strict, so that a field it does not name is a finding. */

export interface ContractReply {
  headers?: Record<string, unknown>
  content?: Record<string, { schema: unknown; example?: unknown }>
  $ref?: string
}
export interface ContractOperation {
  id: string
  method: string
  path: string
  tags: string[]
  security: Record<string, string[]>[]
  responses: Record<string, ContractReply>
  since: string
  summary?: string
  description?: string
  requestBody?: { content: Record<string, { schema: unknown; example?: unknown }> }
  parameters: ContractParameter[]
}
export interface ContractParameter {
  name: string
  in: string
  required?: boolean
  schema: { example?: unknown; pattern?: string; $ref?: string }
  example?: unknown
  /** Description of the parameter, as `since` has one where it is clamped to the retention window. */
  description?: string
}

export interface Document {
  info: { description: string }
  paths: Record<string, Record<string, Record<string, unknown>>>
  webhooks: Record<string, Record<string, Record<string, unknown>>>
  components: Record<string, Record<string, unknown>>
}

const file = new URL('../../../generated/openapi.json', import.meta.url)
export const document = closed(JSON.parse(readFileSync(file, 'utf8'))) as Document

// Code that is faster takes longer to make than it saves: of most schemas a few replies are held against each.
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  validateFormats: true,
  code: { optimize: false },
})
;(addFormats as unknown as (instance: Ajv2020) => void)(ajv)
ajv.addFormat('idn-email', isEmailAddress)
ajv.addSchema(document, 'contract')
const compiled = new Map<string, ValidateFunction>()

/** Every operation of the contract, at the path that clients call. */
export const operations: ContractOperation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, operation]) => typeof operation['operationId'] === 'string' && !('x-alias-of' in operation))
    .map(([method, operation]) => ({
      id: operation['operationId'] as string,
      method,
      path,
      tags: operation['tags'] as string[],
      security: operation['security'] as Record<string, string[]>[],
      since: operation['x-since'] as string,
      summary: operation['summary'] as string,
      description: operation['description'] as string,
      responses: operation['responses'] as Record<string, ContractReply>,
      requestBody: operation['requestBody'] as NonNullable<ContractOperation['requestBody']>,
      parameters: ((operation['parameters'] ?? []) as { $ref?: string }[]).map(
        (parameter) => resolve(parameter) as ContractOperation['parameters'][number],
      ),
    })),
)

const paths = [...new Set(operations.map(({ path }) => path))]
/** Every request of the tests asks for its operation. */
const forms = new Map(
  paths.map((path) => [path, new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)] as const),
)

/** The operation of a request, by its method and path. A concrete path comes before one with a variable. */
export function operationOf(method: string, path: string): ContractOperation | undefined {
  const plain = path.split('?')[0] ?? ''
  const matching = forms.has(plain) ? [plain] : paths.filter((known) => forms.get(known)?.test(plain))
  return operations.find(
    (operation) => operation.method === method.toLowerCase() && matching.includes(operation.path),
  )
}

/**
 * Holds a reply against the contract: its status, its headers and its body.
 *
 * @param body as it was parsed, or the text where it is not JSON
 * @returns what is wrong with it, or undefined
 */
export function findingsOf(
  operation: ContractOperation,
  status: number,
  headers: Record<string, unknown>,
  body: unknown,
): string | undefined {
  const listed = operation.responses[String(status)]
  if (listed === undefined) return `${operation.id} may not answer ${status}`
  const reply = resolve(listed) as ContractReply
  for (const name of Object.keys(reply.headers ?? {})) {
    if (headers[name.toLowerCase()] === undefined && !mayLack(operation, status, name, body))
      return `${operation.id} ${status} lacks ${name}`
  }
  if (reply.content === undefined) return undefined
  const type = String(headers['content-type']).split(';')[0] ?? ''
  const media = reply.content[type]
  if (media === undefined) return `${operation.id} ${status} is not to be ${type}`
  return invalid(media.schema, body, `${operation.id} ${status}`)
}

/**
 * Headers that a reply has only sometimes. Limits are for known credentials, and before anybody asks who it is come
 * two refusals: what is not acceptable, and an address that cannot be decoded, which has to have a variable part.
 */
function mayLack(operation: ContractOperation, status: number, header: string, body: unknown): boolean {
  if (header === 'Retry-After')
    return (
      status === 409 &&
      (body as { error?: { code?: string } } | undefined)?.error?.code !== 'idempotency_in_progress'
    )
  if (!header.startsWith('RateLimit')) return header === 'Idempotent-Replayed' || header === 'Set-Cookie'
  const anybody = operation.security.length === 0
  return anybody || status === 406 || (status === 400 && operation.path.includes('{'))
}

/** Holds an event against the webhooks section. */
export function eventFindings(event: { type: string }): string | undefined {
  const webhook = document.webhooks[event.type]
  if (webhook === undefined) return `the contract has no event ${event.type}`
  const body = (webhook['post'] as unknown as ContractOperation).requestBody
  return invalid(body?.content['application/json']?.schema, event, event.type)
}

/**
 * Holds a value against a schema of the contract.
 *
 * @param what names the value in the findings
 */
export function invalid(schema: unknown, value: unknown, what: string): string | undefined {
  const key = JSON.stringify(schema)
  let validate = compiled.get(key)
  if (validate === undefined) {
    validate = ajv.compile(absolute(schema) as object)
    compiled.set(key, validate)
  }
  if (validate(value)) return undefined
  return `${what}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`
}

/** #/components/… -> contract#/components/… */
function absolute(value: unknown): unknown {
  return mapObjects(value, (object) => {
    const { $ref } = object
    return typeof $ref === 'string' && $ref.startsWith('#') ? { ...object, $ref: `contract${$ref}` } : object
  })
}

/** Objects with named properties take no others. */
function closed(value: unknown): unknown {
  return mapObjects(value, (object) =>
    typeof object['properties'] === 'object' &&
    object['additionalProperties'] === undefined &&
    [object['type']].flat().includes('object')
      ? { ...object, additionalProperties: false }
      : object,
  )
}

function mapObjects(
  value: unknown,
  map: (object: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, map))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [key, mapObjects(item, map)])
  return map(Object.fromEntries(entries) as Record<string, unknown>)
}

/** Returns what a reference into the contract leads to. A value that is no reference is returned as it is. */
export function resolve(value: { $ref?: string }): unknown {
  if (value.$ref === undefined) return value
  return value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document)
}

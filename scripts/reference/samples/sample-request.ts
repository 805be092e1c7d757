import { credentialOf } from '../../../base/contract/credential.js'
import { resolve, type ContractDocument, type SecurityRequirement } from '../../../base/contract/document.js'

/** An operation as the contract has it, as far as a sample is made of it. */
export interface DocumentedOperation {
  readonly operationId: string
  readonly tags: readonly [string]
  readonly security: readonly SecurityRequirement[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}
interface Reference {
  readonly $ref: string
}
interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly example?: unknown
  readonly schema: { readonly example?: unknown } | Reference
}
interface Media {
  readonly schema: Schema
  /** The schema that each line of JSON lines has. */
  readonly 'x-line'?: string
}
interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

/** A request for an operation, made of the examples of the contract. */
export interface SampleRequest {
  readonly operationId: string
  readonly tag: string
  readonly method: string
  /** With values for its variables. */
  readonly path: string
  /** The values of the path's variables, in their order. */
  readonly ids: readonly unknown[]
  readonly query: Readonly<Record<string, unknown>>
  /** A value to be written as JSON. */
  readonly body: unknown
  /** The file beside the program that is sent in place of a body. */
  readonly file: SampleFile | undefined
  readonly idempotencyKey: string | undefined
  /** The credential that is needed, such as "a workspace key with webhooks:*"; undefined if none is. */
  readonly credential: string | undefined
  readonly reply: SampleReply
}

export interface SampleFile {
  readonly name: string
  readonly mediaType: string
}

/** The use that a sample makes of a reply: the name of the result, and for a list the first field of its rows. */
export type SampleReply =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly schema: string }
  | { readonly kind: 'list'; readonly schema: string; readonly field: string }

/**
 * Makes the request of an operation's samples. A query has those parameters that are this operation's own and
 * have an example beside their schema: the contract gives one to the filters that make sense together.
 */
export function sampleRequest(
  contract: ContractDocument,
  method: string,
  path: string,
  operation: DocumentedOperation,
): SampleRequest {
  const parameters = (operation.parameters ?? []).map((given) => ({
    own: !('$ref' in given),
    ...resolve<Parameter>(contract, given),
  }))
  const valueOf = ({ example, schema }: Parameter) =>
    example ?? resolve<{ example?: unknown }>(contract, schema).example
  const values = new Map(parameters.filter((p) => p.in === 'path').map((p) => [p.name, valueOf(p)]))
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => values.get(name))
  const filters = parameters.filter((p) => p.in === 'query' && p.own && p.example !== undefined)
  const key = parameters.find((p) => p.name === 'Idempotency-Key')
  return {
    operationId: operation.operationId,
    tag: operation.tags[0],
    method: method.toUpperCase(),
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => String(values.get(name))),
    ids,
    query: Object.fromEntries(filters.map((p) => [p.name, valueOf(p)])),
    body: operation.requestBody?.content['application/json']?.example,
    file: fileOf(operation),
    idempotencyKey: key && keyFor(operation, String(valueOf(key))),
    credential: credentialOf(operation.security),
    reply: replyOf(contract, operation),
  }
}

/** Returns the file of a body that is not JSON, named after its contents. */
function fileOf({ requestBody, tags }: DocumentedOperation): SampleFile | undefined {
  const [mediaType = 'application/json'] = Object.keys(requestBody?.content ?? {})
  if (mediaType === 'application/json') return undefined
  return { name: `${tags[0].toLowerCase()}.${mediaType.replace('text/', '')}`, mediaType }
}

/** The contract's example is a password reset's; any other change gets a key that is named after it. */
function keyFor({ operationId }: DocumentedOperation, example: string): string {
  if (operationId === 'sendMessage') return example
  return `${operationId.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}-1042`
}

function replyOf(contract: ContractDocument, { responses }: DocumentedOperation): SampleReply {
  const [, reply] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  if (reply?.content === undefined) return { kind: 'none' }
  const media = reply.content['application/json']
  if (media === undefined) {
    const line = reply.content['application/x-ndjson']?.['x-line']
    if (line === undefined) return { kind: 'one', schema: 'File' }
    return rowsOf(contract, { $ref: `#/components/schemas/${line}` })
  }
  const { properties = {} } = resolve<Schema>(contract, media.schema)
  const rows = properties['next_cursor'] && properties['data']?.items
  if (rows === undefined) return { kind: 'one', schema: nameOf(media.schema) }
  return rowsOf(contract, rows)
}

function rowsOf(contract: ContractDocument, row: Schema): SampleReply {
  const [field = ''] = Object.keys(propertiesOf(contract, row))
  return { kind: 'list', schema: nameOf(row), field }
}

/** Returns the properties of a schema; for a union, those of its first member. */
function propertiesOf(contract: ContractDocument, schema: Schema): Readonly<Record<string, Schema>> {
  const { properties, anyOf, oneOf } = resolve<Schema>(contract, schema)
  const first = (anyOf ?? oneOf)?.[0]
  return properties ?? (first === undefined ? {} : propertiesOf(contract, first))
}

/** #/components/schemas/Message -> Message */
function nameOf({ $ref = '' }: Schema): string {
  return $ref.slice($ref.lastIndexOf('/') + 1)
}

import { resolve, type ContractDocument } from '../../../base/contract/document.js'
import { operationsOf, ownContract, type Operation } from '../../platform/http/operation/contract.js'
import { inputSchema, type InputSchema, type Schema } from './tool-schema.js'

/** A tool in the form in which the Model Context Protocol (2025-11-25, "Tools") lists it. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: InputSchema
  readonly annotations: {
    readonly title: string
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

/** An operation of the contract as a tool. */
export interface Tool {
  readonly listed: ListedTool
  readonly operation: Operation
  /**
   * True if the operation changes nothing: a GET, or a POST that takes no idempotency key because it stores nothing.
   */
  readonly readsOnly: boolean
  /** Parameters of the path and of the query, in the contract's order. */
  readonly parameters: readonly ToolParameter[]
  /** Kind of the body: a value, or a text of the operation's own type such as CSV. */
  readonly body: 'json' | 'text' | undefined
  /** Media type to request: the one that an agent reads best. */
  readonly accept: string
}

export interface ToolParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
}

interface ContractParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface DescribedOperation {
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly ({ readonly $ref: string } | ContractParameter)[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly description?: string
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>
  }
}

/** Names of operations that delete, or end something for good. */
const ending = /^(delete|revoke|cancel|archive|unsubscribe|stop)/

let own: readonly Tool[] | undefined

/** Returns the tools of the service's own contract. */
export function ownTools(): readonly Tool[] {
  own ??= toolsOf(ownContract())
  return own
}

/**
 * Makes a tool of each operation of a contract that takes a credential. The other operations are the ways for a
 * person to sign in.
 */
function toolsOf(contract: ContractDocument): Tool[] {
  return operationsOf(contract)
    .filter(({ security }) => security.length > 0)
    .map((operation) => toolOf(contract, operation))
}

/** Returns the name of an operation's tool: `listMessages` is `list_messages`. */
function toolName(operationId: string): string {
  return operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function toolOf(contract: ContractDocument, operation: Operation): Tool {
  const described = contract.paths[operation.path]?.[operation.method] as DescribedOperation
  const all = (described.parameters ?? []).map((parameter) => resolve<ContractParameter>(contract, parameter))
  const parameters = all.filter(
    (parameter): parameter is ContractParameter & ToolParameter =>
      parameter.in === 'path' || parameter.in === 'query',
  )
  const readsOnly =
    operation.method === 'get' || (operation.method === 'post' && !operation.takesIdempotencyKey)
  const title = described.summary ?? operation.id
  const { requestBody } = described
  const body = requestBody === undefined ? undefined : operation.streamsBody ? 'text' : 'json'
  const properties: Record<string, Schema> = {}
  for (const { name, description, schema } of parameters)
    properties[name] = description === undefined ? schema : { ...schema, description }
  if (requestBody !== undefined) properties['body'] = bodySchema(requestBody, operation)
  if (operation.takesIdempotencyKey) properties['idempotency_key'] = idempotencyKey
  const required = parameters.filter((parameter) => parameter.required === true).map(({ name }) => name)
  if (requestBody?.required === true) required.push('body')
  return {
    listed: {
      name: toolName(operation.id),
      title,
      description: `${title}. ${(described.description ?? '').trim()}`.trim(),
      inputSchema: inputSchema(contract, properties, required),
      annotations: {
        title,
        readOnlyHint: readsOnly,
        destructiveHint: !readsOnly && (operation.method === 'delete' || ending.test(operation.id)),
        idempotentHint: readsOnly || operation.method === 'put' || operation.method === 'delete',
        // Mail and webhooks leave the service; reads stay in it.
        openWorldHint: !readsOnly,
      },
    },
    operation,
    readsOnly,
    parameters: parameters.map(({ name, in: place, required: isRequired }) => ({
      name,
      in: place,
      required: isRequired === true,
    })),
    body,
    accept:
      operation.produces.find((type) => /json/.test(type)) ?? operation.produces[0] ?? 'application/json',
  }
}

function bodySchema(
  { description, content }: NonNullable<DescribedOperation['requestBody']>,
  operation: Operation,
): Schema {
  if (operation.streamsBody) {
    const types = operation.consumes.join(' or ')
    return {
      type: 'string',
      description: [`The complete data, as ${types}.`, description].filter(Boolean).join(' '),
    }
  }
  const schema = content['application/json']?.schema ?? {}
  return description === undefined ? schema : { ...schema, description }
}

const idempotencyKey: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'Repeated calls with the same key and the same input have one effect. Choose a key for each intention, and ' +
    'use it again when you repeat a call that may have failed. A call without a key gets a new one.',
}

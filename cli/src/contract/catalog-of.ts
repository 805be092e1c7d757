import { credentialOf } from '../../../base/contract/credential.js'
import { sdkMethodOf } from '../../../base/contract/sdk-method.js'
import { resolve, type ContractDocument, type SecurityRequirement } from '../../../base/contract/document.js'
import type { Catalog, CatalogGroup, CatalogOperation, Field, FileBody, JsonBody } from './catalog.js'
import { kebabCase, optionName } from './names.js'
import { fieldValue, type Schema } from './field-value.js'

interface Described {
  readonly 'x-since': string
  readonly operationId?: string
  /** The operation's id, if this is another path of the same operation. */
  readonly 'x-alias-of'?: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly security?: readonly SecurityRequirement[]
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: RequestBody
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface RequestBody {
  readonly required?: boolean
  readonly content: Readonly<Record<string, { readonly schema?: Schema }>>
}

/** Creates the commands for a contract. */
export function catalogOf(contract: ContractDocument): Catalog {
  const groups = new Map<string, { title: string; operations: CatalogOperation[] }>()
  for (const [path, item] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(item) as [string, Described][]) {
      const { operationId, tags: [tag] = [], 'x-alias-of': original } = operation
      if (operationId === undefined || tag === undefined || original !== undefined) continue
      const { resource, name } = sdkMethodOf(operationId, tag)
      const group = groups.get(kebabCase(resource)) ?? { title: tag, operations: [] }
      group.operations.push(operationOf(contract, kebabCase(name), { method, path, operation }))
      groups.set(kebabCase(resource), group)
    }
  }
  return { groups: [...groups].map(([name, group]): CatalogGroup => ({ name, ...group })) }
}

function operationOf(
  contract: ContractDocument,
  name: string,
  {
    method,
    path,
    operation,
  }: { readonly method: string; readonly path: string; readonly operation: Described },
): CatalogOperation {
  const parameters = (operation.parameters ?? []).map((given) => resolve<Parameter>(contract, given))
  const credential = credentialOf(operation.security ?? [])
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  const produces = [...new Set(successes.flatMap(([, { content }]) => Object.keys(content ?? {})))]
  const hasFormats = produces.length > 1
  const body = bodyOf(contract, operation.requestBody, hasFormats)
  const query = parameters.filter((each) => each.in === 'query')
  return {
    name,
    operationId: operation.operationId ?? '',
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    description: firstParagraph(operation.description),
    since: operation['x-since'],
    ...(credential !== undefined && { credential }),
    variables: [...path.matchAll(/\{(\w+)\}/g)].map(([, variable = '']) => ({
      name: variable,
      description: oneLine(parameters.find((each) => each.name === variable)?.description),
    })),
    query: query.map((each) =>
      fieldOf(contract, each.name, each.schema, {
        required: each.required === true,
        description: each.description,
        hasFormats,
      }),
    ),
    ...(body !== undefined && { body }),
    produces,
    takesIdempotencyKey: parameters.some((each) => each.name === 'Idempotency-Key'),
    isList: method === 'get' && query.some((each) => each.name === 'cursor'),
  }
}

function bodyOf(
  contract: ContractDocument,
  body: RequestBody | undefined,
  hasFormats: boolean,
): JsonBody | FileBody | undefined {
  const [first] = Object.entries(body?.content ?? {})
  if (first === undefined) return undefined
  const [mediaType, { schema: given = {} }] = first
  if (mediaType !== 'application/json') return { kind: 'file', mediaType }
  const schema = resolve<Schema>(contract, given)
  return {
    kind: 'json',
    required: body?.required === true,
    minProperties: schema.minProperties ?? 0,
    fields: Object.entries(schema.properties ?? {}).map(([name, property]) =>
      fieldOf(contract, name, property, {
        required: schema.required?.includes(name) === true,
        description: undefined,
        hasFormats,
      }),
    ),
  }
}

function fieldOf(
  contract: ContractDocument,
  name: string,
  schema: Schema,
  {
    required,
    description,
    hasFormats,
  }: {
    readonly required: boolean
    readonly description: string | undefined
    readonly hasFormats: boolean
  },
): Field {
  const text = description ?? schema.description ?? resolve<Schema>(contract, schema).description
  return {
    name,
    option: optionName(name, hasFormats),
    description: firstSentence(text),
    required,
    value: fieldValue(contract, schema),
  }
}

function firstParagraph(text = ''): string {
  return oneLine(text.trim().split(/\n\s*\n/)[0])
}

function firstSentence(text = ''): string {
  return /^.*?[.:](?= |$)/.exec(oneLine(text))?.[0].replace(/[.:]$/, '') ?? oneLine(text)
}

function oneLine(text = ''): string {
  return text.replace(/\s+/g, ' ').trim()
}

import { readFileSync } from 'node:fs'
import {
  resolve,
  type ContractDocument,
  type ContractOperation,
  type Schema,
  type Parameter,
  type SecurityRequirement,
} from '../../../../base/contract/document.js'
import type { OperationTraits } from '../../../../generated/api-operations.js'

/** The bundled contract, read once. Routes, validation and authorization all come from here. */

export type OperationId = keyof OperationTraits
/** The rate limits that the contract names. */
export type PolicyName = (typeof policyNames)[number]
const policyNames = ['sends', 'requests', 'checks', 'sign_ins', 'failed_sign_ins'] as const

export interface RateLimit {
  readonly policy: PolicyName
  /** The list in the body whose items count, if the request itself does not count. */
  readonly perItemOf: string | undefined
}

export interface Operation {
  readonly id: OperationId
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** The path as in the contract: /v1/messages/{id} */
  readonly path: string
  /** The groups of the contract that the operation is in, as `tagName` writes them. */
  readonly tags: readonly string[]
  /** The alternative requirements; none means that anybody may call. */
  readonly security: readonly SecurityRequirement[]
  /** The media types of the body, none if the operation takes no body. */
  readonly consumes: readonly string[]
  /** True if its handler reads the body as it arrives, which is so for all bodies but JSON. */
  readonly streamsBody: boolean
  /** The max bytes of a body that its handler reads, after decompression; undefined if the usual limit applies. */
  readonly maxBytes: number | undefined
  /** True if a request must have a JSON body. */
  readonly needsJson: boolean
  readonly takesIdempotencyKey: boolean
  /** The names of its query parameters that are integers. */
  readonly integerParameters: readonly string[]
  /**
   * Fields of the items of its body that are checked one item at a time, so that one does not spoil the
   * others.
   */
  readonly validatedByItem: readonly string[]
  /** The media types of its successful replies. */
  readonly produces: readonly string[]
  /** The rate limit that requests count against, if the operation takes a credential. */
  readonly rateLimit: RateLimit
  /** The deprecation; present if clients are to leave the operation. */
  readonly deprecation: Deprecation | undefined
}

/** The date on which an operation became deprecated, and that from which on it may answer no more. */
export interface Deprecation {
  readonly since: Date
  readonly sunset: Date
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** The contract as files, to be served as they are. The build makes the YAML from the JSON. */
export const contractFiles = {
  yaml: new URL('../../../../dist/openapi.yaml', import.meta.url),
  json: new URL('../../../../generated/openapi.json', import.meta.url),
} as const

/** Keys that the public contract lacks, by the JSON pointers of the objects that have them. */
const serviceKeys = new URL('../../../../generated/service-keys.json', import.meta.url)

let own: ContractDocument | undefined

/** Returns the contract of this service: one for all callers, which must not write into it. */
export function ownContract(): ContractDocument {
  own ??= readContract()
  return own
}

/** Returns a fresh copy of the contract, which callers may write into. */
export function readContract(): ContractDocument {
  const contract = readPublicContract()
  const keys = JSON.parse(readFileSync(serviceKeys, 'utf8')) as Record<string, object>
  for (const [pointer, values] of Object.entries(keys)) {
    Object.assign(resolve<object>(contract, { $ref: `#${pointer}` }), values)
  }
  return contract
}

/** Returns a fresh copy of the public contract: without the `x-` keys that only this service reads. */
export function readPublicContract(): ContractDocument {
  return JSON.parse(readFileSync(contractFiles.json, 'utf8')) as ContractDocument
}

/**
 * Returns every operation of the contract.
 *
 * @throws Error if one has no operationId, a rate limit that is not known, or is deprecated without dates
 */
export function operationsOf(contract: ContractDocument): Operation[] {
  return operationsWhere(contract, (operation) => operation['x-alias-of'] === undefined)
}

/**
 * Returns the other paths at which operations are answered. Each is its operation in all but the path, with the same
 * id: for the handler, the limits, the idempotency keys and the audit log both are one.
 */
export function aliasesOf(contract: ContractDocument): Operation[] {
  return operationsWhere(contract, (operation) => operation['x-alias-of'] !== undefined)
}

function operationsWhere(
  contract: ContractDocument,
  isWanted: (operation: ContractOperation) => boolean,
): Operation[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (operation === undefined || !isWanted(operation)) return []
      return [operationOf(contract, path, method, operation)]
    }),
  )
}

/** Returns an operation of the service's own contract. */
export function ownOperation(wanted: OperationId): Operation {
  const operation = operationsOf(ownContract()).find(({ id }) => id === wanted)
  if (operation === undefined) throw new Error(`the contract has no operation ${wanted}`)
  return operation
}

function operationOf(
  contract: ContractDocument,
  path: string,
  method: Operation['method'],
  operation: ContractOperation,
): Operation {
  if (operation.operationId === undefined) throw new Error(`${method} ${path} has no operationId`)
  const parameters = (operation.parameters ?? []).map((parameter) => resolve<Parameter>(contract, parameter))
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  return {
    id: (operation['x-alias-of'] ?? operation.operationId) as OperationId,
    method,
    path,
    security: operation.security ?? [],
    tags: (operation.tags ?? []).map(tagName),
    takesIdempotencyKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
    integerParameters: parameters
      .filter((parameter) => parameter.in === 'query')
      .filter(({ schema }) => resolve<Schema>(contract, schema).type === 'integer')
      .map(({ name }) => name),
    validatedByItem: operation['x-validated-by-item'] ?? [],
    consumes: Object.keys(operation.requestBody?.content ?? {}),
    streamsBody: isStreamed(operation),
    maxBytes: Object.values(operation.requestBody?.content ?? {})[0]?.['x-max-bytes'],
    needsJson: operation.requestBody?.required === true && !isStreamed(operation),
    produces: [...new Set(successes.flatMap(([, response]) => Object.keys(response.content ?? {})))],
    rateLimit: rateLimitOf(operation),
    deprecation: deprecationOf(operation),
  }
}

/** Returns a tag of the contract in the form that people type: `subscriber-lists`. */
function tagName(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-')
}

/**
 * Opens the parts that are validated by item, so that the whole body validates whatever stands there: the items of a
 * named list, or else the named fields of the items of the list `items`.
 *
 * @param contract is changed
 */
export function withoutFieldsOfItems(contract: ContractDocument): ContractDocument {
  for (const item of Object.values(contract.paths)) {
    for (const method of methods) {
      const operation = item[method]
      const fields = operation?.['x-validated-by-item'] ?? []
      for (const media of fields.length > 0 ? Object.values(operation?.requestBody?.content ?? {}) : []) {
        const body = resolve<Schema>(contract, media.schema ?? {}).properties ?? {}
        const properties = resolve<Schema>(contract, body['items']?.items ?? {}).properties ?? {}
        for (const field of fields) {
          const list = body[field]
          if (list === undefined) properties[field] = {}
          else list.items = {}
        }
      }
    }
  }
  return contract
}

/**
 * Takes out the bodies that are read as they arrive, so that a request validates without.
 *
 * @param contract is changed
 */
export function withoutStreamedBodies(contract: ContractDocument): ContractDocument {
  for (const item of Object.values(contract.paths)) {
    for (const method of methods) {
      const operation = item[method]
      if (operation !== undefined && isStreamed(operation)) delete operation.requestBody
    }
  }
  return contract
}

function isStreamed({ requestBody }: ContractOperation): boolean {
  return requestBody !== undefined && !('application/json' in requestBody.content)
}

function rateLimitOf(operation: ContractOperation): RateLimit {
  const given = operation['x-rate-limit']
  if (given === undefined) return { policy: 'requests', perItemOf: undefined }
  const policy = policyNames.find((name) => name === given.policy)
  if (policy === undefined) {
    throw new Error(`${operation.operationId} has a rate limit that is not known: ${given.policy}`)
  }
  return { policy, perItemOf: given.per_item_of }
}

/** Returns the deprecation of an operation. A day begins at midnight UTC. */
function deprecationOf(operation: ContractOperation): Deprecation | undefined {
  if (operation.deprecated !== true) return undefined
  const since = new Date(operation['x-deprecated-since'] ?? '')
  const sunset = new Date(operation['x-sunset'] ?? '')
  if (Number.isNaN(since.getTime()) || Number.isNaN(sunset.getTime())) {
    throw new Error(`${operation.operationId} is deprecated, and does not say since when and until when`)
  }
  return { since, sunset }
}

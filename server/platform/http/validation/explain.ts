import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { resolve, type ContractDocument } from '../../../../base/contract/document.js'
import { withoutFieldsOfItems, type Operation } from '../operation/contract.js'
import type { ErrorDetail } from '../errors/api-error.js'
import { requestSideOf } from './request-side.js'
import { boundedCopy } from './bounded-copy.js'
import { contractAjv } from './contract-ajv.js'
import { pointerToken } from './json-pointer.js'
import { findingOf, type Schema, type Source } from './words.js'

/** The max number of mistakes in a reply. */
export const maxFindings = 20

/** The parts of a request, before any value is coerced. */
export interface GivenRequest {
  readonly query: unknown
  readonly headers: unknown
  readonly body: unknown
}

/** Returns the mistakes of a request to an operation, at most 20; an empty list if the request is valid. */
export type Explain = (operation: Operation, given: GivenRequest) => ErrorDetail[]

/**
 * Makes a function that explains refused requests. Explaining costs more than detecting that a request is
 * wrong, so call it only for refused requests. The schemas of an operation are compiled at its first refused
 * request.
 */
export function explainer(contract: ContractDocument): Explain {
  const compiled = new Map<string, Explained>()
  return (operation, given) => {
    const explained = compiled.get(operation.id) ?? compile(contract, operation)
    compiled.set(operation.id, explained)
    return explained(given)
  }
}

type Explained = (given: GivenRequest) => ErrorDetail[]

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}

function compile(whole: ContractDocument, operation: Operation): Explained {
  // Compiling only a part of the contract blocks the event loop for a tenth of the time.
  const contract = withoutFieldsOfItems(requestSideOf(whole, [operation]))
  const ajv = contractAjv(contract, true)
  const follow = followerOf(contract)
  const { parameters = [] } = contract.paths[operation.path]?.[operation.method] ?? {}
  const all = parameters.map((parameter) => resolve<Parameter>(contract, parameter as Parameter))
  const query = all.filter((parameter) => parameter.in === 'query')
  const body = bodySchema(contract, operation)
  const schema = {
    type: 'object',
    required: operation.needsJson ? ['body'] : [],
    properties: {
      query: { ...objectOf(query), additionalProperties: false },
      headers: objectOf(all.filter((parameter) => parameter.in === 'header')),
      ...(body !== undefined && { body }),
    },
  }
  const validate = ajv.compile(absolute(schema) as object)
  return ({ query: texts, headers, body: given }) => {
    const value = {
      query: withValues(texts as Record<string, unknown>, query, follow),
      headers,
      ...(body !== undefined && given !== undefined && { body: given }),
    }
    const empty = Object.entries(texts as Record<string, unknown>).filter(([, text]) => text === '')
    const known = empty.map(([name]) => ({
      path: `/query/${pointerToken(name)}`,
      code: 'minLength' as const,
      message: 'must not be empty',
    }))
    return findingsIn(validate, { value, schema, resolve: follow }, known)
  }
}

/** Makes a function that follows the references of a contract to their end. */
export function followerOf(contract: ContractDocument): Source['resolve'] {
  const follow = (schema: Schema): Schema => {
    const target = resolve<Schema>(contract, schema)
    return target.$ref === undefined ? target : follow(target)
  }
  return follow
}

/**
 * Returns the mistakes of a value, one for each path, at most 20.
 *
 * @param validate looks for all mistakes; it gets a copy of bounded size
 * @param known findings that the schema cannot detect
 */
export function findingsIn(
  validate: ValidateFunction,
  source: Source,
  known: readonly ErrorDetail[] = [],
): ErrorDetail[] {
  const { value: copy, cut } = boundedCopy(source.value)
  validate(copy)
  const found = new Map(known.map((finding) => [finding.path, finding]))
  for (const error of validate.errors ?? []) {
    if (found.size >= maxFindings) break
    if (isOfCut(error, cut)) continue
    const finding = findingOf(error, source)
    // The first finding of a value is the plainest: "too long" comes before a pattern that does not match.
    if (finding !== undefined && !found.has(finding.path)) found.set(finding.path, finding)
  }
  const findings = [...found.values()].slice(0, maxFindings)
  // A misspelt field is often the reason why another is missing, so it comes first.
  const misspelt = findings.filter(({ code }) => code === 'additionalProperties')
  return [...misspelt, ...findings.filter(({ code }) => code !== 'additionalProperties')]
}

/** Tells whether an error may only be there because the list or object was cut. */
function isOfCut({ keyword, data }: ErrorObject, cut: ReadonlySet<unknown>): boolean {
  return ['required', 'minItems', 'minProperties'].includes(keyword) && cut.has(data)
}

function objectOf(parameters: readonly Parameter[]) {
  const nameOf = (parameter: Parameter) =>
    parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((parameter) => [nameOf(parameter), parameter.schema])),
    required: parameters.filter(({ required }) => required === true).map(nameOf),
  }
}

/** Returns the schema of an operation's JSON body, if it has one that is read as a whole. */
export function bodySchema(contract: ContractDocument, operation: Operation): Schema | undefined {
  const { requestBody } = contract.paths[operation.path]?.[operation.method] ?? {}
  return operation.streamsBody ? undefined : requestBody?.content['application/json']?.schema
}

/**
 * Converts the texts of a query to values. A text that cannot be converted stays a text, which the schema
 * refuses.
 */
function withValues(
  texts: Readonly<Record<string, unknown>>,
  parameters: readonly Parameter[],
  follow: (schema: Schema) => Schema,
): Record<string, unknown> {
  const typeOf = new Map(parameters.map(({ name, schema }) => [name, follow(schema).type]))
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const type = typeOf.get(name)
      if (type === 'integer' && isDecimal(text)) return [name, Number(text)]
      // A list with one value.
      if (type === 'array' && typeof text === 'string') return [name, [text]]
      if (type === 'boolean' && (text === 'true' || text === 'false')) return [name, text === 'true']
      return [name, text]
    }),
  )
}

/** Tells whether a text is a decimal integer, the only form of numbers in queries. 0x10, 1e3 and Infinity are not. */
export function isDecimal(text: unknown): boolean {
  return typeof text === 'string' && /^-?\d+$/.test(text)
}

/** Makes references absolute: #/components/… -> contract#/components/… */
export function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string' && item.startsWith('#') ? `contract${item}` : absolute(item),
    ]),
  )
}

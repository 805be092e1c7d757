import type { Method } from '../arguments/arguments.js'
import { checkCsv } from '../arguments/csv-file.js'
import { PostsealError } from '../errors/errors.js'
import type { Operation } from './operation.js'
import type { KeyedService, PlainRequest } from './plain-request.js'
import { datesAsText } from '../arguments/times.js'

/** Converts a body to the shape in the contract. `where` is the body's name in an error. */
type ToWire = (body: unknown, where: string) => unknown

/**
 * Builds the request of an operation from checked arguments.
 *
 * @throws PostsealError for a missing filter, an invalid Date, or a body that cannot be converted to its shape
 */
export function operationRequest(
  { baseURL, apiKey }: KeyedService,
  operation: Operation,
  method: Method,
  idempotencyKey: string | undefined,
): PlainRequest {
  const { ids, versions } = method
  const values = Object.values({ ...ids, ...versions }).map((value) => encodeURIComponent(String(value)))
  const path = operation.path.replace(/\{\w+\}/g, () => values.shift() ?? '')
  const body = bodyOf(operation, method)
  const headers = {
    ...(body !== undefined && { 'Content-Type': operation.sends ?? 'application/json' }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    ...(apiKey !== '' && !operation.uncredentialed && { Authorization: `Bearer ${apiKey}` }),
  }
  return {
    url: `${baseURL}${path}${queryText(operation, method)}`,
    init: { method: operation.method, headers, ...(body !== undefined && { body }) },
  }
}

/** Returns the body as it is sent, or undefined if the operation takes none. */
function bodyOf({ sends }: Operation, { name, body, csv, onTheWire }: Method): RequestInit['body'] {
  if (sends !== undefined) return checkCsv(name, csv) as NonNullable<RequestInit['body']>
  return JSON.stringify(onTheWire === undefined ? body : (onTheWire as ToWire)(body, `${name}(body): body`))
}

function queryText(
  { id, query: names = [], required = [] }: Operation,
  { name, query = {} }: Method,
): string {
  const given = datesAsText(query as Record<string, unknown>, `${name}(query): query`)
  const missing = required.find((filter) => isNothing(given[filter]))
  if (missing !== undefined) {
    throw new PostsealError(
      `RequiredError: Required parameter "${missing}" was null or undefined when calling ${id}().`,
    )
  }
  const parts = names.flatMap((filter) => {
    const value = given[filter]
    if (isNothing(value)) return []
    const values: readonly unknown[] = isList(value) ? [...value] : [value]
    const texts = values.map((one) => encodeURIComponent(String(one)))
    // An empty list is sent as one empty value, which the service rejects.
    return `${filter}=${texts.join(`&${filter}=`)}`
  })
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

function isNothing(value: unknown): value is null | undefined {
  return value === undefined || value === null
}

/** Returns whether a filter has several values, as an array or a Set. */
function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

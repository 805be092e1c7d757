import { isDate, kindOf } from '../arguments/arguments.js'
import { PostsealError } from '../errors/errors.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import { datesAsText } from '../arguments/times.js'

/** Filters by name. Null and undefined filters are left out. */
export type QueryValues = Readonly<Record<string, string | number | boolean | Date | null | undefined>>

/** The options of `client.get`. */
export interface GetOptions extends RequestOptions {
  /** The query to add to the path. */
  query?: QueryValues | undefined
}

/** The options of `client.post`, `put`, `patch` and `delete`. */
export interface ChangeOptions extends GetOptions, MutationOptions {
  /**
   * The body, which is sent as JSON. Text, bytes, a Blob and a ReadableStream are sent unchanged. Set their
   * `Content-Type` in `headers`.
   */
  body?: unknown
}

/** The HTTP methods that the API uses. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The request of an operation or a path, before the options of its call are added. */
export interface PlainRequest {
  url: string
  init: RequestInit
}

/** A service and the API key for requests to it. */
export interface KeyedService {
  /** The service's URL, without a trailing slash. */
  readonly baseURL: string
  readonly apiKey: string
}

/** Matches a dot segment, which would turn the path into another operation's path. */
const dotSegment = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i

/**
 * Builds the request for a path that has no method in this package.
 *
 * @throws PostsealError for a path that does not start with a slash or has a `.` or `..`, an unusable filter or body
 */
export function plainRequest(
  { baseURL, apiKey }: KeyedService,
  method: HttpMethod,
  path: string,
  { query, body, idempotencyKey }: ChangeOptions,
): PlainRequest {
  const name = method.toLowerCase()
  if (typeof path !== 'string' || !path.startsWith('/') || dotSegment.test(path.split(/[?#]/)[0] ?? '')) {
    const given = typeof path === 'string' ? JSON.stringify(path) : kindOf(path)
    throw new PostsealError(`${name}(path): path must be like /v1/messages, without ".", not ${given}.`)
  }
  const headers = new Headers()
  if (apiKey !== '') headers.set('Authorization', `Bearer ${apiKey}`)
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey)
  if (body !== undefined && !isSentAsItIs(body)) headers.set('Content-Type', 'application/json')
  return {
    url: `${baseURL}${path}${queryText(query, name, path.includes('?'))}`,
    init: { method, headers, ...(body !== undefined && { body: bodyText(body, name) }) },
  }
}

function queryText(query: QueryValues | undefined, name: string, hasSome: boolean): string {
  const texts = datesAsText(query ?? {}, `${name}(options): options.query`)
  const given = Object.entries(texts as QueryValues).filter(
    ([, value]) => value !== undefined && value !== null,
  )
  for (const [filter, value] of given) {
    if (typeof value !== 'object') continue
    throw new PostsealError(`${name}(options): options.query.${filter} must be a text, not ${kindOf(value)}.`)
  }
  const parameters = new URLSearchParams(given.map(([filter, value]) => [filter, String(value)]))
  return given.length === 0 ? '' : `${hasSome ? '&' : '?'}${parameters}`
}

function isSentAsItIs(body: unknown): body is NonNullable<RequestInit['body']> {
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return true
  // Does not use instanceof, which fails for values of another realm.
  return typeof body === 'object' && body !== null && ('getReader' in body || 'arrayBuffer' in body)
}

function bodyText(body: unknown, name: string): NonNullable<RequestInit['body']> {
  if (isSentAsItIs(body)) return body
  if (isDate(body) || typeof body === 'function' || typeof body === 'symbol') {
    throw new PostsealError(`${name}(options): options.body must be an object, not ${kindOf(body)}.`)
  }
  return JSON.stringify(body)
}

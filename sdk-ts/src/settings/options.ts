import { isRecord, kindOf } from '../arguments/arguments.js'
import { PostsealError } from '../errors/errors.js'
import type { Logger, LogLevel } from './logger.js'
import type { HeaderValues } from '../transport/request-headers.js'

/** The function that the client calls to reach the network: the platform's `fetch`, or a compatible one. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/**
 * Options passed on to `fetch` in addition to the request, such as `dispatcher` (Node: undici's `ProxyAgent` or
 * `Agent`), `proxy` (Bun) or `client` (Deno).
 */
export interface FetchOptions {
  dispatcher?: unknown
  [option: string]: unknown
}

/** The client options. All have a default except the key. */
export interface ClientOptions {
  /**
   * A project key, a workspace key or a session token. Default: the environment variable `POSTSEAL_API_KEY`. Not
   * needed if `defaultHeaders` removes `Authorization`, such as for signing in or for a session in a cookie.
   */
  apiKey?: string | undefined
  /**
   * The service's URL, with or without a trailing `/v1` or slash. Default: `POSTSEAL_BASE_URL`, or
   * `http://localhost:4000` if that variable is not set.
   */
  baseURL?: string | undefined
  /** The time limit for one attempt in milliseconds, including its body. Default: 60 000. */
  timeout?: number | undefined
  /** The maximum number of retries after a failed attempt. Default: 2. */
  maxRetries?: number | undefined
  /** Replaces the platform's `fetch`, such as for a test, or with undici's `fetch` and its own `dispatcher`. */
  fetch?: Fetch | undefined
  /** Options for `fetch` with each request, such as a `dispatcher` for a proxy. Default: none. */
  fetchOptions?: FetchOptions | undefined
  /** Headers to add to every request. Null removes one of the client's own headers. */
  defaultHeaders?: HeaderValues | undefined
  /** The logger that receives log lines. Default: `console`. */
  logger?: Logger | undefined
  /**
   * The amount of log lines: none, deprecations (`warn`), retries too (`info`), or every attempt too (`debug`). Log
   * lines never contain a key, an address or a body. Default: `POSTSEAL_LOG`, or `warn` if that variable is not set.
   */
  logLevel?: LogLevel | undefined
  /**
   * Allows the client to run in a browser, where everyone who opens the page can read and use the key. Default: false.
   */
  dangerouslyAllowBrowser?: boolean | undefined
}

/** The options for one call. */
export interface RequestOptions {
  /** The time limit for one attempt in milliseconds, including its body. Default: the client's. */
  timeout?: number | undefined
  /** The maximum number of retries after a failed attempt. Default: the client's. */
  maxRetries?: number | undefined
  /**
   * Aborts the call, also between attempts. The call then rejects with `APIUserAbortError`, or with `APITimeoutError`
   * if `AbortSignal.timeout()` aborted it.
   */
  signal?: AbortSignal | undefined
  /** Headers to add. They override the client's headers. Null removes a header. */
  headers?: HeaderValues | undefined
  /** Options for `fetch` with this request. Each option overrides the client's. */
  fetchOptions?: FetchOptions | undefined
}

/** The options for one call that changes something. */
export interface MutationOptions extends RequestOptions {
  /**
   * Names the business event, so that it happens only once even if you repeat the call. Use 1 to 255 printable ASCII
   * characters. The service keeps the key for 24 hours. Default: a random key for each call, which covers this
   * client's retries but not retries in your own code.
   */
  idempotencyKey?: string | undefined
}

/** The `fetch` options that the client sets itself, each with the option or argument to use instead. */
const decided = new Map([
  ['method', 'the method that you call'],
  ['body', 'the body that you pass'],
  ['headers', 'headers or defaultHeaders'],
  ['signal', 'signal'],
  ['redirect', 'baseURL: redirects are not followed'],
])

/** Returns `fetchOptions`, or throws PostsealError if they contain options that the client sets itself. */
export function checkFetchOptions(fetchOptions: unknown): FetchOptions {
  if (!isRecord(fetchOptions)) {
    throw new PostsealError(
      `fetchOptions must be an object such as { dispatcher }, not ${kindOf(fetchOptions)}.`,
    )
  }
  const own = Object.keys(fetchOptions).find((name) => decided.has(name))
  if (own === undefined) return fetchOptions
  throw new PostsealError(`fetchOptions cannot have ${own}: it is set by ${decided.get(own)}.`)
}

/** The longest delay that a timer accepts. A longer one, including Infinity, would fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Returns `timeout` (milliseconds), or throws PostsealError if no timer accepts it. */
export function checkTimeout(timeout: unknown, name = 'timeout'): number {
  if (typeof timeout === 'number' && timeout > 0 && timeout <= LONGEST_TIMER_MS) return timeout
  throw new PostsealError(
    `${name} must be milliseconds above 0 and up to ${LONGEST_TIMER_MS}, not ${numberOrKind(timeout)}.`,
  )
}

/** Returns `maxRetries`, or throws PostsealError if it is not a count. */
export function checkMaxRetries(maxRetries: unknown): number {
  if (Number.isSafeInteger(maxRetries) && (maxRetries as number) >= 0) return maxRetries as number
  throw new PostsealError(`maxRetries must be a whole number from 0, not ${numberOrKind(maxRetries)}.`)
}

function numberOrKind(value: unknown): string {
  return typeof value === 'number' ? String(value) : kindOf(value)
}

/**
 * Returns `baseURL` without trailing slashes and without `/v1`, because every path starts with `/v1`. Throws
 * PostsealError if `baseURL` is not usable.
 */
export function checkBaseURL(baseURL: unknown): string {
  const url = typeof baseURL === 'string' ? parseUrl(baseURL) : undefined
  const usable = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username
  if (usable) return url.href.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '')
  // Text before an @ can be a password.
  const given = typeof baseURL === 'string' ? `"${baseURL.replace(/^.*@/s, '…@')}"` : kindOf(baseURL)
  throw new PostsealError(
    `baseURL must be like https://mail.example.com, without query or user, not ${given}.`,
  )
}

/**
 * Parses a URL. In Node 20 and 22, the platform's `URL.canParse()` returns false for some valid URLs once V8 has
 * optimised it.
 */
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** Returns `apiKey`, or throws PostsealError if it is not an API key. The error message never contains the key. */
export function checkApiKey(apiKey: unknown): string {
  if (apiKey === undefined || apiKey === '') {
    throw new PostsealError('There is no API key: pass apiKey, or set POSTSEAL_API_KEY in the environment.')
  }
  if (typeof apiKey !== 'string') throw new PostsealError(`apiKey must be a string, not ${kindOf(apiKey)}.`)
  if (/^[!-~]+$/.test(apiKey)) return apiKey
  throw new PostsealError(
    /\s/.test(apiKey)
      ? 'apiKey has white space or a line break in it, which no key has: copy the key alone, without "Bearer".'
      : 'apiKey has a character that no key has: copy it again.',
  )
}

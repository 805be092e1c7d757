import { isRecord, kindOf } from '../arguments/arguments.js'
import { PostsealError } from '../errors/errors.js'
import type { Logger, LogLevel } from './logger.js'
import type { HeaderValues } from '../transport/request-headers.js'

/** The function that this client calls to reach the network: the platform's `fetch`, or one that behaves like it. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/**
 * Options that are passed on to `fetch` beside the request, such as `dispatcher` (Node: a `ProxyAgent` or `Agent` of
 * undici), `proxy` (Bun) or `client` (Deno).
 */
export interface FetchOptions {
  dispatcher?: unknown
  [option: string]: unknown
}

/** The options of a client. Everything has a default except the key. */
export interface ClientOptions {
  /**
   * A project key, a workspace key or a session token. Default: the environment's `POSTSEAL_API_KEY`. Not needed if
   * `defaultHeaders` leave out `Authorization`, to sign in or for a session in a cookie.
   */
  apiKey?: string | undefined
  /**
   * The service's URL; a trailing `/v1` or slash makes no difference. Default: `POSTSEAL_BASE_URL`, or
   * `http://localhost:4000` if that variable is not set.
   */
  baseURL?: string | undefined
  /** Milliseconds that one attempt may take, its body included. Default: 60 000. */
  timeout?: number | undefined
  /** The max number of times that a failed attempt is repeated. Default: 2. */
  maxRetries?: number | undefined
  /** Replaces the platform's `fetch`, for a test, or for undici's with its own `dispatcher`. */
  fetch?: Fetch | undefined
  /** Options for `fetch` beside each request, such as a `dispatcher` for a proxy. Default: nothing. */
  fetchOptions?: FetchOptions | undefined
  /** Headers to add to every request; null leaves out one of the client's own. */
  defaultHeaders?: HeaderValues | undefined
  /** The receiver of log lines. Default: `console`. */
  logger?: Logger | undefined
  /**
   * The amount of log lines: none, deprecations (`warn`), retries too (`info`), or every attempt too (`debug`). Never
   * a key, an address or a body. Default: `POSTSEAL_LOG`, else `warn`.
   */
  logLevel?: LogLevel | undefined
  /** Allows a browser, where everybody who opens the page can read the key and use it. Default: false. */
  dangerouslyAllowBrowser?: boolean | undefined
}

/** The options of one call. */
export interface RequestOptions {
  /** Milliseconds that one attempt may take, its body included. Default: the client's. */
  timeout?: number | undefined
  /** The max number of times that a failed attempt is repeated. Default: the client's. */
  maxRetries?: number | undefined
  /**
   * Ends the call, between attempts too; it then rejects with `APIUserAbortError`, or with `APITimeoutError` if
   * `AbortSignal.timeout()` ended it.
   */
  signal?: AbortSignal | undefined
  /** Headers to add. They win over the client's; null leaves out one of those. */
  headers?: HeaderValues | undefined
  /** Options for `fetch` beside the request. They win over the client's, option by option. */
  fetchOptions?: FetchOptions | undefined
}

/** The options of one call that changes something. */
export interface MutationOptions extends RequestOptions {
  /**
   * Names the business event, so that it happens once however often the call is made: 1 to 255 printable ASCII
   * characters, kept by the service for 24 hours. Default: a random one for each call, which covers this client's
   * retries but not those of your own code.
   */
  idempotencyKey?: string | undefined
}

/** The options of `fetch` that the client sets itself, with the place where its caller sets them. */
const decided = new Map([
  ['method', 'the method that you call'],
  ['body', 'the body that you pass'],
  ['headers', 'headers or defaultHeaders'],
  ['signal', 'signal'],
  ['redirect', 'baseURL: redirects are not followed'],
])

/** Returns `fetchOptions`, or throws PostsealError if they would change options that the client sets itself. */
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

/** The longest delay a timer takes; a longer one, Infinity too, would fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Returns `timeout` (milliseconds), or throws PostsealError if no timer can keep it. */
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
  // Text before an @ may be a password.
  const given = typeof baseURL === 'string' ? `"${baseURL.replace(/^.*@/s, '…@')}"` : kindOf(baseURL)
  throw new PostsealError(
    `baseURL must be like https://mail.example.com, without query or user, not ${given}.`,
  )
}

/**
 * Parses a URL. The platform's `URL.canParse()` says no to some URLs in Node 20 and 22, once it is compiled for
 * speed.
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

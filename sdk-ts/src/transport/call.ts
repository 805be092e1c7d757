import type { Keys } from '../errors/errors.js'
import type { Exchange } from './exchange.js'
import {
  checkFetchOptions,
  checkMaxRetries,
  checkTimeout,
  LONGEST_TIMER_MS,
  type RequestOptions,
} from '../settings/options.js'
import type { PlainRequest } from './plain-request.js'
import { hasKey, mergeHeaders } from './request-headers.js'
import type { Settings } from '../settings/settings.js'

/** A call that is being prepared. Its keys can still be filled in until it is sent. */
export interface Call {
  /** The contract's operationId, or another name for the log. */
  operation: string
  options: RequestOptions
  keys: { -readonly [Name in keyof Keys]: Keys[Name] }
  /** True if the call changes nothing, so that it can be retried without a key. */
  safe?: boolean
  /** The media type of the reply, if it is not JSON. Its body is then read as it arrives. */
  accept?: string | undefined
  /** Milliseconds that the service can wait before it answers. Default: 0. */
  wait?: number
}

/**
 * Builds the request for a call from the `url` and `init` of its operation or path. Throws PostsealError for an
 * unusable option or header.
 */
export function requestOf({ url, init }: PlainRequest, call: Call, settings: Settings): Exchange {
  const { options, keys } = call
  const [path = ''] = url.slice(settings.baseURL.length).split('?')
  const method = String(init.method)
  // A stream is used up after one attempt.
  const once = typeof init.body === 'object' && init.body !== null && 'getReader' in init.body
  const headers = mergeHeaders(
    init.headers,
    settings.defaultHeaders,
    { Accept: call.accept },
    options.headers ?? {},
  )
  return {
    name: { operation: call.operation, method, path: withoutOddities(path) },
    url,
    // A redirect can turn a POST into a GET, whose reply would look like the requested one.
    init: {
      ...settings.fetchOptions,
      ...checkFetchOptions(options.fetchOptions ?? {}),
      ...init,
      headers,
      redirect: 'manual',
      ...(once && { duplex: 'half' }),
    },
    timeout: Math.min(checkTimeout(options.timeout ?? settings.timeout) + (call.wait ?? 0), LONGEST_TIMER_MS),
    maxRetries: checkMaxRetries(options.maxRetries ?? settings.maxRetries),
    // If a reply is lost, a second attempt without a key could repeat what the first attempt already did.
    repeatable: !once && (call.safe === true || keys.idempotencyKeys !== undefined || hasKey(headers)),
    streams: call.accept !== undefined,
    signal: options.signal,
  }
}

// An id has only letters, digits and "_". Anything else in its place, such as an address, is a mistake, and no log must
// show it.
function withoutOddities(path: string): string {
  return path
    .split('/')
    .map((segment) => (/^[\w-]*$/.test(segment) ? segment : '*'))
    .join('/')
}

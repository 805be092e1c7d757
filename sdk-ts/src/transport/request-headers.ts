import { runtimeName } from '../settings/environment.js'
import { PostsealError } from '../errors/errors.js'
import { VERSION } from '../version.js'

/** Headers to add, by name. Null removes a header that would otherwise be sent. */
export type HeaderValues = Record<string, string | null | undefined>

const KEY_HEADER = 'Idempotency-Key'

/**
 * Returns the headers of a request: the client's own, overridden by those of `layers`. The last layer wins. Throws
 * PostsealError if a header cannot be sent.
 */
export function mergeHeaders(own: HeadersInit | undefined, ...layers: HeaderValues[]): Headers {
  try {
    const headers = new Headers(own)
    headers.set('Accept', 'application/json')
    headers.set('User-Agent', `postseal-typescript/${VERSION} ${runtimeName()}`)
    for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) {
      if (value === null) headers.delete(name)
      else if (value !== undefined) headers.set(name, value)
    }
    return headers
  } catch (cause) {
    // Checked here because in `fetch` the mistake would look like a network failure and be retried.
    const message = 'A header, the API key or the idempotency key has a character that cannot be sent.'
    throw new PostsealError(message, { cause })
  }
}

/**
 * Returns `headers`. Throws PostsealError if one cannot be sent, or is the idempotency key, which would give all calls
 * the same key.
 */
export function checkDefaultHeaders(headers: HeaderValues): HeaderValues {
  mergeHeaders(undefined, headers)
  if (keyAmong(headers) === undefined) return headers
  throw new PostsealError(`${KEY_HEADER} names one call: it cannot be in defaultHeaders.`)
}

/** Returns whether `headers` remove a header that would otherwise be sent. */
export function leavesOut(headers: HeaderValues, header: string): boolean {
  return Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === header.toLowerCase() && value === null,
  )
}

/**
 * Returns the idempotency key in a call's own headers. Returns undefined if they do not mention the key, or '' if they
 * remove it.
 */
export function keyAmong(headers: HeaderValues | undefined): string | undefined {
  const given = Object.entries(headers ?? {}).filter(
    ([name, value]) => name.toLowerCase() === KEY_HEADER.toLowerCase() && value !== undefined,
  )
  return given.length === 0 ? undefined : (given.at(-1)?.[1]?.trim() ?? '')
}

/** Returns whether the request has an idempotency key, which tells the service a second attempt from a second call. */
export function hasKey(headers: Headers): boolean {
  return Boolean(headers.get(KEY_HEADER))
}

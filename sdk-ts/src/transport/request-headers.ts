import { runtimeName } from '../settings/environment.js'
import { PostsealError } from '../errors/errors.js'
import { VERSION } from '../version.js'

/** Headers to add by name; null leaves out one that would be sent otherwise. */
export type HeaderValues = Record<string, string | null | undefined>

const KEY_HEADER = 'Idempotency-Key'

/**
 * Returns the headers of a request: the client's own, and over them those of `layers`, the last of which wins. Throws
 * PostsealError if one cannot be sent.
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
    // Here and not in fetch, where it would look like a failure of the network and be tried again.
    const message = 'A header, the API key or the idempotency key has a character that cannot be sent.'
    throw new PostsealError(message, { cause })
  }
}

/**
 * Returns `headers`, or throws PostsealError if one cannot be sent or is the idempotency key, which would make all
 * calls one.
 */
export function checkDefaultHeaders(headers: HeaderValues): HeaderValues {
  mergeHeaders(undefined, headers)
  if (keyAmong(headers) === undefined) return headers
  throw new PostsealError(`${KEY_HEADER} names one call: it cannot be in defaultHeaders.`)
}

/** Tells whether `headers` leave out one that would be sent otherwise. */
export function leavesOut(headers: HeaderValues, header: string): boolean {
  return Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === header.toLowerCase() && value === null,
  )
}

/**
 * Returns the idempotency key by a call's own headers: undefined if they do not mention it, '' if they leave it out.
 */
export function keyAmong(headers: HeaderValues | undefined): string | undefined {
  const given = Object.entries(headers ?? {}).filter(
    ([name, value]) => name.toLowerCase() === KEY_HEADER.toLowerCase() && value !== undefined,
  )
  return given.length === 0 ? undefined : (given.at(-1)?.[1]?.trim() ?? '')
}

/** Tells whether the request names its call, so that the service can tell a second attempt from a second call. */
export function hasKey(headers: Headers): boolean {
  return Boolean(headers.get(KEY_HEADER))
}

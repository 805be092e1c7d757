import { randomBytes } from 'node:crypto'

/** Path below the service's URL at which the receivers' router is mounted. */
const receiversPath = '/webhook-receivers'

/** 256 bits in base64url, as {@link newToken} makes them. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/

/** Addresses of this service's receivers. */
export interface ReceiverAddresses {
  urlOf(token: string): string
  /**
   * Returns whether a URL in its normal form (WHATWG URL) is one that a receiver of this service could have. Webhooks
   * are sent there even if the service is in a private network, or on this machine.
   *
   * That is safe, because nobody but the operator has a say in where the URL leads: scheme, host, port and folder are
   * those of the service's own URL, and the rest can only be 43 letters, digits, `-` and `_`. So there is no other
   * path of this service (`..`, an encoded slash, a query), no other port, and no user before the host. The request
   * is an event of the workspace, sent by `POST`, and redirects are not followed. The one route that takes it knows
   * receivers by unguessable tokens, stores the request for the receiver's own workspace and does nothing else.
   */
  readonly isOwn: (url: string) => boolean
}

/**
 * Returns the receivers' addresses.
 *
 * @param publicUrl URL of the service as seen from outside, without a trailing slash
 */
export function receiverAddresses(publicUrl: string): ReceiverAddresses {
  const prefix = new URL(`${publicUrl}${receiversPath}/`).href
  return {
    urlOf: (token) => prefix + token,
    isOwn: (url) => url.startsWith(prefix) && isToken(url.slice(prefix.length)),
  }
}

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function isToken(text: string): boolean {
  return tokenForm.test(text)
}

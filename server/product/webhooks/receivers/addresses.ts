import { randomBytes } from 'node:crypto'

/** Where the addresses of receivers begin, below the service's URL: the place of their router. */
const receiversPath = '/webhook-receivers'

/** 256 bits in base64url, as {@link newToken} makes them. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/

/** The addresses of the receivers that this service has. */
export interface ReceiverAddresses {
  urlOf(token: string): string
  /**
   * Whether a url in its normal form (WHATWG URL) is one that a receiver of this service could have. Webhooks are sent
   * there although the service may be in a private network, or on this machine.
   *
   * That is safe, because nobody but the operator has a say in where it leads: scheme, host, port and folder are those
   * of the service's own URL, and all that is left are 43 letters, digits, `-` and `_`. So there is no other path of
   * this service (`..`, an encoded slash, a query), no other port, and no user before the host. What is sent there is
   * an event of the workspace, by `POST`, and redirects are not followed. The one route that takes it knows receivers
   * by unguessable tokens, stores the request for the receiver's own workspace and does nothing else.
   */
  readonly isOwn: (url: string) => boolean
}

/** @param publicUrl how the service is reached from outside, without a trailing slash */
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

import type { components } from '../../../../generated/api-types.js'
import { DnsFailure } from '../../../mail/dns/resolver.js'
import { AddressRefused } from '../../../mail/network/guarded-lookup.js'

type Code = components['schemas']['WebhookErrorCode']

/**
 * Explains why an attempt failed, in words for whoever runs the endpoint. The words name the host, never what is
 * behind it.
 */
export class SendFailure extends Error {
  override name = 'SendFailure'
  readonly reason: Code

  constructor(reason: Code, message: string) {
    super(message)
    this.reason = reason
  }

  present(): NonNullable<components['schemas']['WebhookAttemptError']> {
    return { code: this.reason, message: this.message }
  }
}

/** Stage that a connection had reached when it failed. */
export type Stage = 'connecting' | 'handshake'

/**
 * Returns the failure of a connection that could not be made.
 *
 * @param host the URL's host
 * @param where host and port
 */
export function connectFailure(
  error: NodeJS.ErrnoException,
  stage: Stage,
  host: string,
  where: string,
): SendFailure {
  if (stage === 'handshake')
    return new SendFailure('tls_failed', `No TLS connection to ${where}: ${tlsReason(error.code)}.`)
  if (error instanceof DnsFailure)
    return new SendFailure('dns_failed', `The DNS gave no answer about ${host}.`)
  if (error.code === 'ENOTFOUND') return new SendFailure('dns_failed', `${host} has no address.`)
  if (error instanceof AddressRefused) return addressRefused(host)
  return new SendFailure('connection_failed', `Could not connect to ${where}: ${reachReason(error.code)}.`)
}

export function addressRefused(host: string): SendFailure {
  return new SendFailure('address_refused', `${host} leads to no address on the public internet.`)
}

function reachReason(code = 'unknown'): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'the connection was refused'
    case 'ETIMEDOUT':
      return 'nobody answered'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return 'the network has no route to it'
    default:
      return `the system says ${code}`
  }
}

function tlsReason(code = 'unknown'): string {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return 'its certificate has expired'
    case 'CERT_NOT_YET_VALID':
      return 'its certificate is not valid yet'
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'its certificate is for another name'
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return 'its certificate is self-signed'
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return 'its certificate is not signed by a known authority, or an intermediate one was not sent'
    case 'INVALID_PURPOSE':
      return 'its certificate is not for servers'
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
    case 'EPROTO':
      return 'it does not speak TLS'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'it closed the connection in the handshake'
    default:
      return `the handshake failed (${code})`
  }
}

/** Signs of a reply that is not HTTP: undici gives a name for some, a message for others. */
const wrong = ['HTTPParserError', 'ResponseContentLengthMismatchError', 'bad response', 'bad upgrade']

/**
 * Returns the failure of an exchange whose connection was there but whose reply did not come.
 *
 * @param where host and port
 */
export function exchangeFailure(error: Error & { code?: string }, where: string): SendFailure {
  if (error instanceof SendFailure) return error
  if (error.code === 'UND_ERR_HEADERS_OVERFLOW')
    return new SendFailure('invalid_response', `The reply header of ${where} is too long.`)
  if (wrong.includes(error.name) || wrong.includes(error.message))
    return new SendFailure('invalid_response', `What ${where} sent is not an HTTP/1.1 reply.`)
  return new SendFailure('connection_lost', `${where} closed the connection before it replied.`)
}

/** Returns the failure that a reply's status means; null for 2xx. */
export function statusFailure(status: number): SendFailure | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return new SendFailure('gone', 'The endpoint answered 410: it is gone.')
  if (status >= 300 && status < 400)
    return new SendFailure('redirected', `The endpoint answered ${status}. Redirects are not followed.`)
  return new SendFailure('refused', `The endpoint answered ${status}.`)
}

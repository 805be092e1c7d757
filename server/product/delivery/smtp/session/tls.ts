import { isIP, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { SmtpFailure } from '../result.js'
import { broken } from './step-failed.js'

export interface Encryption {
  /** Longest time for the handshake, in milliseconds. */
  readonly ms: number
  /** Failure to report if the handshake fails. */
  readonly failure: SmtpFailure
  /** Certificates to trust instead of the usual ones. */
  readonly ca: string | undefined
}

/**
 * Starts TLS on a connection. Any certificate is accepted here: the caller, who knows the demands, judges it
 * afterwards; `authorized` of the socket says whether it is valid for the server's name.
 *
 * @throws StepFailed
 */
export function encrypt(
  socket: Socket,
  servername: string,
  { ms, failure, ca }: Encryption,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const encrypted = connect({
      socket,
      // The certificate's names are checked against this host; an address has no place in the greeting (RFC 6066,
      // section 3).
      host: servername,
      ...(isIP(servername) === 0 && { servername }),
      rejectUnauthorized: false,
      ...(ca !== undefined && { ca }),
    })
    const give = (error?: Error) => {
      clearTimeout(timer)
      encrypted.off('error', fail).off('close', close)
      if (error === undefined) return resolve(encrypted)
      // Later errors of the socket do not matter, but have to be caught.
      encrypted.on('error', () => undefined).destroy()
      socket.destroy()
      reject(error)
    }
    const fail = (error: Error) => give(broken('tls', failure, `The TLS handshake failed: ${error.message}`))
    const close = () => give(broken('tls', failure, 'The server ended the connection in the TLS handshake.'))
    const timer = setTimeout(() => {
      give(broken('tls', 'timeout', 'The TLS handshake timed out.'))
    }, ms)
    encrypted.once('secureConnect', () => give())
    encrypted.on('error', fail).on('close', close)
  })
}

/**
 * Judges a certificate by the usual rules: a chain to a trusted root, in date, for the server's name.
 *
 * @returns why the certificate is rejected; undefined if it is accepted
 */
export function whyNotTrusted(socket: TLSSocket): string | undefined {
  if (socket.authorized) return undefined
  return `The server's certificate is not valid: ${String(socket.authorizationError)}.`
}

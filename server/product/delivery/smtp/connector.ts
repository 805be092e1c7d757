import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { SmtpFailure, SmtpStep } from './result.js'

/**
 * Opens connections to a destination. The connector decides how a host is to be spoken to, so that a session needs to
 * know neither the DNS nor policies.
 */
export interface Connector {
  /**
   * Connects to the destination's best host that is not to be avoided.
   *
   * @param avoid addresses of hosts that have failed in this attempt already
   * @param from this host's address to connect from; undefined leaves the choice to the system
   * @throws ConnectionFailed
   */
  connect(destination: string, avoid: ReadonlySet<string>, from?: string): Promise<Connected>
}

/** A connection on which the server is about to greet. */
export interface Connected {
  readonly socket: Socket
  /** Host and port for the log: `mx.example.com:25`. */
  readonly host: string
  /** The remote address, to avoid it after a failure. */
  readonly address: string
  readonly tls: TlsDemand
}

export type TlsDemand =
  /** Sends in clear, or over a connection that is encrypted from the first byte already. */
  | { readonly mode: 'none' }
  /** Uses STARTTLS if it is offered, with any certificate, and sends in clear if STARTTLS fails. */
  | { readonly mode: 'opportunistic'; readonly servername: string }
  /** Demands STARTTLS. */
  | {
      readonly mode: 'required'
      readonly servername: string
      /**
       * Judges the certificate after a handshake that accepts any.
       *
       * @returns why the certificate is rejected; undefined if it is accepted
       */
      readonly verify: (socket: TLSSocket) => string | undefined
      /** Failure to report: `tls_policy` if MTA-STS or DANE demands TLS, else `tls`. */
      readonly failure: 'tls' | 'tls_policy'
      /**
       * The means by which the server has proven its identity once `verify` accepts, if not by the certificate alone.
       */
      readonly authentication?: 'dane' | 'mta_sts'
    }

/** Says why there is no connection. */
export class ConnectionFailed extends Error {
  override name = 'ConnectionFailed'
  constructor(
    readonly step: SmtpStep,
    readonly failure: SmtpFailure,
    message: string,
    /** The address that was tried last, if any. */
    readonly address?: string,
  ) {
    super(message)
  }
}

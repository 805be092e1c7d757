import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { SmtpFailure, SmtpStep } from './result.js'

/**
 * Opens connections to a destination. What a host is to be spoken to like is decided here, so that a session
 * needs to know neither the DNS nor policies.
 */
export interface Connector {
  /**
   * Connects to the destination's best host that is not to be avoided.
   *
   * @param avoid addresses of hosts that have failed in this attempt already
   * @param from the address of this host to connect from; undefined: whichever the system takes
   * @throws ConnectionFailed
   */
  connect(destination: string, avoid: ReadonlySet<string>, from?: string): Promise<Connected>
}

/** A connection on which the server is about to greet. */
export interface Connected {
  readonly socket: Socket
  /** For the log: `mx.example.com:25`. */
  readonly host: string
  /** The remote address, to avoid it. */
  readonly address: string
  readonly tls: TlsDemand
}

export type TlsDemand =
  /** In clear, or encrypted from the first byte already. */
  | { readonly mode: 'none' }
  /** STARTTLS where it is offered, whoever's certificate it is, and in clear where it fails. */
  | { readonly mode: 'opportunistic'; readonly servername: string }
  /** STARTTLS or nothing. */
  | {
      readonly mode: 'required'
      readonly servername: string
      /**
       * Judges the certificate after a handshake that took any.
       *
       * @returns why it will not do, or undefined
       */
      readonly verify: (socket: TLSSocket) => string | undefined
      /** Who demands it, for the failure: `tls_policy` where MTA-STS or DANE do. */
      readonly failure: 'tls' | 'tls_policy'
      /** By what the server has proven who it is once `verify` is content, where the certificate alone is not it. */
      readonly authentication?: 'dane' | 'mta_sts'
    }

/** There is no connection; why. */
export class ConnectionFailed extends Error {
  override name = 'ConnectionFailed'
  constructor(
    readonly step: SmtpStep,
    readonly failure: SmtpFailure,
    message: string,
    /** The address that was tried last, if any was. */
    readonly address?: string,
  ) {
    super(message)
  }
}

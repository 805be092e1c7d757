import type { Socket } from 'node:net'
import {
  type CommandRefusals,
  AnsweringConnection,
  AnsweringServer,
  type ConnectionOptions,
} from '../../mail/smtp-listener/server.js'

/** What a client may take of the listener. Tests shorten it. */
export interface SubmissionLimits {
  /** Of all clients. */
  readonly connections: number
  /**
   * Connections of one IPv4 address or one IPv6 network of 64 bits that have not signed in. Larger networks may have some
   * times as many.
   */
  readonly strangersOfAddress: number
  /** How long a client may take until it has signed in, in milliseconds. */
  readonly signInMs: number
  /** How long a client may be silent, in milliseconds. */
  readonly idleMs: number
  /** Refused commands on a connection before it is closed with 421. */
  readonly errors: number
}

export const defaultLimits: SubmissionLimits = {
  connections: 1_000,
  // A host whose programs all wake at once signs in on as many.
  strangersOfAddress: 100,
  signInMs: 30_000,
  // RFC 5321, section 4.5.3.2.7.
  idleMs: 300_000,
  // As many recipients as a message may have, each with a mistake.
  errors: 50,
}

/** A connection that ends when its client does not sign in, or was refused too often. */
export class SubmissionConnection extends AnsweringConnection {
  readonly #limits: SubmissionLimits
  readonly #end: NodeJS.Timeout
  #errors = 0

  constructor(
    server: SubmissionServer,
    socket: Socket,
    limits: SubmissionLimits,
    options?: ConnectionOptions,
  ) {
    super(server, socket, options)
    this.#limits = limits
    this.#end = setTimeout(() => {
      this.send(421, '4.4.2 Nobody has signed in', false)
      this._socket.destroy()
    }, limits.signInMs)
    this.#end.unref()
  }

  /** The client has signed in, so it may stay. */
  keep(): void {
    clearTimeout(this.#end)
  }

  /** Whether the client can hear no reply. */
  get isGone(): boolean {
    return this._socket.destroyed
  }

  override _onClose(): void {
    clearTimeout(this.#end)
    super._onClose()
  }

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    super.send(code, data, context)
    if (code < 400 || code === 421 || code === 452) return
    this.#errors += 1
    if (this.#errors >= this.#limits.errors) super.send(421, '4.7.0 Too many errors', false)
  }
}

/** An SMTP server that makes {@link SubmissionConnection}s. */
export class SubmissionServer extends AnsweringServer<SubmissionConnection> {
  readonly #limits: SubmissionLimits

  constructor(
    options: ConstructorParameters<typeof AnsweringServer<SubmissionConnection>>[0],
    limits: SubmissionLimits,
    refusals: CommandRefusals,
  ) {
    super(options, refusals)
    this.#limits = limits
  }

  protected override makeConnection(socket: Socket, options?: ConnectionOptions): SubmissionConnection {
    return new SubmissionConnection(this, socket, this.#limits, options)
  }
}

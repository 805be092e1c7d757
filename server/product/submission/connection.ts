import type { Socket } from 'node:net'
import { BoundedConnection, type ConnectionBounds } from '../../mail/smtp-listener/bounded.js'
import {
  type CommandRefusals,
  AnsweringServer,
  type ConnectionOptions,
} from '../../mail/smtp-listener/server.js'
import { firstToGo, type Placed } from './places.js'

/** Limits of the listener's clients. Tests shorten them. */
export interface SubmissionLimits extends ConnectionBounds {
  /** Number of connections of all clients. */
  readonly connections: number
  /**
   * Number of connections of one IPv4 address or one IPv6 network of 64 bits that have not signed in. Larger networks
   * may have a multiple of it.
   */
  readonly strangersOfAddress: number
  /** Milliseconds that a client may take to sign in. */
  readonly signInMs: number
  /** Milliseconds that a client may be silent. */
  readonly idleMs: number
  /** Milliseconds after sign-in at which a client is asked to connect anew, once it has no message under way. */
  readonly connectionMs: number
  /** Milliseconds that a message may still take after that time. */
  readonly lastMessageMs: number
}

export const defaultLimits: SubmissionLimits = {
  connections: 1_000,
  // A host whose programs all wake at once signs in on as many connections.
  strangersOfAddress: 100,
  signInMs: 30_000,
  // RFC 5321, section 4.5.3.2.7.
  idleMs: 300_000,
  connectionMs: 3_600_000,
  // RFC 5321, section 4.5.3.2.6: as long as a client waits for the reply to its message.
  lastMessageMs: 600_000,
  // A message may have as many recipients, each with a mistake.
  errors: 50,
  // A client sends all recipients of a message at once, and those beyond 50 in another message.
  laterRecipients: 1_000,
  // The limit of Postfix (smtpd_junk_command_limit).
  idleCommands: 100,
}

/** Milliseconds of silence after which a client is taken to be sending nothing. */
const pauseMs = 1_000

/** A connection that ends when its client does not sign in, was refused too often, or has been there for long. */
export class SubmissionConnection extends BoundedConnection implements Placed {
  activeAt = this.openedAt
  isSignedIn = false
  readonly #limits: SubmissionLimits
  #end: NodeJS.Timeout
  /** Time at which its lifetime ended, by `performance.now()`. */
  #dueAt = Infinity

  constructor(
    server: SubmissionServer,
    socket: Socket,
    limits: SubmissionLimits,
    options?: ConnectionOptions,
  ) {
    super(server, socket, limits, options)
    this.#limits = limits
    this.#end = setTimeout(() => this.#cut('4.4.2 Nobody has signed in'), limits.signInMs).unref()
  }

  /** Lets the client stay, since it has signed in. */
  keep(): void {
    this.isSignedIn = true
    this.gotOn()
    clearTimeout(this.#end)
    this.#end = setTimeout(() => {
      this.#dueAt = performance.now()
      this.#endInPause()
    }, this.#limits.connectionMs).unref()
  }

  get isSendingMessage(): boolean {
    return Boolean(this._dataStream)
  }

  override gotOn(): void {
    super.gotOn()
    this.activeAt = performance.now()
  }

  /**
   * Notes that the reply to a message was sent. A client whose time is up has no other message under way here, and is
   * told to connect anew.
   */
  messageEnded(): void {
    if (this.#dueAt < Infinity) this.#endOfLife()
  }

  protected override cameIn(bytes: number): void {
    super.cameIn(bytes)
    if (this.inTransaction) this.activeAt = this.lastInputAt
  }

  override _onClose(): void {
    clearTimeout(this.#end)
    super._onClose()
  }

  /**
   * Ends the connection of a client that may not send any more, unless a message is under way: the service refuses that
   * one by itself.
   *
   * @returns whether it ended
   */
  endRefused(): boolean {
    if (this.isSendingMessage || this.isAwaitingReply) return false
    this.#cut('4.7.0 This API key may not send any more')
    return true
  }

  /**
   * Ends the connection in a pause: a message that the client sends at the same moment would be lost if its program
   * does not retry.
   */
  #endInPause(): void {
    const now = performance.now()
    if (now - this.#dueAt >= this.#limits.lastMessageMs) return this.#cut('4.4.2 The message took too long')
    const isPause = !this.inTransaction && !this.isAwaitingReply && now - this.lastInputAt >= pauseMs
    if (isPause) return this.#endOfLife()
    this.#end = setTimeout(() => this.#endInPause(), pauseMs).unref()
  }

  #endOfLife(): void {
    this.send(421, '4.4.2 The connection has lasted long enough: connect anew', false)
  }

  #cut(why: string): void {
    this.send(421, why, false)
    this._socket.destroy()
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

  /**
   * Finds a place for a new connection, if necessary by closing another one.
   *
   * @returns whether there was a place
   */
  findPlace(sessionId: string): boolean {
    if (this.connections.size <= this.#limits.connections) return true
    const others = [...this.connections].filter(
      (each): each is SubmissionConnection => each instanceof SubmissionConnection && each.id !== sessionId,
    )
    const victim = firstToGo(others, performance.now())
    victim?.makeRoom()
    return victim !== undefined
  }

  protected override makeConnection(socket: Socket, options?: ConnectionOptions): SubmissionConnection {
    return new SubmissionConnection(this, socket, this.#limits, options)
  }
}

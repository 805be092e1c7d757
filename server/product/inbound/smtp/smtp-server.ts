import type { Socket } from 'node:net'
import { BoundedConnection } from '../../../mail/smtp-listener/bounded.js'
import {
  type CommandRefusals,
  AnsweringServer,
  type ConnectionOptions,
} from '../../../mail/smtp-listener/server.js'
import type { InboundLimits } from './limits.js'
import { placeFor, type Placed } from './capacity.js'

/**
 * A connection that ends when it has lasted too long, was refused too often, or has to give its place to another one.
 */
export class InboundConnection extends BoundedConnection implements Placed {
  readonly #end: NodeJS.Timeout
  /** True if the client's address has delivered a report before. */
  isKnown = false
  /** Time of our last reply; `#clientMs` is the total time for which the client was waited for before it. */
  #repliedAt = this.openedAt
  #clientMs = 0
  #closeAfterReply = false

  constructor(server: InboundServer, socket: Socket, limits: InboundLimits, options?: ConnectionOptions) {
    super(server, socket, limits, options)
    // The library's own limit begins again with every byte.
    this.#end = setTimeout(() => {
      this.send(421, '4.4.2 The connection has lasted too long', false)
      this._socket.destroy()
    }, limits.connectionMs)
    this.#end.unref()
  }

  override _onClose(): void {
    clearTimeout(this.#end)
    super._onClose()
  }

  get clientMs(): number {
    return this.#clientMs + (this.isAwaitingReply ? 0 : performance.now() - this.#repliedAt)
  }

  /** Ends the connection with the next reply. Commands that were sent already are not read. */
  closeAfterReply(): void {
    this.#closeAfterReply = true
  }

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    super.send(code, data, context)
    this.#clientMs += Math.max(0, this.lastInputAt - this.#repliedAt)
    this.#repliedAt = performance.now()
    if (this.#closeAfterReply) this.close()
  }
}

/** An SMTP server that makes {@link InboundConnection}s. */
export class InboundServer extends AnsweringServer<InboundConnection> {
  readonly #limits: InboundLimits

  constructor(
    options: ConstructorParameters<typeof AnsweringServer<InboundConnection>>[0],
    limits: InboundLimits,
    refusals: CommandRefusals,
  ) {
    super(options, refusals)
    this.#limits = limits
  }

  /**
   * Finds a place for a new connection, if necessary by closing another connection.
   *
   * @returns whether there was a place
   */
  findPlace(newcomer: InboundConnection): boolean {
    const others = [...this.connections].filter(
      (each): each is InboundConnection => each instanceof InboundConnection && each !== newcomer,
    )
    const place = placeFor(newcomer, others, this.#limits, performance.now())
    if (place instanceof InboundConnection) place.makeRoom()
    return place !== 'full'
  }

  protected override makeConnection(socket: Socket, options?: ConnectionOptions): InboundConnection {
    return new InboundConnection(this, socket, this.#limits, options)
  }
}

import type { Socket } from 'node:net'
import { AnsweringConnection, type AnsweringServer, type ConnectionOptions } from './server.js'

/** Limits that the listener sets a client on one connection. */
export interface ConnectionBounds {
  /**
   * Number of refused commands before the connection is closed with 421. Those that are refused for now with 452 do
   * not count: a server with a message for more recipients than are taken at once would never get rid of it.
   */
  readonly errors: number
  /** Number of recipients refused for now with 452 before the connection is closed. */
  readonly laterRecipients: number
  /**
   * Number of successive commands that bring no message nearer, such as NOOP, before the connection is closed. A
   * message that is taken begins a new row.
   */
  readonly idleCommands: number
}

/** Commands whose number is bounded by other means: they contribute to a message, or are refused. */
const mailCommands: ReadonlySet<string> = new Set(['MAIL', 'RCPT', 'DATA', 'AUTH', 'STARTTLS', 'QUIT'])

/** A connection whose client has to get on with its mail. */
export class BoundedConnection extends AnsweringConnection {
  readonly openedAt = performance.now()
  /** Time at which the client last sent something, or connected, by `performance.now()`. */
  lastInputAt = this.openedAt
  /** Number of bytes that the client has sent in all. */
  inputBytes = 0
  readonly #bounds: ConnectionBounds
  #errors = 0
  #laterRecipients = 0
  #idleCommands = 0

  constructor(
    server: AnsweringServer<BoundedConnection>,
    socket: Socket,
    bounds: ConnectionBounds,
    options?: ConnectionOptions,
  ) {
    super(server, socket, options)
    this.#bounds = bounds
  }

  /** True once the connection is closed, so that the client hears no reply. */
  get isGone(): boolean {
    return this._socket.destroyed
  }

  /** True from the MAIL command of the client to the end of its message. */
  get inTransaction(): boolean {
    // The library sets up the session only when the connection is ready.
    const { envelope } = this.session as Partial<AnsweringConnection['session']>
    return envelope !== undefined && envelope.mailFrom !== false
  }

  /** True while the client waits for our reply. */
  get isAwaitingReply(): boolean {
    const isReceived = Boolean(this._dataStream) && this._parser !== false && !this._parser._dataMode
    return this._handlerPending || isReceived
  }

  /** Ends the connection, so that another one gets its place. */
  makeRoom(): void {
    this.send(421, '4.3.2 Too many connections: this one was idle. Try again later', false)
  }

  /** Notes that the client has done what it came for, so it may go on. */
  gotOn(): void {
    this.#idleCommands = 0
    this.#laterRecipients = 0
  }

  override _createParser(): ReturnType<AnsweringConnection['_createParser']> {
    const parser = super._createParser()
    // The source is the socket, and after STARTTLS the encrypted socket.
    parser.on('pipe', (source) => {
      source.on('data', (chunk: Buffer) => this.cameIn(chunk.length))
    })
    return parser
  }

  protected cameIn(bytes: number): void {
    this.lastInputAt = performance.now()
    this.inputBytes += bytes
  }

  override _onCommand(command: Buffer, callback?: () => void): void {
    const [name = ''] = command.toString('latin1').trimStart().split(' ', 1)
    // A line within AUTH is no command.
    const isCommand = this._nextHandler === false && !this._upgrading
    if (isCommand && !mailCommands.has(name.trimEnd().toUpperCase())) {
      this.#idleCommands += 1
      if (this.#idleCommands > this.#bounds.idleCommands)
        return this.send(421, '4.7.0 Too many commands without a message', false)
    }
    super._onCommand(command, callback)
  }

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    super.send(code, data, context)
    if (code === 452) {
      this.#laterRecipients += 1
      if (this.#laterRecipients > this.#bounds.laterRecipients)
        super.send(421, '4.5.3 Too many recipients', false)
    }
    if (code < 400 || code === 421 || code === 452) return
    this.#errors += 1
    if (this.#errors >= this.#bounds.errors) super.send(421, '4.7.0 Too many errors', false)
  }
}

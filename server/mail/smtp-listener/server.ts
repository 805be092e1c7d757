import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'

/*
 * Changes to the SMTP library's server that the inbound receiver and the sink share. Both derive from these
 * classes.
 */

/** Refusals of commands that clients know, by the command: a code, then an enhanced code and a text. */
export type CommandRefusals = Readonly<
  Partial<Record<'STARTTLS' | 'AUTH', readonly [code: number, text: string]>>
>

const startsEnhanced = /^[245]\.\d{1,3}\.\d{1,3} /

/** Longest time of a client's TLS handshake, in milliseconds. */
const handshakeMs = 30_000

/** Largest number of sockets whose TLS from the first byte has not begun: they are no connections yet. */
export const maxHandshakes = 1_000

type ServerOptions = ConstructorParameters<typeof SMTPServer>[0]
export type ConnectionOptions = ConstructorParameters<typeof SMTPConnection>[2]

/**
 * A connection that greets immediately, and still answers a client that closes its side after its last
 * command.
 */
export class AnsweringConnection extends SMTPConnection {
  #handshake: NodeJS.Timeout | undefined
  /** Refusals of commands that are disabled for this connection. */
  refusals: CommandRefusals = {}

  /**
   * Greets at once. The library delays its greeting by 100 ms, to catch spammers that talk too soon. Here spammers
   * find nobody to write to, and the delay would be most of the cost of a connection.
   */
  override init(): void {
    this._setListeners(() => void setImmediate(() => this.connectionReady()))
  }

  /**
   * Sends a reply. The library derives an enhanced code (RFC 2034) from the basic code; here a text that starts with
   * an enhanced code keeps that code. The library also answers only while the client can still write, but Exim closes
   * its side after the message and waits for the reply.
   */
  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    // smtp-server answers each disabled command in these words.
    if (code === 500 && data === 'Error: command not recognized') {
      const [known, text] = this.refusals[context as keyof CommandRefusals] ?? []
      if (known !== undefined) return this.send(known, text, false)
    }
    const socket = this._socket
    const isHalfClosed = socket.readyState === 'writeOnly'
    // An own property hides the getter that the library reads.
    if (isHalfClosed) Object.defineProperty(socket, 'readyState', { value: 'open', configurable: true })
    try {
      super.send(code, data, typeof data === 'string' && startsEnhanced.test(data) ? false : context)
    } finally {
      if (isHalfClosed) delete (socket as { readyState?: unknown }).readyState
    }
  }

  /**
   * Ends this side once every received command has been answered, because half-open sockets do not end by themselves.
   */
  override _createParser(): ReturnType<SMTPConnection['_createParser']> {
    const parser = super._createParser()
    parser.once('finish', () => {
      // STARTTLS creates a new parser. The end of the old parser is not the end of the connection.
      if (this._parser === parser) this.close()
    })
    return parser
  }

  /** Limits the handshake: an abandoned handshake would hold the socket until the idle time-out. */
  override upgrade(callback: () => void, secureCallback?: () => void): void {
    const socket = this._socket
    this.#handshake = setTimeout(() => {
      if (this._upgrading) socket.destroy()
    }, handshakeMs)
    this.#handshake.unref()
    super.upgrade(callback, secureCallback)
  }

  override _onClose(): void {
    clearTimeout(this.#handshake)
    super._onClose()
  }
}

/** An SMTP server of {@link AnsweringConnection}s. */
export abstract class AnsweringServer<Connection extends AnsweringConnection> extends SMTPServer {
  readonly #refusals: CommandRefusals

  /**
   * @param refusals refusals of disabled commands whose reason clients should learn
   */
  constructor(options: NonNullable<ServerOptions>, refusals: CommandRefusals = {}) {
    // The library passes its options to net.createServer, and a TLS socket behaves like the socket below it.
    const halfOpen: ServerOptions & { allowHalfOpen: boolean } = {
      // No client is asked for a certificate. Without this Node reads those of 140 authorities, which takes a start
      // 17 ms.
      ca: [],
      ...options,
      allowHalfOpen: true,
    }
    super(halfOpen)
    this.#refusals = refusals
  }

  protected abstract makeConnection(socket: Socket, options?: ConnectionOptions): Connection

  override connect(socket: Socket, options?: ConnectionOptions): void {
    const connection = this.makeConnection(socket, options)
    connection.refusals = this.#refusals
    this.connections.add(connection)
    connection.on('error', (error: Error) => this._onError(error))
    connection.init()
  }

  /**
   * Accepts a socket, and drops the oldest handshake if there are too many: an honest client is through within
   * moments.
   */
  override _acceptSocket(socket: Socket, handshake: boolean): ReturnType<SMTPServer['_acceptSocket']> {
    const release = super._acceptSocket(socket, handshake)
    const [oldest] = this._pendingSockets.values()
    if (this._pendingSockets.size > maxHandshakes) oldest?.destroy()
    return release
  }

  /** Returns the connection of a session; undefined if it has already ended. */
  connectionOf(sessionId: string): Connection | undefined {
    for (const connection of this.connections) {
      // `connect` makes no other kind of connection.
      if (connection.id === sessionId) return connection as Connection
    }
    return undefined
  }
}

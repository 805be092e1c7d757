import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import type { InboundLimits } from './limits.js'

const startsEnhanced = /^[245]\.\d{1,3}\.\d{1,3} /

type ServerOptions = ConstructorParameters<typeof SMTPServer>[0]
type ConnectionOptions = ConstructorParameters<typeof SMTPConnection>[2]

/** The library's connection, which ends when it has lasted too long, or was refused too often, or is told to. */
export class InboundConnection extends SMTPConnection {
  readonly #limits: InboundLimits
  readonly #end: NodeJS.Timeout
  #errors = 0
  #closeAfterReply = false

  constructor(server: SMTPServer, socket: Socket, limits: InboundLimits, options?: ConnectionOptions) {
    super(server, socket, options)
    this.#limits = limits
    // The library's own limit begins again with every byte.
    this.#end = setTimeout(() => {
      this.send(421, '4.4.2 The connection has lasted too long', false)
      this._socket.destroy()
    }, limits.connectionMs)
    this.#end.unref()
    socket.once('close', () => clearTimeout(this.#end))
  }

  /**
   * The library holds its greeting back for 100 ms, since spammers talk at once. Here they find nobody to write to, and a
   * server with many bounces would wait for each connection.
   */
  override init(): void {
    this._setListeners(() => {
      if (this._server.connections.size > this.#limits.connections) {
        this.send(421, '4.3.2 Too many connections', false)
        return
      }
      setImmediate(() => this.connectionReady())
    })
  }

  /** Ends the connection with the next reply. Commands that were sent already are not read. */
  closeAfterReply(): void {
    this.#closeAfterReply = true
  }

  /** The library derives an enhanced code (RFC 2034) from the basic one; a text that starts with one keeps it. */
  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    super.send(code, data, typeof data === 'string' && startsEnhanced.test(data) ? false : context)
    if (this.#closeAfterReply) this.close()
    if (code < 400 || code === 421) return
    this.#errors += 1
    if (this.#errors >= this.#limits.errors) super.send(421, '4.7.0 Too many errors', false)
  }
}

/** An SMTP server that makes {@link InboundConnection}s. */
export class InboundServer extends SMTPServer {
  readonly #limits: InboundLimits

  constructor(options: ServerOptions, limits: InboundLimits) {
    super(options)
    this.#limits = limits
  }

  override connect(socket: Socket, options?: ConnectionOptions): void {
    const connection = new InboundConnection(this, socket, this.#limits, options)
    this.connections.add(connection)
    connection.on('error', (error: Error) => this._onError(error))
    connection.init()
  }

  connectionOf(sessionId: string): InboundConnection | undefined {
    for (const connection of this.connections) {
      if (connection.id === sessionId && connection instanceof InboundConnection) return connection
    }
    return undefined
  }
}

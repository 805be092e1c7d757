import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'

const STARTS_ENHANCED = /^[245]\.\d{1,3}\.\d{1,3} /

/** The library's connection with three differences, each with its reason below. */
export class SinkConnection extends SMTPConnection {
  /**
   * The library holds back its greeting for 100 ms to catch clients that talk too soon. Whoever delivers to a
   * sink is no spammer, and the delay would be most of what a new connection costs.
   */
  override init(): void {
    this._setListeners(() => void setImmediate(() => this.connectionReady()))
  }

  /**
   * The library derives the enhanced code (RFC 2034) from the basic one. A sink recipient names its own, so a
   * text that starts with one goes out as it is.
   */
  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    super.send(code, data, typeof data === 'string' && STARTS_ENHANCED.test(data) ? false : context)
  }

  /** Cuts the connection with no reply, as a crash or a lost network would. */
  cut(): void {
    this._socket.destroy()
  }
}

/** An SMTP server that makes {@link SinkConnection}s. */
export class SinkServer extends SMTPServer {
  override connect(socket: Socket, options?: ConstructorParameters<typeof SMTPConnection>[2]): void {
    const connection = new SinkConnection(this, socket, options)
    this.connections.add(connection)
    connection.on('error', (error: Error) => this._onError(error))
    connection.init()
  }

  /** Cuts the connection of that session; nothing happens when it is gone already. */
  cut(sessionId: string): void {
    for (const connection of this.connections) {
      if (connection.id === sessionId && connection instanceof SinkConnection) connection.cut()
    }
  }
}

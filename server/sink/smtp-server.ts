import type { Socket } from 'node:net'
import { AnsweringConnection, AnsweringServer, type ConnectionOptions } from '../smtp-listener/server.js'

/** A connection that can be cut, and that reports when its client has closed its side. */
export class SinkConnection extends AnsweringConnection {
  /** Calls back when the client will send nothing more: it has closed its side, or the whole connection. */
  onInputEnd(callback: () => void): void {
    if (this._socket.readableEnded) callback()
    else this._socket.once('end', callback)
  }

  /** Cuts the connection with no reply, as a crash or a lost network would. */
  cut(): void {
    this._socket.destroy()
  }
}

/** An SMTP server that makes {@link SinkConnection}s. */
export class SinkServer extends AnsweringServer<SinkConnection> {
  protected override makeConnection(socket: Socket, options?: ConnectionOptions): SinkConnection {
    return new SinkConnection(this, socket, options)
  }
}

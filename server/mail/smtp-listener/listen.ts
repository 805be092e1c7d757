import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import type { SMTPServer } from 'smtp-server'

/** An SMTP server that listens. */
export interface SmtpListener {
  /** The port that was bound. */
  readonly port: number
  /** The sockets that are open. The library's own connections end before their sockets do. */
  readonly sockets: ReadonlySet<Socket>
}

/**
 * Starts to listen for SMTP.
 *
 * @param port 0 takes any free one
 * @param onError called for errors of single connections
 * @throws the error of the socket when the address cannot be bound (EADDRINUSE, EACCES)
 */
export async function listenForSmtp(
  server: SMTPServer,
  { host, port }: { readonly host: string; readonly port: number },
  onError: (error: Error) => void,
): Promise<SmtpListener> {
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('error', (error) => {
    // An error before that is the caller's: the promise below rejects with it.
    if (server.server.listening) onError(error)
  })
  server.listen(port, host)
  await once(server.server, 'listening')
  return { port: (server.server.address() as AddressInfo).port, sockets }
}

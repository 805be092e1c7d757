import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SMTPServer } from 'smtp-server'

/** An SMTP server that listens. */
export interface SmtpListener {
  /** Port that was bound. */
  readonly port: number
  /** Open sockets. The library's own connections end before their sockets do. */
  readonly sockets: ReadonlySet<Socket>
}

/**
 * Starts to listen for SMTP.
 *
 * @param port port; 0 takes any free one
 * @param onError called for errors of single connections
 * @throws the error of the socket if the address cannot be bound (EADDRINUSE, EACCES)
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

/** Milliseconds that a client may take to read the last reply: one that reads nothing would keep the socket. */
const lastReplyMs = 500

/**
 * Stops listening. Messages in flight are answered first; then each client is told, and its socket ends.
 *
 * @param inFlight work on messages
 * @param seconds seconds to wait for that work
 */
export async function drainSmtp(
  server: SMTPServer,
  sockets: ReadonlySet<Socket>,
  inFlight: ReadonlySet<Promise<void>>,
  seconds: number,
): Promise<void> {
  const closed = once(server.server, 'close')
  server.close()
  const limit = new AbortController()
  await Promise.race([
    Promise.allSettled(inFlight),
    sleep(seconds * 1000, undefined, { signal: limit.signal }),
  ])
  limit.abort()
  for (const connection of server.connections) connection.send(421, '4.3.2 The service is stopping', false)
  for (const socket of sockets) socket.destroySoon()
  const cut = setTimeout(() => {
    for (const socket of sockets) socket.destroy()
  }, lastReplyMs)
  await closed
  clearTimeout(cut)
}

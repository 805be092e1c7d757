import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { discardBody } from './body/discard.js'

/** The max time that a client may continue to send after its reply, in milliseconds. */
const maxLingerMs = 10_000

/**
 * Lets clients read a reply that is sent before their whole request has arrived. If bytes arrive after the socket was
 * closed, the client's system gets a reset and discards the reply. So at first only the writing side is closed, and
 * further bytes are read and dropped (RFC 9112, section 9.6).
 */
export function lingerAfterReply(server: Server): void {
  const requests = new WeakMap<Socket, IncomingMessage>()
  server.on('request', (req: IncomingMessage, res) => {
    requests.set(req.socket, req)
    res.once('close', () => {
      if (req.complete) requests.delete(req.socket)
    })
  })
  server.on('connection', (socket) => {
    const destroySoon = socket.destroySoon.bind(socket)
    // Node calls `destroySoon` after the last reply on a connection.
    socket.destroySoon = () => {
      const req = requests.get(socket)
      if (req === undefined || req.complete || socket.destroyed) return destroySoon()
      socket.end()
      const limit = setTimeout(() => socket.destroy(), maxLingerMs)
      socket.once('close', () => clearTimeout(limit))
      req.once('end', destroySoon)
      discardBody(req)
    }
  })
}

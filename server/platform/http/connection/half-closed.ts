import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The max time that a reply to a client that has closed its side may stand still, in milliseconds. */
const maxStillMs = 30_000

/**
 * Answers clients that close their side of the connection once their request is sent, as `nc -N` does. Node would
 * close the other side at once. A client that is gone altogether looks the same until something is written to it, so a
 * connection that stands still is closed after a while.
 */
export function answerHalfClosed(server: Server): void {
  // Node's own switch, which its types lack. The connection then ends with the last reply.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('connection', (socket: Socket) => {
    socket.once('end', () => {
      let written = socket.bytesWritten
      const still = setInterval(() => {
        if (socket.bytesWritten === written) socket.destroy()
        written = socket.bytesWritten
      }, maxStillMs)
      socket.once('close', () => clearInterval(still))
    })
  })
}

/**
 * Calls a listener once the client has disconnected or has closed its side, at once if it has already. For requests
 * that wait for something to happen: nobody may be there to hear of it. The listener may be called twice.
 */
export function onceClientLeaves(res: ServerResponse, listener: () => void): void {
  const { socket } = res.req
  if (res.destroyed || socket.readableEnded) return listener()
  socket.once('end', listener)
  res.once('close', () => {
    socket.off('end', listener)
    listener()
  })
}

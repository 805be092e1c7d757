import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ByteStream } from './stream-body.js'

/** Node's code for a request that timed out: the client sends too slowly, or this process reads too slowly. */
export const lateRequest = 'ERR_HTTP_REQUEST_TIMEOUT'

/** How long a client may send nothing of a body that is waited for, in milliseconds. */
const defaultSilenceMs = 60_000

const slow = new WeakSet<Duplex>()

/** Tells whether the request that arrives on a connection may take longer than others. */
export function mayBeSlow(socket: Duplex): boolean {
  return slow.has(socket)
}

/**
 * Reads a body that may take as long as its client likes, while other requests have a minute for all. A client that
 * sends nothing for a while is answered as one whose request is late, and its connection is closed. The time in which
 * nobody here reads on does not count.
 *
 * @param maxSilenceMs in milliseconds
 */
export async function* slowBody(
  req: IncomingMessage,
  body: ByteStream,
  maxSilenceMs = defaultSilenceMs,
): AsyncGenerator<Buffer> {
  const { socket } = req
  const chunks = body[Symbol.asyncIterator]()
  let silence: NodeJS.Timeout | undefined
  slow.add(socket)
  try {
    for (;;) {
      silence = setTimeout(() => giveUp(socket), maxSilenceMs)
      const step = await chunks.next()
      clearTimeout(silence)
      if (step.done === true) return
      yield step.value
    }
  } finally {
    clearTimeout(silence)
    slow.delete(socket)
    await chunks.return?.()
    // Node reads and drops the rest. Its own limit may have passed by now, so this one ends the connection.
    if (!req.complete && !req.destroyed) {
      const rest = setTimeout(() => socket.destroy(), maxSilenceMs)
      req.once('close', () => clearTimeout(rest))
    }
  }
}

/** Has the server answer as it does where Node finds a request late. */
function giveUp(socket: Socket & { readonly server?: Server }): void {
  slow.delete(socket)
  const error = Object.assign(new Error('The client sends no more of the body.'), { code: lateRequest })
  if (socket.server === undefined) socket.destroy()
  else socket.server.emit('clientError', error, socket)
}

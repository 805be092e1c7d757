import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ByteStream } from './stream-body.js'

/** Node's code for a request that timed out: the client sends too slowly, or this process reads too slowly. */
export const lateRequest = 'ERR_HTTP_REQUEST_TIMEOUT'

/** The pace at which a client has to send a body while the service waits for it. */
interface Pace {
  /** The length of a tick, in milliseconds. A process that stands still for a while has had one of them. */
  readonly tickMs: number
  /** The fewest bytes that the client sends in 60 ticks of waiting, counted before they are decompressed. */
  readonly leastBytes: number
}

/** The default pace: about 9 kilobits a second. */
const defaultPace: Pace = { tickMs: 1_000, leastBytes: 64_000 }
const ticksOfAMinute = 60

const slow = new WeakSet<Duplex>()

/** Tells whether the request that arrives on a connection may take longer than others. */
export function mayBeSlow(socket: Duplex): boolean {
  return slow.has(socket)
}

/**
 * Reads a body that may take as long as its client likes, while other requests have a minute for all. A client that
 * sends less than 64 kB in a minute of waiting is answered as one whose request is late, and its connection is closed.
 * The time in which nobody here reads on does not count.
 */
export async function* slowBody(
  req: IncomingMessage,
  body: ByteStream,
  { tickMs, leastBytes }: Pace = defaultPace,
): AsyncGenerator<Buffer> {
  const { socket } = req
  const chunks = body[Symbol.asyncIterator]()
  const minute = { ticks: 0, from: socket.bytesRead }
  let isWaiting = false
  slow.add(socket)
  const timer = setInterval(() => {
    if (!isWaiting || req.complete) return
    minute.ticks += 1
    if (minute.ticks < ticksOfAMinute) return
    if (socket.bytesRead - minute.from < leastBytes) giveUp(socket)
    Object.assign(minute, { ticks: 0, from: socket.bytesRead })
  }, tickMs)
  try {
    for (;;) {
      isWaiting = true
      const step = await chunks.next()
      isWaiting = false
      if (step.done === true) return
      yield step.value
    }
  } finally {
    clearInterval(timer)
    slow.delete(socket)
    await chunks.return?.()
    // Node reads and drops the rest. Its own limit may have passed by now, so this one ends the connection.
    if (!req.complete && !req.destroyed) {
      const rest = setTimeout(() => socket.destroy(), tickMs * ticksOfAMinute)
      req.once('close', () => clearTimeout(rest))
    }
  }
}

/** Makes the server answer as it does when Node finds a request late. */
function giveUp(socket: Socket & { readonly server?: Server }): void {
  slow.delete(socket)
  const error = Object.assign(new Error('The client stopped sending the body, or sends it too slowly.'), {
    code: lateRequest,
  })
  if (socket.server === undefined) socket.destroy()
  else socket.server.emit('clientError', error, socket)
}

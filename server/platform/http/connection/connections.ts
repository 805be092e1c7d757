import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The connections of an HTTP server, as far as a stop in order needs to know them. */
export interface OpenConnections {
  /** Tells whether a connection is open, or was within the last `ms` milliseconds. */
  openWithin(ms: number): boolean
  /** Ends each connection with its next reply, which says so by `Connection: close`. */
  endWithReplies(): void
  /** Closes the connections on which nothing has happened for `ms` milliseconds. */
  closeIdle(ms: number): void
  /** Closes one connection. A request of its client that is not answered yet gets no reply. */
  close(socket: Socket): void
  /** Tells whether a connection was closed while idle. A request that still arrives on it can get no reply. */
  isClosed(socket: Socket): boolean
}

interface State {
  readonly replies: Set<ServerResponse>
  /** The time at which the last reply ended, or the connection was opened, by `performance.now()`. */
  since: number
  /** The bytes that had been read by then. */
  bytes: number
}

/** The max time that a client may take to close its side after this server closed its own, in milliseconds. */
const maxLingerMs = 1000

/** Keeps track of a server's connections. To be called before the server listens. */
export function followConnections(server: Server): OpenConnections {
  const open = new Map<Socket, State>()
  const closed = new WeakSet<Socket>()
  let lastOpen = -Infinity
  let ending = false

  server.on('connection', (socket) => {
    open.set(socket, { replies: new Set(), since: performance.now(), bytes: 0 })
    socket.once('close', () => {
      open.delete(socket)
      lastOpen = performance.now()
    })
  })
  server.prependListener('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    const state = open.get(socket)
    if (ending) res.shouldKeepAlive = false
    state?.replies.add(res)
    res.once('close', () => {
      state?.replies.delete(res)
      if (state !== undefined) Object.assign(state, { since: performance.now(), bytes: socket.bytesRead })
    })
  })

  const close = (socket: Socket) => {
    closed.add(socket)
    // Closes only its own side: bytes that arrive after both sides were closed would reset the connection.
    socket.end()
    const limit = setTimeout(() => socket.destroy(), maxLingerMs)
    socket.once('close', () => clearTimeout(limit))
  }

  return {
    close,
    openWithin: (ms) => open.size > 0 || performance.now() - lastOpen < ms,
    endWithReplies: () => {
      ending = true
      for (const { replies } of open.values()) for (const res of replies) res.shouldKeepAlive = false
    },
    closeIdle: (ms) => {
      for (const [socket, { replies, since, bytes }] of open) {
        // More bytes than at the end of the last reply: a request is arriving.
        const idle = replies.size === 0 && socket.bytesRead === bytes && performance.now() - since >= ms
        if (idle && !closed.has(socket)) close(socket)
      }
    },
    isClosed: (socket) => closed.has(socket),
  }
}

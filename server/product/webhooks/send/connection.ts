import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import Client from 'undici/lib/dispatcher/client.js'
import type { Connect } from './connector.js'
import { ContinueReplies } from './continue-reply.js'

/**
 * Milliseconds for which a connection is kept between two requests: `idleMs` if the endpoint says nothing by
 * `Keep-Alive`, below the 5 s after which common servers close it; and the maximum, whatever the endpoint says.
 */
const idleMs = 4000
const maxIdleMs = 60_000
/**
 * Requests after which a connection is replaced, so that a busy endpoint that moves to another address is followed
 * there.
 */
const maxRequests = 1000
/** Largest head of a reply, in bytes. */
const maxHeaderBytes = 16 * 1024

export interface ConnectionEvents {
  readonly opened: () => void
  readonly closed: () => void
}

/**
 * A `Connection` sends one request at a time to one origin. Its first request connects it, and a request that finds
 * that the endpoint has closed it meanwhile connects it again.
 */
export class Connection {
  readonly origin: string
  readonly #client: Client
  readonly #continues = new ContinueReplies()
  #socket: Socket | undefined
  #answered = false

  constructor(origin: string, connect: Connect, { opened, closed }: ConnectionEvents) {
    this.origin = origin
    this.#client = new Client(origin, {
      connect: (endpoint, done) => {
        opened()
        this.#socket = connect(endpoint, (failure, socket) => {
          if (socket === null) done(failure ?? new Error(), null)
          else {
            this.#continues.watch(socket)
            done(null, socket)
          }
        })
        if (this.#socket === undefined) closed()
        else this.#socket.once('close', closed)
      },
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: maxIdleMs,
      maxRequestsPerClient: maxRequests,
      maxHeaderSize: maxHeaderBytes,
      // The exchange keeps the deadlines.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  /** True if its socket can take another request, as far as is known here. */
  get alive(): boolean {
    return this.#socket?.destroyed === false
  }

  /** True if a request was answered over this connection before, so that the endpoint may have closed it since. */
  get answered(): boolean {
    return this.#answered
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#continues.expect()
    this.#client.dispatch(request, handler)
  }

  /** Notes that a request was answered to its end. */
  markAnswered(): void {
    this.#answered = true
  }

  onDisconnect(listener: () => void): void {
    this.#client.on('disconnect', listener)
  }

  /** Ends the connection at once, whether it is looking up, connecting, in a request or idle. */
  cut(): void {
    this.#socket?.destroy()
    void this.#client.destroy()
  }
}

import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import Client from 'undici/lib/dispatcher/client.js'
import type { Connect } from './connector.js'
import { ContinueReplies } from './continue-reply.js'

/**
 * Between two requests, in milliseconds, where the endpoint does not say by `Keep-Alive`: below the 5 s after
 * which common servers close it. And at most, whatever it says.
 */
const idleMs = 4000
const maxIdleMs = 60_000
/** So that a busy endpoint that moves to another address is followed there. */
const maxRequests = 1000
/** Of a reply, in bytes. */
const maxHeaderBytes = 16 * 1024

export interface ConnectionEvents {
  readonly opened: () => void
  readonly closed: () => void
}

/**
 * A connection to one origin, for one request at a time. It is made by its first request, and made again
 * where a request finds that the endpoint has closed it meanwhile.
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
      // Deadlines are kept by the exchange.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  /** Whether its socket can take another request, as far as is known here. */
  get alive(): boolean {
    return this.#socket?.destroyed === false
  }

  /** Whether a request was answered over it before, so that the endpoint may have closed it since. */
  get answered(): boolean {
    return this.#answered
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#continues.expect()
    this.#client.dispatch(request, handler)
  }

  /** A request was answered to its end. */
  markAnswered(): void {
    this.#answered = true
  }

  onDisconnect(listener: () => void): void {
    this.#client.on('disconnect', listener)
  }

  /** Ends it at once, be it looking up, connecting, in a request or idle. */
  cut(): void {
    this.#socket?.destroy()
    void this.#client.destroy()
  }
}

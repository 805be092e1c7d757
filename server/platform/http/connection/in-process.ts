import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { Duplex } from 'node:stream'
import type { Environment } from '../../auth/principal.js'

/** A request that the service makes of itself for somebody. */
export interface InProcessRequest {
  readonly method: string
  /** The request target: the path and the query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** The address of the person that the request is made for. */
  readonly ip: string
  /** The environment that the request is limited to, in addition to the limits of its credential. */
  readonly environment: Environment | null
  /** Ends the request, and whatever waits for it. */
  readonly signal: AbortSignal
}

/**
 * Makes requests of an application within the process. They pass through everything that requests from outside do,
 * over a connection in memory: Node's parser, authentication, rate limits, validation and the audit log.
 */
export class InProcessClient {
  readonly #server: Server

  constructor(app: RequestListener) {
    // It never listens.
    this.#server = createServer(app)
  }

  /**
   * Sends a request. Resolves with the reply when its head is there. Rejects if the signal ends it, or the connection
   * breaks.
   */
  send({
    method,
    target,
    headers,
    body,
    ip,
    environment,
    signal,
  }: InProcessRequest): Promise<IncomingMessage> {
    const [client, server] = connection()
    // Express asks for it.
    Object.assign(server, { remoteAddress: ip })
    limitedConnections.set(server, environment)
    this.#server.emit('connection', server)
    return new Promise((resolve, reject) => {
      const request = httpRequest({
        method,
        path: target,
        headers: { ...headers, Connection: 'close' },
        createConnection: () => client,
        signal,
      })
      request.once('error', reject)
      request.once('response', (reply) => {
        request.off('error', reject).on('error', (error) => reply.destroy(error))
        resolve(reply)
      })
      request.end(body)
    })
  }
}

/** The environment that requests on a connection in memory are limited to. */
const limitedConnections = new WeakMap<object, Environment | null>()

/**
 * Returns the environment that a request is limited to by whoever makes it within the process; null for all others.
 */
export function environmentLimitOf(req: IncomingMessage): Environment | null {
  return limitedConnections.get(req.socket) ?? null
}

/**
 * Makes the two ends of a connection: bytes written to one are read from the other, and neither outlives the other.
 */
function connection(): [Duplex, Duplex] {
  const one = new End()
  const other = new End()
  one.peer = other
  other.peer = one
  return [one, other]
}

class End extends Duplex {
  peer: End | undefined
  /** Resumes the write of the peer that waits until this end is read. */
  #resume: (() => void) | undefined

  /**
   * Stands for the method of a socket. Whoever makes the request bounds it: the connection has no limit of its own.
   */
  setTimeout(): this {
    return this
  }

  override _read(): void {
    const resume = this.#resume
    this.#resume = undefined
    resume?.()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.peer === undefined || this.peer.push(chunk)) return done()
    this.peer.#resume = done
  }

  override _final(done: () => void): void {
    this.peer?.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const { peer } = this
    this.peer = undefined
    this.#resume?.()
    // In a turn of its own, so that what was written before is read first.
    if (peer !== undefined && !peer.destroyed) setImmediate(() => peer.destroy())
    done(error)
  }
}

import {
  type IncomingMessage,
  type Server,
  createServer,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { Socket, AddressInfo } from 'node:net'
import { discardBody } from '../body/discard.js'
import type { Logger } from 'pino'
import { answerClientErrors, refuseConnection } from './client-errors.js'
import { followConnections } from './connections.js'
import { drain, type Grace } from './drain.js'
import { answerHalfClosed } from './half-closed.js'
import { boundPlaces, connectionPlaces, type ConnectionPlaces } from './places.js'
import { takeAbsoluteForm } from './request-head.js'

/** The max time that a client may continue to send after its reply, in milliseconds. */
const maxLingerMs = 10_000

/**
 * Lets clients read a reply that is sent before their whole request has arrived. If bytes arrive after the
 * socket was closed, the client's system gets a reset and discards the reply. So at first only the writing
 * side is closed, and further bytes are read and dropped (RFC 9112, section 9.6).
 */
function lingerAfterReply(server: Server): void {
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

export interface HttpServer {
  /** The port that the server is bound to. */
  readonly port: number
  /**
   * Hands requests to an application, beginning with those that arrived earlier. Must be called only once.
   */
  serve(app: RequestListener): void
  /**
   * Goes on serving for the grace, if there is one. Then takes no new connection, lets running requests end, and cuts
   * the rest after a while.
   */
  close(grace?: Grace): Promise<void>
}

/** Milliseconds between two looks for clients whose time is up. Node would look each half minute. */
const checkMs = 2_000

interface ListenOptions {
  /** Address ranges of the proxies in front. */
  readonly proxies?: readonly string[]
  readonly places?: ConnectionPlaces
}

/**
 * Listens for HTTP; rejects if the port is taken. Requests wait until `serve` is called: the application
 * makes links and so needs the port, which for port 0 is known only after listening.
 *
 * @param host the address it listens on; undefined is every address of this machine
 */
export async function listen(
  port: number,
  host: string | undefined,
  log: Logger,
  { proxies = [], places = connectionPlaces }: ListenOptions = {},
): Promise<HttpServer> {
  const waiting: [IncomingMessage, ServerResponse][] = []
  const wait: RequestListener = (req, res) => void waiting.push([req, res])
  // The app itself refuses a request without Host, so that the reply looks like its other refusals.
  const server = createServer({ requireHostHeader: false, connectionsCheckingInterval: checkMs }, wait)
  server.prependListener('request', takeAbsoluteForm)
  answerClientErrors(server, log)
  answerHalfClosed(server)
  lingerAfterReply(server)
  const connections = followConnections(server)
  boundPlaces(server, {
    ...places,
    proxies,
    close: (socket) => connections.close(socket),
    refuse: (socket) => {
      refuseConnection(socket, log)
      connections.close(socket)
    },
  })
  // The app sends `100 Continue` when it wants the body, and otherwise the refusal. It refuses other
  // expectations (RFC 9110, section 10.1.1).
  for (const event of ['checkContinue', 'checkExpectation'] as const) {
    server.on(event, (req, res) => server.emit('request', req, res))
  }
  // Against clients that send a byte a minute: the head and then the whole request have a limit, but for the bodies
  // that are read as they arrive (body/slow-body.ts).
  server.headersTimeout = 20_000
  server.requestTimeout = 60_000
  // Longer than the minute after which load balancers drop an idle connection, so that they drop it first.
  server.keepAliveTimeout = 65_000
  let closing: Promise<void> | undefined
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    serve: (app) => {
      server.off('request', wait).on('request', (req, res) => {
        // Without a reply its client cannot know whether it was served, so it is not.
        if (connections.isClosed(req.socket)) req.resume()
        else app(req, res)
      })
      for (const [req, res] of waiting.splice(0)) app(req, res)
    },
    close: (grace = { seconds: 0 }) => {
      // `serve` was never called, so these requests get no reply.
      for (const [req] of waiting) req.destroy()
      return (closing ??= drain(server, connections, grace, log))
    },
  }
}

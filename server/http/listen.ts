import type { Express } from 'express'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { answerClientErrors } from './client-errors.js'

export interface HttpServer {
  readonly port: number
  /** Takes no new connection, lets running requests end, and cuts what is left after a while. */
  close(): Promise<void>
}

/** How long a running request may take to end when the service stops. */
const drainMs = 10_000

/**
 * Listens for HTTP. Rejects where the port is taken.
 *
 * @param host the address it listens on; undefined is every address of this machine
 */
export async function listen(
  app: Express,
  port: number,
  host: string | undefined,
  log: Logger,
): Promise<HttpServer> {
  const server = createServer(app)
  answerClientErrors(server, log)
  // Against clients that send a byte a minute: the head and then the whole request have a limit.
  server.headersTimeout = 20_000
  server.requestTimeout = 60_000
  // Longer than the minute after which load balancers drop an idle connection, so that they drop it first.
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return { port: (server.address() as AddressInfo).port, close: () => drain(server) }
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drainMs)
    // A connection whose request has just ended is kept for the next one, which nobody wants any more.
    const closeIdle = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(closeIdle)
      resolve()
    })
    server.closeIdleConnections()
  })
}

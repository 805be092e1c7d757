import { Server as NetServer } from 'node:net'
import type { Server } from 'node:http'
import { setImmediate as check, setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { OpenConnections } from './connections.js'

/** The time for which a server that is to stop goes on serving. */
export interface Grace {
  readonly seconds: number
  /** Ends the grace at once. */
  readonly hurry?: AbortSignal
}

/** The max time that a running request may take to end after the grace, in milliseconds. */
const maxDrainMs = 10_000

/**
 * Without a connection for this long, in milliseconds, there is no proxy to learn of the stop, so there is no grace.
 */
const recentMs = 60_000

/**
 * After the grace, a connection must have been silent for this long to be closed, in milliseconds. A request
 * that its client sends at the same moment would get no reply, and clients rarely send after such a pause.
 */
const minSilenceMs = 1000

/**
 * Stops an HTTP server so that clients notice nothing: it serves requests and new connections until the grace
 * is over, then takes no new connection, answers the requests that are left, and closes idle connections.
 *
 *   serving --stop--> grace: each reply ends its connection --over, hurry--> closing: idle connections are closed
 *   closing --no connection is left, or maxDrainMs later--> closed
 */
export async function drain(
  server: Server,
  connections: OpenConnections,
  { seconds, hurry }: Grace,
  log: Logger,
): Promise<void> {
  connections.endWithReplies()
  if (seconds > 0 && connections.openWithin(recentMs) && hurry?.aborted !== true) {
    log.info({ seconds }, 'serving requests until the shutdown grace is over; a second signal ends it')
    await sleep(seconds * 1000, undefined, { signal: hurry }).catch(() => undefined)
  }
  const closeIdle = () => {
    connections.closeIdle(hurry?.aborted === true ? 0 : Math.min(minSilenceMs, seconds * 1000))
  }
  await polled()
  await new Promise<void>((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), maxDrainMs)
    const closing = setInterval(() => void polled().then(closeIdle), 50)
    // The method of http.Server would cut idle connections, and so reset those that have just got a request.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(cut)
      clearInterval(closing)
      // Ends the timer of http.Server.
      server.close()
      resolve()
    })
    closeIdle()
  })
}

/** Resolves when the bytes that had arrived on the sockets have been read: after one whole turn of the event loop. */
async function polled(): Promise<void> {
  await check()
  await check()
}

import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { newUuid, toTypeId } from '../../db/ids.js'
import { lateRequest, mayBeSlow } from '../body/slow-body.js'

const malformed = {
  status: 400,
  reason: 'Bad Request',
  code: 'malformed_request',
  message: 'This cannot be read as an HTTP request.',
} as const
const unavailable = {
  status: 503,
  reason: 'Service Unavailable',
  code: 'unavailable',
  message: 'The request did not arrive in time. Send it again.',
} as const

/** The max time that a refused client may take to close its side, in milliseconds. */
const maxLingerMs = 1_000

/** Answers a connection for which there is no place. */
export function refuseConnection(socket: Socket, log: Logger): void {
  socket.on('error', () => socket.destroy())
  refuse(
    socket,
    log,
    { ...unavailable, message: 'The service has reached its limit of connections. Try again shortly.' },
    'connections',
  )
}

/**
 * Answers the requests that Node does not pass to Express: those with a broken or too large head, those that
 * do not arrive in time, and CONNECT. Node's own replies would not be JSON and would have no Request-Id.
 */
export function answerClientErrors(server: Server, log: Logger): void {
  const replies = new WeakMap<Duplex, ServerResponse>()
  server.on('request', (req, res) => {
    replies.set(req.socket, res)
    // A connection may be idle for a minute. Meanwhile it must not keep its last request and body in memory.
    res.once('close', () => {
      if (replies.get(req.socket) === res) replies.delete(req.socket)
    })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === lateRequest && mayBeSlow(socket)) return
    const reply = replies.get(socket)
    const begun = reply !== undefined && reply.headersSent && !reply.writableFinished
    if (!socket.writable || error.code === 'ECONNRESET' || begun) {
      socket.destroy()
      return
    }
    refuse(socket, log, error.code === lateRequest ? unavailable : malformed, error.code ?? error.name)
  })
  // Without a listener, Node would close the connection without a reply.
  server.on('connect', (_req, socket) => {
    socket.on('error', () => socket.destroy())
    refuse(
      socket,
      log,
      { ...malformed, message: 'This is not a proxy: CONNECT is not supported.' },
      'CONNECT',
    )
  })
}

/**
 * Replies with an error and closes the connection.
 *
 * @param cause the cause that the log records
 */
function refuse(
  socket: Duplex,
  log: Logger,
  { status, reason, code, message }: { status: number; reason: string; code: string; message: string },
  cause: string,
): void {
  const requestId = toTypeId('req', newUuid())
  log.info({ request_id: requestId, status, code, reason: cause }, 'request')
  const body = JSON.stringify({ error: { code, message, request_id: requestId } })
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...(status === 503 ? ['Retry-After: 1'] : []),
    'Connection: close',
  ]
  socket.end([...head, '', body].join('\r\n'))
  // A client that keeps its side open would keep the connection.
  const limit = setTimeout(() => socket.destroy(), maxLingerMs)
  socket.once('close', () => clearTimeout(limit))
}

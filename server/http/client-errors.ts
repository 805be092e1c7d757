import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { newUuid, toTypeId } from '../db/ids.js'

/**
 * Answers what Node cannot read as HTTP: a broken head, one that is too large, a request that does not arrive in
 * time. Express never sees it, and Node's own reply would be neither JSON nor have a Request-Id.
 */
export function answerClientErrors(server: Server, log: Logger): void {
  const replies = new WeakMap<Duplex, ServerResponse>()
  server.on('request', (req, res) => void replies.set(req.socket, res))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const reply = replies.get(socket)
    const begun = reply !== undefined && reply.headersSent && !reply.writableFinished
    if (!socket.writable || error.code === 'ECONNRESET' || begun) {
      socket.destroy()
      return
    }
    const requestId = toTypeId('req', newUuid())
    log.info({ request_id: requestId, status: 400, code: 'malformed_request', reason: error.code }, 'request')
    const message = 'This cannot be read as an HTTP request, or it did not arrive in time.'
    const body = JSON.stringify({ error: { code: 'malformed_request', message, request_id: requestId } })
    const head = [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `Request-Id: ${requestId}`,
      'Connection: close',
    ]
    socket.end([...head, '', body].join('\r\n'))
  })
}

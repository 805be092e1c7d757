import type { ClientRequest, IncomingMessage } from 'node:http'

/**
 * Waits for the head of the reply to a request.
 *
 * @throws Error where the request ends without one, for whatever reason. Node tells by `close` alone of a server that
 *   switches to another protocol (RFC 9110, section 15.2.2), so that whoever listens for errors only waits for ever
 */
export function replyTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    // An error after the reply has begun is emitted by the reply as well, where it is handled.
    request.on('error', reject)
    request.once('close', () => reject(new Error('the connection ended without a reply')))
  })
}

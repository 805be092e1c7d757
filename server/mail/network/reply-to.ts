import type { ClientRequest, IncomingMessage } from 'node:http'

/**
 * Waits for the head of the reply to a request.
 *
 * @throws Error if the request ends without one, for whatever reason. If a server switches to another protocol (RFC
 *   9110,
 *   section 15.2.2), Node emits only `close`, so that a listener for errors alone would wait for ever
 */
export function replyTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    // An error after the reply has begun is emitted by the reply as well, where it is handled.
    request.on('error', reject)
    request.once('close', () => reject(new Error('the connection ended without a reply')))
  })
}

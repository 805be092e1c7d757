import type { IncomingMessage } from 'node:http'
import { ApiError } from './errors.js'
import type { Step } from './step.js'

/** Absolute form (RFC 9112, section 3.2.2): scheme, authority without user information, and the rest. */
const absoluteForm = /^https?:\/\/([^/?#@\s]+)([/?].*)?$/i

/**
 * Rewrites a request target from absolute form to origin form. The target's authority overrides the Host
 * header (RFC 9112, sections 3.2.2 and 3.3). Express does not do this, but its routers compare paths, so it
 * must happen before Express sees the request.
 */
export function takeAbsoluteForm(req: IncomingMessage): void {
  if (req.url === undefined || req.url.startsWith('/')) return
  const [, authority, rest = '/'] = absoluteForm.exec(req.url) ?? []
  if (authority === undefined) return
  req.url = rest.startsWith('/') ? rest : `/${rest}`
  req.headers.host = authority
}

/**
 * Refuses a request target that is in none of the forms for servers (RFC 9112, section 3.2), and an
 * expectation other than `100-continue` (RFC 9110, section 10.1.1). Node's parser accepts both.
 *
 * @throws ApiError 400 `malformed_request`, 417 `expectation_failed`
 */
export const checkTarget: Step = (req) => {
  const isServerWide = req.method === 'OPTIONS' && req.url === '*'
  // A fragment is not part of a request target: clients must not send it.
  if (!isServerWide && (!req.url.startsWith('/') || req.url.includes('#'))) {
    // A proxy may have interpreted the target differently, so nothing more is read from this connection.
    throw new ApiError(
      'malformed_request',
      'The request target must be a path, or an http or https address.',
      {
        headers: { Connection: 'close' },
      },
    )
  }
  const { expect } = req.headers
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw new ApiError('expectation_failed', 'The only expectation that this service meets is 100-continue.')
  }
}

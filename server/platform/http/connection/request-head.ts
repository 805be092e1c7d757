import type { IncomingMessage } from 'node:http'
import { ApiError } from '../errors/api-error.js'
import type { Step } from '../operation/step.js'
import type { Request, Response } from 'express'
import { hostIn, type RequestedHost } from '../../../mail/network/host-header.js'
import { plainAddress } from '../../../mail/network/address-ranges.js'
import type { RequestOrigin } from '../operation/handler.js'
import { contextOf } from '../operation/request-context.js'

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
    throw new ApiError(
      'expectation_failed',
      'The only expectation that this service supports is 100-continue.',
    )
  }
}

/**
 * Headers that a request may have only once. Node keeps the first of two, or joins them into a value that the
 * client never sent.
 */
const single: ReadonlySet<string> = new Set(['authorization', 'content-type', 'host', 'idempotency-key'])

/**
 * Refuses a request that has one of these headers twice, since its meaning is ambiguous (RFC 9110, section
 * 5.3), an HTTP/1.1 request that has no Host header or a malformed one (RFC 9112, section 3.2), or a body in a transfer coding other
 * than chunked (section 6.1).
 *
 * @throws ApiError 400 `malformed_request`
 */
export const checkHead: Step = (req) => {
  const seen = new Set<string>()
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    const given = req.rawHeaders[index] as string
    const name = given.toLowerCase()
    if (!single.has(name)) continue
    if (seen.has(name)) {
      throw new ApiError('malformed_request', `The request has the header ${given} more than once.`)
    }
    if (name === 'host') refuseNoHost(req.rawHeaders[index + 1])
    seen.add(name)
  }
  const coding = req.headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    // Node removes the chunks alone. A proxy may have read the body differently, so nothing more is read from this
    // connection.
    throw new ApiError(
      'malformed_request',
      'The only Transfer-Encoding that this service supports is chunked.',
      {
        headers: { Connection: 'close' },
      },
    )
  }
  if (req.httpVersion === '1.1' && !seen.has('host')) {
    throw new ApiError('malformed_request', 'The request has no Host header.')
  }
  // The host of the target's absolute form has taken its place.
  if (req.headers.host !== undefined) refuseNoHost(req.headers.host)
}

/** Refuses an impossible host, which a proxy and this service may take differently (RFC 9112, section 3.2). */
function refuseNoHost(given: string | undefined): void {
  if (hostIn(given ?? '') !== undefined) return
  throw new ApiError(
    'malformed_request',
    'The Host header is not the name or the address of a host, with or without a port.',
  )
}

/** Returns the host that a request is for; undefined if it names none, as a request of HTTP/1.0 may. */
export function hostOf({ headers }: Pick<IncomingMessage, 'headers'>): RequestedHost | undefined {
  return headers.host === undefined ? undefined : hostIn(headers.host)
}

/** Returns the host that a browser has asked for: that of X-Forwarded-Host if a trusted proxy names one. */
export function hostOfBrowser(req: Request): RequestedHost | undefined {
  return hostIn(req.host ?? '')
}

/** Returns the origin of a request, for the audit log and for sessions. */
export function originOf(req: Request, res: Response): RequestOrigin {
  const { requestId, fromConsole } = contextOf(res)
  return {
    requestId,
    ip: plainAddress(req.ip ?? ''),
    userAgent: req.headers['user-agent']?.slice(0, 200) ?? null,
    fromConsole: fromConsole === true,
  }
}

import express, { type Request, type RequestHandler } from 'express'
import type { Operation } from '../contract.js'
import { ApiError, refusedValue } from '../errors.js'
import { contextOf } from '../request-context.js'
import { refuseIllFormedText } from '../well-formed.js'

/** The largest body after decompression, in bytes: 10 MB. */
export const largestBody = 10 * 1000 * 1000

/** Reads the body of an operation's requests, as far as it is to be read before its handler. */
export function readBody(operation: Operation): RequestHandler[] {
  if (operation.consumes.length === 0) return [withoutBody]
  if (operation.streamsBody) return [checkType(operation), expectText]
  return [
    checkType(operation),
    // Not strict: a bare null or number is JSON too, and the contract says better what is wrong with it.
    express.json({ limit: largestBody, strict: false, type: [...operation.consumes] }),
    (req, _res, next) => {
      // Parsed by now; without its parameters the header is one key in the validator's cache, not many.
      req.headers['content-type'] = operation.consumes[0]
      if (operation.validatedByItem.length === 0) refuseIllFormedText(req.body)
      next()
    },
  ]
}

const withoutBody: RequestHandler = (req, res, next) => {
  // The validator keeps a validator for each Content-Type it meets; here the header means nothing.
  delete req.headers['content-type']
  // HEAD is GET without the body of its reply (RFC 9110, section 9.3.2), and the contract has GET only.
  if (req.method === 'HEAD') {
    req.method = 'GET'
    contextOf(res).headOnly = true
  }
  next()
}

function checkType(operation: Operation): RequestHandler {
  return (req, _res, next) => {
    const type = operation.consumes.find((consumed) => req.is(consumed))
    if (type === undefined && hasBody(req)) {
      throw new ApiError('unsupported_media_type', `Send the body as ${operation.consumes.join(' or ')}.`)
    }
    next()
  }
}

/** The validator sees nothing of a body that is read as it arrives, so what it would say about its head is said here. */
const expectText: RequestHandler = (req, _res, next) => {
  if (!hasBody(req)) throw refusedValue('/body', 'required', 'must be there')
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(req.headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new ApiError('unsupported_media_type', 'Send the body in UTF-8.')
  }
  delete req.headers['content-type']
  next()
}

/** RFC 9112, section 6: a body is there where one of these headers is. */
function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
}

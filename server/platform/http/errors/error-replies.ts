import type { ErrorRequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { refusalSentences, storageRefusalOf } from '../../db/connection/storage-refusal.js'
import { isDatabaseTimeout, isMoved, isUnavailable } from '../../db/connection/unavailable.js'
import { discardBody } from '../body/discard.js'
import { ApiError } from './api-error.js'
import { contextOf } from '../operation/request-context.js'
import { unavailableLog } from './unavailable-log.js'

/** An error of Express or the body parser: a plain HTTP error with a type. */
interface HttpError extends Error {
  status?: number
  type?: string
}

/** Turns a failure into a reply. Nothing else does. */
export function errorReplies(log: Logger): ErrorRequestHandler {
  const logUnavailable = unavailableLog(log)
  // Express recognizes an error handler by its four parameters.
  return (error: unknown, _req, res, _next) => {
    const context = contextOf(res)
    const known = asApiError(error)
    if (known.status === 503) logUnavailable(context.requestId, known)
    else if (known.status >= 500) log.error({ request_id: context.requestId, err: error }, known.message)
    if (res.headersSent) {
      res.destroy()
      return
    }
    sendError(res, known)
  }
}

/** Writes the error body of the contract, or that of the wire that the request came by. */
function sendError(res: Response, error: ApiError): void {
  const context = contextOf(res)
  context.errorCode = error.code
  const { status, headers, body } = context.shapeError?.(error) ?? {
    status: error.status,
    body: {
      error: {
        code: error.code,
        message: error.message,
        request_id: context.requestId,
        ...(error.details && { details: error.details }),
      },
    },
  }
  // Without this, caches may store a 404 or 405 (RFC 9111, section 4.2.2).
  res.status(status).set('Cache-Control', 'no-store').set(error.headers)
  if (headers !== undefined) res.set(headers)
  // Must come before the reply ends, since Node would then drop the rest of the body in its own way.
  discardBody(res.req)
  res.json(body)
}

/** Returns the failure that a client learns of, whatever was thrown. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isUnavailable(error)) return unavailable(error)
  const http = error as HttpError
  switch (http?.status) {
    case 400:
      return new ApiError('malformed_request', malformed(http), { cause: error })
    case 413:
      return new ApiError('payload_too_large', 'The body is larger than 10 MB.', { cause: error })
    case 415:
      return new ApiError('unsupported_media_type', 'The body is in an encoding that is not supported.', {
        cause: error,
      })
    default:
      return new ApiError('internal_error', 'Something went wrong on our side.', { cause: error })
  }
}

function unavailable(cause: unknown): ApiError {
  const refusal = storageRefusalOf(cause)
  if (refusal !== undefined) {
    // An operator has to help, so this lasts longer than a restart of the database.
    return new ApiError('unavailable', `${refusalSentences[refusal]} Nothing was stored.`, {
      retryAfter: 5,
      cause,
    })
  }
  const what = isDatabaseTimeout(cause)
    ? 'The database took too long.'
    : isMoved(cause)
      ? 'The database has just moved the requested data.'
      : 'The service cannot reach its database.'
  return new ApiError('unavailable', `${what} Try again shortly.`, { retryAfter: 1, cause })
}

function malformed(error: HttpError): string {
  if (error.type === 'entity.parse.failed') return 'The body is not valid JSON.'
  if (error.type === 'request.aborted') return 'The request ended before its body did.'
  return 'The request cannot be read: its address, a header or its encoding is broken.'
}

/** The number of pieces that one turn of the event loop does. */
const perTurn = 16

/**
 * Does small pieces of work a few in each turn of the event loop, in order. When the database fails, thousands of
 * requests are refused in the same moment: one after the other they would keep everybody else waiting.
 */
export class Paced {
  #waiting: (() => void)[] = []

  /** Adds a piece. It must not throw. */
  add(work: () => void): void {
    this.#waiting.push(work)
    if (this.#waiting.length === 1) setImmediate(() => this.#turn())
  }

  #turn(): void {
    for (const work of this.#waiting.slice(0, perTurn)) work()
    this.#waiting = this.#waiting.slice(perTurn)
    if (this.#waiting.length > 0) setImmediate(() => this.#turn())
  }
}

import type { ErrorRequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { isUnavailable } from '../db/unavailable.js'
import { ApiError, type ErrorDetail } from './errors.js'
import { contextOf } from './request-context.js'

/** What the validator and the body parser throw: plain HTTP errors with a type or a list of findings. */
interface HttpError extends Error {
  status?: number
  type?: string
  errors?: { path?: string; message?: string; errorCode?: string }[]
}

/** The one place where a failure becomes a reply. */
export function errorReplies(log: Logger): ErrorRequestHandler {
  // Express tells an error handler by its four parameters.
  return (error: unknown, _req, res, _next) => {
    const context = contextOf(res)
    const known = asApiError(error)
    if (known.status >= 500) log.error({ request_id: context.requestId, err: error }, known.message)
    if (res.headersSent) {
      res.destroy()
      return
    }
    sendError(res, known)
  }
}

/** Writes the contract's error body. */
export function sendError(res: Response, error: ApiError): void {
  const context = contextOf(res)
  context.errorCode = error.code
  res.status(error.status).set(error.headers)
  res.json({
    error: {
      code: error.code,
      message: error.message,
      request_id: context.requestId,
      ...(error.details && { details: error.details }),
    },
  })
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isUnavailable(error)) {
    return new ApiError('unavailable', 'The service cannot reach its database. Try again shortly.', {
      headers: { 'Retry-After': '1' },
      cause: error,
    })
  }
  const http = error as HttpError
  if (Array.isArray(http?.errors) && http.status === 400) return validationFailed(http.errors)
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

function malformed(error: HttpError): string {
  if (error.type === 'entity.parse.failed') return 'The body is not valid JSON.'
  if (error.type === 'request.aborted') return 'The request ended before its body did.'
  return 'The request cannot be read: its address, a header or its encoding is broken.'
}

function validationFailed(errors: NonNullable<HttpError['errors']>): ApiError {
  // An id that is not even of the right form names nothing, and the pattern would help nobody.
  if (errors.every((found) => found.path?.startsWith('/params/'))) {
    return new ApiError(
      'not_found',
      'There is nothing with this id: it is not of the form that ids have here.',
    )
  }
  const details: ErrorDetail[] = errors.map((found) => ({
    path: found.path ?? '',
    // "format.openapi.validation" -> "format", and the validator checks the type of times by a keyword of its own.
    code: found.errorCode?.replace(/\.openapi\.validation$/, '').replace(/^x-eov-/, '') ?? 'invalid',
    message: found.message ?? 'is not valid',
  }))
  const [first] = details
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : ''
  return new ApiError(
    'validation_failed',
    `The request did not validate: ${first?.path} ${first?.message}${more}.`,
    {
      details,
    },
  )
}

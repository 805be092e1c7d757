import type { ErrorRequestHandler } from 'express'
import type { Logger } from 'pino'
import { isUnavailable } from '../../../db/unavailable.js'
import { ApiError } from '../../../http/errors.js'
import { contextOf } from '../../../http/request-context.js'
import { sendConsentPage } from './reply.js'

/** Tells people of a failure by a page, and the log by its request's id: never by an address or a token. */
export function errorPages(log: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    // A wrong method is no person's doing, and is answered as everywhere else.
    if (error instanceof ApiError || res.headersSent) return next(error)
    const context = contextOf(res)
    const { status = 500 } = error as { status?: number }
    if (status >= 400 && status < 500) {
      context.errorCode = status === 413 ? 'payload_too_large' : 'malformed_request'
      return sendConsentPage(req, res, { page: 'error', status })
    }
    const away = isUnavailable(error)
    context.errorCode = away ? 'unavailable' : 'internal_error'
    log.error({ request_id: context.requestId, err: error }, 'a page of a subscription failed')
    if (away) res.set('Retry-After', '1')
    sendConsentPage(req, res, { page: away ? 'unavailable' : 'error' })
  }
}

import type { ErrorRequestHandler, Response } from 'express'
import { MissingMail, UnreadableMail } from '../parser/parser.js'

/** A refused value in the form of the API's errors: a JSON pointer, the rule and a sentence. */
export interface SinkErrorDetail {
  readonly path: string
  readonly code: string
  readonly message: string
}

const statuses = {
  ip_not_allowed: 403,
  not_found: 404,
  validation_failed: 422,
  unreadable_message: 422,
  unavailable: 503,
} as const

/** Thrown when a request is refused. */
export class SinkError extends Error {
  constructor(
    readonly code: keyof typeof statuses,
    message: string,
    readonly details?: readonly SinkErrorDetail[],
  ) {
    super(message)
  }
}

/** Answers in the shape of the API's errors. The request id is the caller's, when its middleware made one. */
export function sendSinkError(res: Response, { code, message, details }: SinkError): void {
  const request_id: unknown = res.locals.requestId
  if (code === 'unavailable') res.set('Retry-After', '1')
  // JSON leaves out undefined members.
  res.status(statuses[code]).json({ error: { code, message, request_id, details } })
}

/** Answers errors that the handlers of the inbox throw. Other errors are left to the caller. */
export const answerSinkErrors: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) return next(error)
  if (error instanceof SinkError) sendSinkError(res, error)
  else if (error instanceof MissingMail) sendSinkError(res, new SinkError('not_found', 'No such message.'))
  else if (error instanceof UnreadableMail) {
    const text = `This message cannot be parsed: ${error.message}. Its source is at /raw.`
    sendSinkError(res, new SinkError('unreadable_message', text))
  } else next(error)
}

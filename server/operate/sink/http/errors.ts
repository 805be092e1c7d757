import type { Response } from 'express'

/** One value that was refused, as the API's errors have it: a JSON pointer, the rule and a sentence. */
export interface SinkErrorDetail {
  readonly path: string
  readonly code: string
  readonly message: string
}

/** Answers in the shape of the API's errors. The request id is the caller's, when its middleware made one. */
export function sendSinkError(
  res: Response,
  status: number,
  {
    code,
    message,
    details,
  }: {
    readonly code: 'ip_not_allowed' | 'not_found' | 'validation_failed' | 'unreadable_message' | 'unavailable'
    readonly message: string
    readonly details?: readonly SinkErrorDetail[]
  },
): void {
  const requestId: unknown = res.locals.requestId
  res.status(status).json({
    error: {
      code,
      message,
      ...(typeof requestId === 'string' ? { request_id: requestId } : {}),
      ...(details ? { details } : {}),
    },
  })
}

import type { Logger } from 'pino'
import { presentBriefly } from '../../log/log-error.js'
import type { ApiError } from './api-error.js'

/** The min time between two lines about the same reason, in milliseconds. */
const everyMs = 10_000

/**
 * Logs why requests are answered with 503, at most once in ten seconds for each reason and without a stack. While the
 * service sheds load or its database is away there are thousands of them, and a line with a stack for each would take
 * the time that the others need. The line of each request is logged all the same.
 *
 * @returns a function that takes the error of a request
 */
export function unavailableLog(log: Logger): (requestId: string, error: ApiError) => void {
  const reasons = new Map<string, { loggedAt: number; more: number }>()
  return (requestId, error) => {
    // The messages are constants, but for numbers such as of seconds.
    const name = error.message.replace(/\d+/g, '#')
    const now = performance.now()
    const reason = reasons.get(name)
    if (reason !== undefined && now - reason.loggedAt < everyMs) {
      reason.more += 1
      return
    }
    reasons.set(name, { loggedAt: now, more: 0 })
    log.warn(
      {
        request_id: requestId,
        more: reason?.more || undefined,
        cause: error.cause === undefined ? undefined : presentBriefly(error.cause),
      },
      error.message,
    )
  }
}

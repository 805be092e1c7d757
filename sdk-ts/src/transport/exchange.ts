import { attemptOnce, pause } from './attempt.js'
import type { CallLog, CallName } from './call-log.js'
import { errorOf, PostsealError } from '../errors/errors.js'
import type { Fetch } from '../settings/options.js'
import type { CompleteReply } from './reply.js'
import { secondsToRetry } from './retry.js'

/** The header with the number of the request's attempt: 0 for the first, which a proxy or a log may count by. */
const RETRY_COUNT_HEADER = 'X-Postseal-Retry-Count'

/** A request, and the limits of its attempts. */
export interface Exchange {
  name: CallName
  url: string
  init: RequestInit
  /** Milliseconds that one attempt may take. */
  timeout: number
  maxRetries: number
  /** True if sending the request twice does the same as sending it once. */
  repeatable: boolean
  /** True if the body of the reply is read as it comes; a failure while reading is not tried again. */
  streams: boolean
  signal: AbortSignal | undefined
}

/**
 * Sends a request until it is answered with 2xx, or may not be sent again.
 * Rejects with the error of the last attempt: APIError, APIConnectionError or APIUserAbortError.
 */
export async function exchange(request: Exchange, fetch: Fetch, log: CallLog): Promise<Response> {
  const { name, maxRetries, repeatable, signal } = request
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptAndTell(request, attempt, fetch, log)
    } catch (error) {
      const seconds = secondsToRetry(error, attempt - 1)
      if (!repeatable || attempt > maxRetries || seconds === undefined || signal?.aborted) {
        throw retried(error, attempt - 1)
      }
      log.retried(name, attempt, seconds, error)
      await pause(seconds, signal).catch((error: unknown) => {
        throw retried(error, attempt - 1)
      })
    }
  }
}

/** Returns the error of a call with the number of its repetitions. */
function retried(error: unknown, retryCount: number): unknown {
  return error instanceof PostsealError ? Object.assign(error, { retryCount }) : error
}

async function attemptAndTell(request: Exchange, attempt: number, fetch: Fetch, log: CallLog) {
  const { name } = request
  const begun = Date.now()
  log.started(name, attempt)
  const init = { ...request.init, headers: new Headers(request.init.headers) }
  init.headers.set(RETRY_COUNT_HEADER, String(attempt - 1))
  const reply = await attemptOnce({ fetch, ...request, init }).catch((error: unknown) => {
    log.failed(name, attempt, Date.now() - begun, error)
    throw error
  })
  log.answered(name, attempt, Date.now() - begun, reply)
  if (reply.ok) return reply
  // A reply other than 2xx was read to its end.
  const body = (reply as CompleteReply).content()
  throw errorOf({ status: reply.status, headers: reply.headers, body })
}

import { attemptOnce, pause } from './attempt.js'
import type { CallLog, CallName } from './call-log.js'
import { errorOf, PostsealError } from '../errors/errors.js'
import type { Fetch } from '../settings/options.js'
import type { CompleteReply } from './reply.js'
import { secondsToRetry } from './retry.js'

/** The header with the attempt number of the request, for proxies and logs. The first attempt is 0. */
const RETRY_COUNT_HEADER = 'X-Postseal-Retry-Count'

/** A request and the limits for its attempts. */
export interface Exchange {
  name: CallName
  url: string
  init: RequestInit
  /** The time limit for one attempt in milliseconds. */
  timeout: number
  maxRetries: number
  /** True if sending the request twice has the same effect as sending it once. */
  repeatable: boolean
  /** True if the reply's body is read as it arrives. A failure while reading is not retried. */
  streams: boolean
  signal: AbortSignal | undefined
}

/**
 * Sends a request until it gets a 2xx reply or cannot be retried. Rejects with the error of the last attempt:
 * APIError, APIConnectionError or APIUserAbortError.
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

/** Returns the error of a call with its number of retries. */
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
  // A reply that is not 2xx has been read to its end.
  const body = (reply as CompleteReply).content()
  throw errorOf({ status: reply.status, headers: reply.headers, body })
}

import { APIConnectionError, APITimeoutError, APIUserAbortError } from './errors.js'
import type { Fetch } from './options.js'
import { CompleteReply } from './reply.js'

/** What one attempt needs. */
export interface Attempt {
  fetch: Fetch
  url: string
  init: RequestInit
  /** Milliseconds until the attempt is given up, its body included. */
  timeout: number
  signal: AbortSignal | undefined
}

/**
 * Makes one request and reads its whole reply, whatever its status.
 * Throws APITimeoutError, APIUserAbortError, or APIConnectionError for everything else.
 */
export async function attemptOnce({ fetch, url, init, timeout, signal }: Attempt): Promise<CompleteReply> {
  throwIfAborted(signal)
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let abort = () => {}
  // Raced against the request, and not only told to it: not every replacement of fetch heeds a signal.
  const ended = new Promise<never>((_, reject) => {
    const end = (error: Error) => {
      reject(error)
      controller.abort(error)
    }
    timer = setTimeout(
      () => end(new APITimeoutError(`No complete reply came within ${timeout} ms.`)),
      timeout,
    )
    abort = () => end(aborted(signal))
  })
  try {
    // By hand and not by AbortSignal.any: a signal that outlives many calls would keep a listener of each.
    signal?.addEventListener('abort', abort)
    return await Promise.race([ended, replyTo(fetch, url, { ...init, signal: controller.signal })])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

async function replyTo(fetch: Fetch, url: string, init: RequestInit): Promise<CompleteReply> {
  try {
    const reply = await fetch(url, init)
    return new CompleteReply(reply, await reply.text())
  } catch (cause) {
    throw new APIConnectionError(`The service could not be reached: ${reasonOf(cause)}`, { cause })
  }
}

/** Waits for `seconds`; rejects with APIUserAbortError as soon as the signal is aborted. */
export function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(aborted(signal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, seconds * 1000)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}

/** Throws APIUserAbortError where the signal is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw aborted(signal)
}

function aborted(signal: AbortSignal | undefined): APIUserAbortError {
  return new APIUserAbortError('The request was aborted.', { cause: signal?.reason })
}

// "fetch failed" says nothing; what failed is in its cause, which for a host with several addresses has no
// message either, only a code.
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const inner: unknown = cause.cause
  if (!(inner instanceof Error)) return cause.message
  return inner.message || ('code' in inner ? String(inner.code) : cause.message)
}

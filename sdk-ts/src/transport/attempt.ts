import { APIConnectionError, PostsealError } from '../errors/errors.js'
import type { Fetch } from '../settings/options.js'
import { CompleteReply } from './reply.js'
import { aborted, Watch } from './watch.js'

/** The input of one attempt. */
export interface Attempt {
  fetch: Fetch
  url: string
  init: RequestInit
  /** The time limit for the attempt in milliseconds, including its body. */
  timeout: number
  signal: AbortSignal | undefined
  /** True if a 2xx reply is read as it arrives. */
  streams: boolean
}

/**
 * Sends one request and reads its whole reply, whatever the status. If it `streams`, a 2xx reply is read as it
 * arrives, and the time limit applies to each part. Throws APITimeoutError, APIUserAbortError, or APIConnectionError
 * for everything else. Reading the reply throws the same errors.
 */
export async function attemptOnce({
  fetch,
  url,
  init,
  timeout,
  signal,
  streams,
}: Attempt): Promise<Response> {
  const watch = new Watch(timeout, signal)
  let comes = false
  const read = (reply: Response) => {
    comes = streams && reply.ok
    return comes ? streamed(reply, watch) : complete(reply)
  }
  try {
    return await watch.over(replyTo(fetch, url, { ...init, signal: watch.signal }, read))
  } finally {
    if (!comes) watch.end()
  }
}

async function replyTo(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  read: (reply: Response) => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await read(await fetch(url, init))
  } catch (cause) {
    throw new APIConnectionError(`The service could not be reached: ${reasonOf(cause)}`, { cause })
  }
}

async function complete(reply: Response): Promise<CompleteReply> {
  return new CompleteReply(reply, await reply.text())
}

/** Returns the reply with a body that throws this module's errors. The watch ends when the body ends. */
function streamed(reply: Response, watch: Watch): Response {
  const reader = reply.body?.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const part = await watch.over(reader?.read())
        if (part?.value) return controller.enqueue(part.value)
        watch.end()
        controller.close()
      } catch (cause) {
        watch.end()
        const broken = () => new APIConnectionError(`The reply broke off: ${reasonOf(cause)}`, { cause })
        controller.error(cause instanceof PostsealError ? cause : broken())
      }
    },
    cancel(reason) {
      watch.end()
      return reader?.cancel(reason)
    },
  })
  return new Response(body, reply)
}

/** Waits for `seconds`. Rejects with APIUserAbortError as soon as the signal is aborted. */
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

// "fetch failed" gives no reason. The reason is in its cause, which for a host with several addresses has no message
// either, only a code.
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const inner: unknown = cause.cause
  if (!(inner instanceof Error)) return cause.message
  return inner.message || ('code' in inner ? String(inner.code) : cause.message)
}

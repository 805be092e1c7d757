import { setTimeout as sleep } from 'node:timers/promises'
import { CommandFailure } from '../mistakes.js'
import { ServiceAway, ServiceRefusal } from './errors.js'
import type { ApiRequest } from './request.js'
import { secondsToRetry } from './retry.js'
import type { Service } from './service.js'
import { wrongProtocol } from './wrong-protocol.js'

/** Settings for sending requests. */
export interface Sending {
  /** The product and version of the client: `postseal-cli/0.1.0`. */
  readonly userAgent: string
  /** The time limit for an attempt to get a reply, and then for each part of a streamed reply. */
  readonly timeoutSeconds: number
  /** The maximum number of retries for a request. */
  readonly maxRetries: number
  /** Aborts the request and the waits between attempts. */
  readonly signal: AbortSignal
  /** Called before each wait for another attempt. */
  readonly onRetry?: (error: CommandFailure, seconds: number) => void
}

/** A successful reply. */
export interface ApiReply {
  readonly status: number
  readonly headers: Headers
  /** The content as it arrives. Reading it throws ServiceAway if the reply fails. */
  readonly parts: AsyncIterable<Uint8Array>
}

/**
 * Sends a request until it succeeds or cannot be retried. A change is retried only with its idempotency key.
 *
 * @throws ServiceRefusal or ServiceAway of the last attempt
 */
export async function send(service: Service, request: ApiRequest, sending: Sending): Promise<ApiReply> {
  const { maxRetries, signal, onRetry } = sending
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await attemptOnce(service, request, sending)
    } catch (error) {
      const seconds = secondsToRetry(error, attempt)
      if (seconds === undefined || attempt >= maxRetries || !canRepeat(request) || signal.aborted) throw error
      onRetry?.(error as CommandFailure, seconds)
      await sleep(seconds * 1000, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}

/** Sends a request and reads its reply, which is JSON or nothing. */
export async function sendForText(service: Service, request: ApiRequest, sending: Sending): Promise<string> {
  const { parts } = await send(service, request, sending)
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all).toString()
}

function canRepeat({ method, body, idempotencyKey, isRead = method === 'GET' }: ApiRequest): boolean {
  if (body?.kind === 'file' && !body.canRepeat) return false
  return isRead || idempotencyKey !== undefined
}

async function attemptOnce(service: Service, request: ApiRequest, sending: Sending): Promise<ApiReply> {
  const watch = new Watch(sending.timeoutSeconds, sending.signal)
  try {
    const reply = await fetch(service.baseUrl + request.target, {
      method: request.method,
      headers: headersOf(service, request, sending),
      ...contentOf(request),
      // The key must not go to any other service.
      redirect: 'manual',
      signal: watch.signal,
    })
    if (!reply.ok) throw new ServiceRefusal(reply, await reply.text())
    watch.restart()
    return { status: reply.status, headers: reply.headers, parts: partsOf(reply, watch, service) }
  } catch (error) {
    watch.end()
    if (error instanceof CommandFailure) throw error
    const mistake = wrongProtocol(service.baseUrl, error)
    // Another attempt would fail in the same way.
    if (mistake !== undefined) throw new CommandFailure(mistake)
    throw new ServiceAway(`No reply from ${service.baseUrl} (${watch.reason(error)}).`)
  }
}

function headersOf(service: Service, request: ApiRequest, { userAgent }: Sending): Record<string, string> {
  const { accept, headers, body, idempotencyKey } = request
  return {
    ...headers,
    Accept: accept,
    'User-Agent': userAgent,
    ...(service.apiKey !== undefined && { Authorization: `Bearer ${service.apiKey}` }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    ...(body !== undefined && { 'Content-Type': body.kind === 'json' ? 'application/json' : body.mediaType }),
  }
}

function contentOf({ body }: ApiRequest) {
  if (body === undefined) return {}
  if (body.kind === 'json') return { body: JSON.stringify(body.value) }
  if (body.kind === 'bytes') return { body: body.bytes }
  return { body: body.open(), duplex: 'half' as const }
}

async function* partsOf(reply: Response, watch: Watch, { baseUrl }: Service): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
      watch.pause()
      yield part
      watch.restart()
    }
  } catch (error) {
    throw new ServiceAway(`The reply of ${baseUrl} broke off (${watch.reason(error)}).`)
  } finally {
    watch.end()
  }
}

/** Aborts a request that takes too long, or that the user stops. */
class Watch {
  readonly #abort = new AbortController()
  readonly #stop = () => this.#abort.abort()
  #timer: NodeJS.Timeout | undefined
  #isLate = false
  readonly #seconds: number
  readonly #outer: AbortSignal

  constructor(seconds: number, outer: AbortSignal) {
    this.#seconds = seconds
    this.#outer = outer
    if (outer.aborted) this.#abort.abort()
    outer.addEventListener('abort', this.#stop)
    this.restart()
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  restart(): void {
    this.pause()
    this.#timer = setTimeout(() => {
      this.#isLate = true
      this.#abort.abort()
    }, this.#seconds * 1000)
  }

  pause(): void {
    clearTimeout(this.#timer)
  }

  end(): void {
    this.pause()
    this.#outer.removeEventListener('abort', this.#stop)
  }

  /** Returns the reason why a request failed, in a few words. */
  reason(error: unknown): string {
    if (this.#isLate) return `nothing came within ${this.#seconds} s`
    if (this.#outer.aborted) return 'stopped'
    const { cause } = error as { cause?: { code?: unknown; message?: unknown } }
    if (typeof cause?.code === 'string') return cause.code
    return typeof cause?.message === 'string' && cause.message !== ''
      ? cause.message
      : 'the connection was lost'
  }
}

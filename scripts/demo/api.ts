import { randomUUID } from 'node:crypto'

/** The API of the service that is seeded. */
export interface Api {
  /**
   * Sends a request.
   *
   * @param body JSON, or text as CSV
   * @throws Error where it is refused
   */
  call<Reply = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Reply>
  /** Returns the same API for another session or key. */
  as(credential: string): Api
}

/** @param base the service's address, without a trailing slash */
export function apiOf(base: string, credential?: string): Api {
  return {
    call: async <Reply>(method: string, path: string, body?: unknown) => {
      const isText = typeof body === 'string'
      const reply = await fetch(`${base}/v1${path}`, {
        method,
        headers: {
          'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
          'Idempotency-Key': randomUUID(),
          ...(credential !== undefined && { Authorization: `Bearer ${credential}` }),
          ...(body !== undefined && { 'Content-Type': isText ? 'text/csv' : 'application/json' }),
        },
        ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${method} ${path} was answered with ${reply.status}: ${text}`)
      return (text === '' ? {} : JSON.parse(text)) as Reply
    },
    as: (other) => apiOf(base, other),
  }
}

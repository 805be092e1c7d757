import autocannon from 'autocannon'

export interface Load {
  readonly url: string
  readonly path: string
  readonly key: string
  readonly connections: number
  readonly seconds: number
  /** The body of the next request. */
  readonly body: () => string
  /** Makes header fields of the next request, in place of the usual ones or beside them. */
  readonly headers?: () => Readonly<Record<string, string>>
  /** The next request's Idempotency-Key, where it has one. */
  readonly idempotencyKey?: () => string
}

export interface Measured {
  /** Successful replies a second. */
  readonly rate: number
  /** For how long it was measured. */
  readonly seconds: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

/**
 * Sends as fast as so many keep-alive connections allow.
 *
 * @throws Error where a reply is not a success
 */
export async function underLoad(load: Load): Promise<Measured> {
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    requests: [
      {
        method: 'POST',
        path: load.path,
        setupRequest: (request) => ({
          ...request,
          body: load.body(),
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${load.key}`,
            ...load.headers?.(),
            ...(load.idempotencyKey && { 'idempotency-key': load.idempotencyKey() }),
          },
        }),
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${load.url}: ${result.non2xx} replies were no success, ${result.errors} requests broke`)
  }
  const { duration: seconds, latency } = result
  return { rate: result['2xx'] / seconds, seconds, p50: latency.p50, p99: latency.p99 }
}

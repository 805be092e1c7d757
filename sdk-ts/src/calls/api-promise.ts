/** A 2xx reply, and the function that turns its body into the result of the call. */
export interface Reply<T> {
  response: Response
  /** Returns the result. Rejects with APIConnectionError if the body is not as expected. */
  value: () => Promise<T>
}

/**
 * The ids of a call. They are properties of the result that are not enumerable, so loops, spreads, comparisons and
 * JSON leave them out.
 */
export interface CallIds {
  /** The id of the request in the service's log. Quote it when you ask for help. */
  readonly _request_id?: string
  /** The idempotency key of the call. Reads and sign-in calls have none. */
  readonly _idempotency_key?: string
}

/** A result with the ids of its call. */
export type Identified<T> = T extends object ? T & CallIds : T

/** A result with the reply and the ids of its call. */
export interface WithResponse<T> {
  data: T
  /** The reply, with its body not yet read. */
  response: Response
  /** The id of the request in the service's log. Quote it when you ask for help. */
  requestId: string | undefined
  /** The idempotency key of the call. Reads and sign-in calls have none. */
  idempotencyKey: string | undefined
}

/** A call in progress. Await it for its result, or ask for its reply. In both cases the call is made once. */
export class APIPromise<T> extends Promise<Identified<T>> {
  /** The idempotency key of the call. Reads and sign-in calls have none. */
  readonly idempotencyKey: string | undefined
  readonly #reply: Promise<Reply<T>>
  #result: Promise<Identified<T>> | undefined

  /** Makes `then` return plain promises, because those have no reply of their own. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  /** @internal */
  constructor(reply: Promise<Reply<T>>, idempotencyKey: string | undefined) {
    // The promise that this class extends is never used. If it rejected, a caller who only asks for the reply would not
    // have handled the rejection. Every way to read a promise's outcome uses `then`.
    super(() => undefined)
    this.#reply = reply
    this.idempotencyKey = idempotencyKey
  }

  override then<A = Identified<T>, B = never>(
    fulfilled?: ((result: Identified<T>) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#settle().then(fulfilled, rejected)
  }

  /** Returns the reply with any kind of body. Rejects as the call does if the call failed. */
  async asResponse(): Promise<Response> {
    return (await this.#reply).response
  }

  /** Returns the result together with its reply. */
  async withResponse(): Promise<WithResponse<Identified<T>>> {
    const [data, response] = await Promise.all([this.#settle(), this.asResponse()])
    return { data, response, requestId: requestIdOf(response), idempotencyKey: this.idempotencyKey }
  }

  /**
   * Returns the reply with a different result made from its body.
   * @internal
   */
  async mapReply<U>(map: (value: T) => U): Promise<Reply<U>> {
    const { response, value } = await this.#reply
    return { response, value: async () => map(await value()) }
  }

  #settle(): Promise<Identified<T>> {
    this.#result ??= this.#reply.then(async ({ response, value }) =>
      identify(await value(), requestIdOf(response), this.idempotencyKey),
    )
    return this.#result
  }
}

function requestIdOf(response: Response): string | undefined {
  return response.headers.get('Request-Id') ?? undefined
}

function identify<T>(value: T, requestId?: string, idempotencyKey?: string): Identified<T> {
  if (typeof value === 'object' && value !== null) {
    Object.defineProperties(value, {
      _request_id: { value: requestId },
      _idempotency_key: { value: idempotencyKey },
    })
  }
  return value as Identified<T>
}

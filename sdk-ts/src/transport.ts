import { Configuration, FetchError } from '../../generated/client/index.js'
import { attemptOnce, pause } from './attempt.js'
import { PostsealError, errorOf } from './errors.js'
import {
  checkMaxRetries,
  checkTimeout,
  type Fetch,
  type MutationOptions,
  type RequestOptions,
} from './options.js'
import { secondsToRetry } from './retry.js'
import { VERSION } from './version.js'

/** What all calls of a client share; the checks of options.ts have passed. */
export interface TransportSettings {
  apiKey: string
  baseURL: string
  /** Milliseconds. */
  timeout: number
  maxRetries: number
  fetch: Fetch
}

/** Where the service finds the idempotency keys that make a change safe to repeat. */
type KeyPlace = 'header' | 'body'

type ApiClass<Api> = new (configuration: Configuration) => Api

/**
 * Carries the calls of the generated client: it adds the headers, keeps the time, repeats what may be repeated
 * and turns every failure into one of errors.ts. All that a call does beside naming its operation is here.
 */
export class Transport {
  // Private by the language and not by the type alone, so that logging a client does not print its key.
  readonly #settings: TransportSettings

  constructor(settings: TransportSettings) {
    this.#settings = settings
  }

  /**
   * Makes a call that changes nothing.
   * @internal
   */
  read<Api, Result>(
    Api: ApiClass<Api>,
    options: RequestOptions,
    operation: (api: Api) => Promise<Result>,
  ): Promise<Result> {
    return this.#call(Api, options, 'header', operation)
  }

  /**
   * Makes a call that changes something, under one idempotency key for all its attempts.
   * @internal
   */
  mutate<Api, Result>(
    Api: ApiClass<Api>,
    options: MutationOptions,
    operation: (api: Api, idempotencyKey: string) => Promise<Result>,
  ): Promise<Result> {
    const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID()
    return this.#call(Api, options, 'header', (api) => operation(api, idempotencyKey))
  }

  /**
   * Makes a call that changes many things, each under an idempotency key of its own in the body. `operation` puts
   * them there; it runs once, so they are the same for all attempts.
   * @internal
   */
  mutateMany<Api, Result>(
    Api: ApiClass<Api>,
    options: RequestOptions,
    operation: (api: Api) => Promise<Result>,
  ): Promise<Result> {
    return this.#call(Api, options, 'body', operation)
  }

  async #call<Api, Result>(
    Api: ApiClass<Api>,
    options: RequestOptions,
    keyPlace: KeyPlace,
    operation: (api: Api) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await operation(new Api(this.#configuration(options, keyPlace)))
    } catch (error) {
      // The generated client wraps what #send throws, and throws errors of its own for a null argument.
      const cause = error instanceof FetchError ? error.cause : error
      throw cause instanceof PostsealError ? cause : new PostsealError(String(cause), { cause })
    }
  }

  #configuration(options: RequestOptions, keyPlace: KeyPlace): Configuration {
    return new Configuration({
      basePath: this.#settings.baseURL,
      accessToken: this.#settings.apiKey,
      // The generated client calls it with a text alone, whatever the type of fetch allows.
      fetchApi: (url, init = {}) => this.#send(url as string, init, options, keyPlace),
    })
  }

  async #send(
    url: string,
    given: RequestInit,
    options: RequestOptions,
    keyPlace: KeyPlace,
  ): Promise<Response> {
    const { fetch, baseURL } = this.#settings
    refuseBrokenPath(url.slice(baseURL.length))
    const timeout = checkTimeout(options.timeout ?? this.#settings.timeout)
    const maxRetries = checkMaxRetries(options.maxRetries ?? this.#settings.maxRetries)
    const headers = headersOf(given, options)
    // Following a redirect can turn a POST into a GET, whose reply would pass for the one that was asked for.
    const init: RequestInit = { ...given, headers, redirect: 'manual' }
    // Without a key a second attempt could do a second time what the first one did before its reply was lost.
    const repeatable =
      given.method === 'GET' || keyPlace === 'body' || Boolean(headers.get('Idempotency-Key'))

    for (let attempt = 0; ; attempt++) {
      try {
        const reply = await attemptOnce({ fetch, url, init, timeout, signal: options.signal })
        if (reply.ok) return reply
        throw errorOf({ status: reply.status, headers: reply.headers, body: reply.content() })
      } catch (error) {
        const seconds = secondsToRetry(error, attempt)
        if (!repeatable || attempt >= maxRetries || seconds === undefined) throw error
        await pause(seconds, options.signal)
      }
    }
  }
}

function headersOf(given: RequestInit, options: RequestOptions): Headers {
  try {
    const headers = new Headers(given.headers)
    headers.set('Accept', 'application/json')
    headers.set('User-Agent', `postseal-typescript/${VERSION}`)
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
    return headers
  } catch (cause) {
    // Here and not in fetch, where it would look like a failure of the network and be tried again.
    throw new PostsealError(
      'A header, the API key or the idempotency key has a character that cannot be sent.',
      {
        cause,
      },
    )
  }
}

// An empty id, "." and ".." survive escaping, and would make the path of another operation.
function refuseBrokenPath(pathAndQuery: string): void {
  const [path = ''] = pathAndQuery.split('?')
  const broken = path
    .split('/')
    .slice(1)
    .find((part) => ['', '.', '..'].includes(part))
  if (broken !== undefined) throw new PostsealError(`"${broken}" is not an id.`)
}

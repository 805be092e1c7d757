import { Configuration, FetchError, type ApiResponse } from '../../generated/client/index.js'
import { APIPromise, type Reply } from './api-promise.js'
import { checkArguments, type Method } from './arguments.js'
import { requestOf, type Call } from './call.js'
import { CallLog } from './call-log.js'
import { APIConnectionError, failureOf } from './errors.js'
import { exchange } from './exchange.js'
import { atLevel } from './logger.js'
import type { MutationOptions, RequestOptions } from './options.js'
import { PagePromise, type ListBody } from './pagination.js'
import { plainRequest, type ChangeOptions, type HttpMethod } from './plain-request.js'
import { keyAmong } from './request-headers.js'
import type { CompleteReply } from './reply.js'
import type { Settings } from './settings.js'
import { linesOf, textOf } from './text-of.js'
import { datesAsText, type WithTexts } from './times.js'

type ApiClass<Api> = new (configuration: Configuration) => Api

/**
 * Carries the calls of the generated client: it adds the headers, keeps the time, repeats what may be
 * repeated and turns every failure into one of errors.ts. All that a call does beside naming its operation is
 * here.
 */
export class Transport {
  // Private by the language and not by the type alone, so that logging a client does not print its key.
  readonly #settings: Settings
  readonly #log: CallLog

  constructor(settings: Settings) {
    this.#settings = settings
    this.#log = new CallLog(atLevel(settings.logger, settings.logLevel))
  }

  /**
   * Makes a call that changes nothing, whatever its HTTP method.
   * @internal
   */
  read<Api, Result>(
    Api: ApiClass<Api>,
    method: Method,
    options: RequestOptions,
    run: (api: Api) => Promise<ApiResponse<Result>>,
  ): APIPromise<Result> {
    return this.#call(Api, { method, options, keys: {}, safe: true }, run)
  }

  /**
   * Makes a call that changes nothing, and that the service may leave unanswered for `wait` milliseconds: each attempt
   * may take as much longer.
   * @internal
   */
  wait<Api, Result>(
    Api: ApiClass<Api>,
    method: Method,
    wait: number,
    options: RequestOptions,
    run: (api: Api) => Promise<ApiResponse<Result>>,
  ): APIPromise<Result> {
    return this.#call(Api, { method, options, keys: {}, safe: true, wait }, run)
  }

  /**
   * Starts a list: asks for the page that `query` names, and for later ones with the same query and their
   * cursor.
   * @internal
   */
  list<Api, Query extends { cursor?: string }, Row, Body extends ListBody<Row>>(
    Api: ApiClass<Api>,
    method: Method,
    query: Query,
    options: RequestOptions,
    run: (api: Api, query: WithTexts<Query>) => Promise<ApiResponse<Body & ListBody<Row>>>,
  ): PagePromise<Row, Body> {
    const body = this.read<Api, Body>(Api, { ...method, query }, options, (api) =>
      run(api, datesAsText(query, `${method.name}(query): query`)),
    )
    const next = (cursor: string) => this.list(Api, method, { ...query, cursor }, options, run)
    return new PagePromise<Row, Body>(body, next, options?.signal)
  }

  /**
   * Makes a call that changes nothing, and streams its reply as text, in chunks as they arrive. The call starts
   * when the caller begins to read. A broken stream is not retried. `accept` is the media type of the reply.
   * @internal
   */
  async *stream<Api, Result>(
    Api: ApiClass<Api>,
    method: Method,
    accept: string,
    options: RequestOptions,
    run: (api: Api) => Promise<ApiResponse<Result>>,
  ): AsyncGenerator<string, void, void> {
    yield* textOf(await this.download(Api, method, accept, options, run).asResponse())
  }

  /**
   * Makes a call as `stream` does, for a reply that has a row of JSON a line, and runs over the rows.
   * @internal
   */
  async *rows<Api, Row>(
    Api: ApiClass<Api>,
    method: Method,
    options: RequestOptions,
    run: (api: Api) => Promise<ApiResponse<string>>,
  ): AsyncGenerator<Row, void, void> {
    for await (const line of linesOf(this.stream(Api, method, 'application/x-ndjson', options, run))) {
      let row: Row
      try {
        row = JSON.parse(line) as Row
      } catch (cause) {
        throw new APIConnectionError('A line of the reply is not JSON.', { cause })
      }
      yield row
    }
  }

  /**
   * Makes a call that changes nothing, and reads its reply as it comes. A reply that breaks off is not retried.
   * `accept` is the media type of the reply.
   * @internal
   */
  download<Api, Result>(
    Api: ApiClass<Api>,
    method: Method,
    accept: string,
    options: RequestOptions,
    run: (api: Api) => Promise<ApiResponse<Result>>,
  ): APIPromise<Result> {
    return this.#call(Api, { method, options, keys: {}, safe: true, accept }, run)
  }

  /**
   * Makes a call that changes something, under one idempotency key for all its attempts.
   * @internal
   */
  mutate<Api, Result>(
    Api: ApiClass<Api>,
    method: Method,
    options: MutationOptions,
    run: (api: Api, idempotencyKey: string) => Promise<ApiResponse<Result>>,
  ): APIPromise<Result> {
    const key = keyOf(options)
    return this.#call(Api, { method, options, keys: keysWith(key) }, (api) => run(api, key))
  }

  /**
   * Makes a call that changes something and takes no idempotency key: it is attempted once.
   * @internal
   */
  mutateOnce<Api, Result>(
    Api: ApiClass<Api>,
    method: Method,
    options: RequestOptions,
    run: (api: Api) => Promise<ApiResponse<Result>>,
  ): APIPromise<Result> {
    return this.#call(Api, { method, options, keys: {} }, run)
  }

  /**
   * Makes a call that changes many things, under an idempotency key and each under another one in the body. `makeBody`
   * puts those there; it runs once, so they are the same for all attempts.
   * @internal
   */
  mutateMany<Api, Body extends { items: readonly { idempotency_key: string }[] }, Result>(
    Api: ApiClass<Api>,
    method: Method,
    options: MutationOptions,
    makeBody: () => Body,
    run: (api: Api, body: Body, idempotencyKey: string) => Promise<ApiResponse<Result>>,
  ): APIPromise<Result> {
    const key = keyOf(options)
    const call: Call = { method, options, keys: keysWith(key) }
    return this.#call(Api, call, (api) => {
      const body = makeBody()
      call.keys.idempotencyKeys = body.items.map((item) => item.idempotency_key)
      return run(api, body, key)
    })
  }

  /**
   * Makes a call of a path that has no method in this package. Its reply is parsed where it was asked for as JSON, is
   * text where `headers` ask for another type, and undefined where it has no body.
   * @internal
   */
  request<Result>(method: HttpMethod, path: string, options: ChangeOptions): APIPromise<Result> {
    const safe = method === 'GET'
    const key = safe ? '' : keyOf(options)
    const name = method.toLowerCase()
    const operation = `${method} ${String(path).split(/[?#]/)[0]}`
    const call: Call = { method: { operation, name }, options, keys: keysWith(key), safe }
    const send = async (): Promise<Reply<Result>> => {
      checkArguments(call.method, options)
      const { baseURL, apiKey, fetch } = this.#settings
      const { url, init } = plainRequest(baseURL, apiKey, method, path, { ...options, idempotencyKey: key })
      const request = requestOf(url, init, call, this.#settings)
      const response = await exchange(request, fetch, this.#log)
      const isJson = /\bjson\b/i.test(new Headers(request.init.headers).get('Accept') ?? 'json')
      return {
        response,
        value: async () => {
          if ((response as CompleteReply).isEmpty) return undefined as Result
          return (isJson ? await response.json() : await response.text()) as Result
        },
      }
    }
    const fail = (error: unknown): never => {
      throw failureOf(error, call.keys)
    }
    const reply = send().then(({ response, value }) => ({ response, value: () => value().catch(fail) }), fail)
    return new APIPromise(reply, call.keys.idempotencyKey)
  }

  #call<Api, Result>(
    Api: ApiClass<Api>,
    call: Call,
    run: (api: Api) => Promise<ApiResponse<Result>>,
  ): APIPromise<Result> {
    const configuration = new Configuration({
      basePath: this.#settings.baseURL,
      accessToken: this.#settings.apiKey,
      // The generated client calls it with a text alone, whatever the type of fetch allows.
      fetchApi: async (url, init = {}) =>
        exchange(requestOf(url as string, init, call, this.#settings), this.#settings.fetch, this.#log),
    })
    const fail = (error: unknown): never => {
      // The generated client wraps what fetchApi throws, and throws errors of its own for a null argument.
      throw failureOf(error instanceof FetchError ? error.cause : error, call.keys)
    }
    const reply = async (): Promise<Reply<Result>> => {
      checkArguments(call.method, call.options)
      const answer = await run(new Api(configuration))
      return { response: answer.raw, value: () => answer.value().catch(fail) }
    }
    return new APIPromise(reply().catch(fail), call.keys.idempotencyKey)
  }
}

/** The idempotency key of a call; empty where its own headers take the key away. */
function keyOf(options: MutationOptions): string {
  // `?.` because JavaScript callers may pass null: the promise rejects for wrong options, and nothing throws here.
  return keyAmong(options?.headers) ?? options?.idempotencyKey ?? crypto.randomUUID()
}

function keysWith(idempotencyKey: string): Call['keys'] {
  return idempotencyKey === '' ? {} : { idempotencyKey }
}

import { APIPromise, type Reply } from '../calls/api-promise.js'
import { checkArguments, type Method } from '../arguments/arguments.js'
import { requestOf, type Call } from './call.js'
import { CallLog } from './call-log.js'
import { APIConnectionError, failureOf } from '../errors/errors.js'
import { exchange, type Exchange } from './exchange.js'
import { atLevel } from '../settings/logger.js'
import type { ArgumentsOf, Operation, OperationTypes } from './operation.js'
import { operationRequest } from './operation-request.js'
import type { MutationOptions, RequestOptions } from '../settings/options.js'
import { PagePromise, type ListBody } from '../calls/pagination.js'
import { plainRequest, type ChangeOptions, type HttpMethod } from './plain-request.js'
import { keyAmong } from './request-headers.js'
import type { CompleteReply } from './reply.js'
import type { Settings } from '../settings/settings.js'
import { linesOf, textOf } from './text-of.js'

/** The body of a call that changes many things. */
interface Batch {
  items: readonly { idempotency_key: string }[]
}

/**
 * Runs the calls of all operations. It builds requests, adds headers, applies time limits, retries calls and turns
 * every failure into an error of errors/errors.ts. Methods only name their operation. `name` is the name of the method
 * in code, such as `messages.retrieve`, for errors about its arguments.
 */
export class Transport {
  // A `#private` field, and not only `private` in the type, so that logging a client does not print its key.
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
  read<Types extends OperationTypes, Body>(
    operation: Operation<Types>,
    name: string,
    given: ArgumentsOf<Types, Body>,
    options: RequestOptions,
  ): APIPromise<Types['result']> {
    return this.#call(operation, { name, ...given }, { options, safe: true })
  }

  /**
   * Makes a call that changes nothing, and that the service can leave unanswered for `wait` milliseconds. The time
   * limit of each attempt grows by `wait`.
   * @internal
   */
  wait<Types extends OperationTypes>(
    operation: Operation<Types>,
    name: string,
    given: ArgumentsOf<Types, never>,
    { wait, options }: { readonly wait: number; readonly options: RequestOptions },
  ): APIPromise<Types['result']> {
    return this.#call(operation, { name, ...given }, { options, safe: true, wait })
  }

  /**
   * Starts a list. Requests the page that the query names, and later pages with the same query and their cursor.
   * @internal
   */
  list<Types extends OperationTypes & { result: ListBody<unknown> }>(
    operation: Operation<Types>,
    name: string,
    given: ArgumentsOf<Types, never>,
    options: RequestOptions,
  ): PagePromise<Types['result']['data'][number], Types['result']> {
    const body = this.read(operation, name, given, options)
    const next = (cursor: string) => {
      const query = { ...(given.query as unknown as object), cursor }
      return this.list(operation, name, { ...given, query }, options)
    }
    return new PagePromise(body, next, options?.signal)
  }

  /**
   * Makes a call that changes nothing, and streams its reply (a CSV) as text, in parts as they arrive. The call starts
   * when the caller starts to read. A broken stream is not retried.
   * @internal
   */
  async *stream<Types extends OperationTypes>(
    operation: Operation<Types>,
    name: string,
    given: ArgumentsOf<Types, never>,
    options: RequestOptions,
  ): AsyncGenerator<string, void, void> {
    yield* this.#streamed(operation, { name, ...given }, { options, accept: 'text/csv' })
  }

  /**
   * Makes a call as `stream` does, for a reply with one JSON row per line, and yields the rows.
   * @internal
   */
  async *rows<Row, Types extends OperationTypes = OperationTypes>(
    operation: Operation<Types>,
    name: string,
    given: ArgumentsOf<Types, never>,
    options: RequestOptions,
  ): AsyncGenerator<Row, void, void> {
    const accept = 'application/x-ndjson'
    for await (const line of linesOf(this.#streamed(operation, { name, ...given }, { options, accept }))) {
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
   * Makes a call that changes nothing, and reads its reply as it arrives. A broken reply is not retried.
   * @internal
   */
  download<Types extends OperationTypes>(
    operation: Operation<Types>,
    name: string,
    given: ArgumentsOf<Types, never>,
    options: RequestOptions,
  ): APIPromise<Types['result']> {
    const accept = operation.accepts
    return this.#call(operation, { name, ...given }, { options, safe: true, accept })
  }

  /**
   * Makes a call that changes something. All attempts use one idempotency key. If the operation takes no key, there is
   * only one attempt.
   * @internal
   */
  mutate<Types extends OperationTypes, Body>(
    operation: Operation<Types>,
    name: string,
    given: ArgumentsOf<Types, Body>,
    options: MutationOptions,
  ): APIPromise<Types['result']> {
    return this.#call(
      operation,
      { name, ...given },
      { options, ...(operation.takesKey && { key: keyOf(options) }) },
    )
  }

  /**
   * Makes a call that changes many things, with one idempotency key for the call and one in the body for each change.
   * `onTheWire` adds the keys to the body. It runs once, so all attempts have the same keys.
   * @internal
   */
  mutateMany<Types extends OperationTypes & { body: Batch }, Body>(
    operation: Operation<Types>,
    name: string,
    given: { body: Body; onTheWire: (body: Body) => Types['body'] },
    options: MutationOptions,
  ): APIPromise<Types['result']> {
    const key = keyOf(options)
    const keys = keysWith(key)
    const onTheWire = (body: Body) => {
      const wire = given.onTheWire(body)
      keys.idempotencyKeys = wire.items.map((item) => item.idempotency_key)
      return wire
    }
    return this.#call(operation, { name, ...given, onTheWire }, { options, keys, key })
  }

  /**
   * Makes a call to a path that has no method in this package. Returns the parsed JSON, the text if `headers` ask for
   * another type, or undefined if the reply has no body.
   * @internal
   */
  request<Result>(method: HttpMethod, path: string, options: ChangeOptions): APIPromise<Result> {
    const safe = method === 'GET'
    const key = safe ? '' : keyOf(options)
    const operation = `${method} ${String(path).split(/[?#]/)[0]}`
    const call: Call = { operation, options, keys: keysWith(key), safe }
    return this.#promise(call, async () => {
      checkArguments({ name: method.toLowerCase() }, options)
      const plain = plainRequest(this.#settings, method, path, { ...options, idempotencyKey: key })
      const request = requestOf(plain, call, this.#settings)
      const response = await this.#exchange(request)
      const isJson = /\bjson\b/i.test(new Headers(request.init.headers).get('Accept') ?? 'json')
      const value = async () => {
        if ((response as CompleteReply).isEmpty) return undefined as Result
        return (isJson ? await response.json() : await response.text()) as Result
      }
      return { response, value }
    })
  }

  #call<Types extends OperationTypes>(
    operation: Operation<Types>,
    method: Method,
    { key, ...how }: Omit<Call, 'operation' | 'keys'> & { key?: string; keys?: Call['keys'] },
  ): APIPromise<Types['result']> {
    const call: Call = { operation: operation.id, keys: keysWith(key), ...how }
    return this.#promise(call, async () => {
      checkArguments(method, call.options)
      const made = operationRequest(this.#settings, operation, method, key)
      const response = await this.#exchange(requestOf(made, call, this.#settings))
      return { response, value: () => valueOf(response, operation.isEmpty, call.accept) }
    })
  }

  async *#streamed<Types extends OperationTypes>(
    operation: Operation<Types>,
    method: Method,
    { options, accept }: { readonly options: RequestOptions; readonly accept: string },
  ): AsyncGenerator<string, void, void> {
    yield* textOf(await this.#call(operation, method, { options, safe: true, accept }).asResponse())
  }

  #exchange(request: Exchange): Promise<Response> {
    return exchange(request, this.#settings.fetch, this.#log)
  }

  /** Returns the promise of a call. Every failure of the call includes its keys. */
  #promise<Result>({ keys }: Call, send: () => Promise<Reply<Result>>): APIPromise<Result> {
    const fail = (error: unknown): never => {
      throw failureOf(error, keys)
    }
    const reply = send().then(({ response, value }) => ({ response, value: () => value().catch(fail) }), fail)
    return new APIPromise(reply, keys.idempotencyKey)
  }
}

/** Reads a 2xx reply: nothing, JSON, or the bytes if the caller asked for another media type. */
async function valueOf(response: Response, isEmpty = false, accept?: string): Promise<unknown> {
  if (isEmpty) return undefined
  return accept === undefined ? response.json() : response.blob()
}

/** Returns the idempotency key of a call, or an empty string if its own headers remove the key. */
function keyOf(options: MutationOptions): string {
  // `?.` because JavaScript callers can pass null. The promise rejects for wrong options, and nothing throws here.
  return keyAmong(options?.headers) ?? options?.idempotencyKey ?? crypto.randomUUID()
}

function keysWith(idempotencyKey = ''): Call['keys'] {
  return idempotencyKey === '' ? {} : { idempotencyKey }
}

import { APITimeoutError, APIUserAbortError } from '../errors/errors.js'

/** Measures the time of an attempt, and ends the attempt when its caller aborts it. */
export class Watch {
  readonly #controller = new AbortController()
  readonly #timeout: number
  readonly #caller: AbortSignal | undefined
  readonly #abort = () => this.#fail(aborted(this.#caller))
  readonly #failed: Promise<never>
  #reject: (error: Error) => void = () => {}

  /**
   * @param timeout the limit in milliseconds
   * @throws APIUserAbortError if the caller has already aborted
   */
  constructor(timeout: number, caller: AbortSignal | undefined) {
    throwIfAborted(caller)
    this.#timeout = timeout
    this.#caller = caller
    this.#failed = new Promise<never>((_, reject) => (this.#reject = reject))
    // Does not use AbortSignal.any, because a signal that outlives many calls would keep a listener for each.
    caller?.addEventListener('abort', this.#abort)
  }

  /** The signal for the request itself. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Waits for a part of the attempt. Rejects with APITimeoutError or APIUserAbortError if the attempt ends first. */
  async over<T>(part: T): Promise<Awaited<T>> {
    const late = () => this.#fail(new APITimeoutError(`No complete reply came within ${this.#timeout} ms.`))
    const timer = setTimeout(late, this.#timeout)
    try {
      // Races the signal against the request, because some replacements of fetch ignore the signal.
      return await Promise.race([this.#failed, part])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Stops listening to the caller's signal. */
  end(): void {
    this.#caller?.removeEventListener('abort', this.#abort)
  }

  #fail(error: Error): void {
    this.#reject(error)
    this.#controller.abort(error)
  }
}

/** Throws the error of {@link aborted} if the signal is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw aborted(signal)
}

/**
 * Returns the error that an aborted call rejects with. It is an APITimeoutError if `AbortSignal.timeout()` aborted the
 * call.
 */
export function aborted(signal: AbortSignal | undefined): APITimeoutError | APIUserAbortError {
  const cause: unknown = signal?.reason
  // Compares the name, because a DOMException of another realm, such as a test runner's, is not an instance of this
  // one.
  if (isTimeout(cause)) {
    return new APITimeoutError('The time of the signal of the call was over before its reply came.', {
      cause,
    })
  }
  return new APIUserAbortError('The request was aborted.', { cause })
}

function isTimeout(reason: unknown): boolean {
  return typeof reason === 'object' && reason !== null && 'name' in reason && reason.name === 'TimeoutError'
}

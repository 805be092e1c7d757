import type { Response } from 'express'
import { onceClientLeaves } from '../../../platform/http/connection/half-closed.js'
import { SinkError } from './errors.js'

/** The max number of requests that wait at once. Each costs a connection and some memory. */
const maxWaiting = 100
const tooMany = 'Too many requests are already waiting for mail. Try again in a moment.'

/**
 * `WaitingRequests` bounds the requests that wait until something happens: long polls and event streams.
 */
export class WaitingRequests {
  readonly #waiting = new Set<AbortController>()
  #ended = false

  /**
   * Lets a request wait until its client disconnects or {@link end} is called.
   *
   * @returns a signal that is aborted then
   * @throws SinkError if too many requests already wait
   */
  add(res: Response): AbortSignal {
    if (this.#waiting.size >= maxWaiting) throw new SinkError('unavailable', tooMany)
    const controller = new AbortController()
    if (this.#ended || res.destroyed) {
      controller.abort()
      return controller.signal
    }
    this.#waiting.add(controller)
    const release = () => {
      this.#waiting.delete(controller)
      controller.abort()
    }
    onceClientLeaves(res, release)
    return controller.signal
  }

  /** Ends the wait of every request, and lets none wait from now on: a stopping server waits for its open requests. */
  end(): void {
    this.#ended = true
    for (const controller of this.#waiting) controller.abort()
    this.#waiting.clear()
  }
}

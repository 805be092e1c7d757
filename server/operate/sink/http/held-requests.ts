import type { Response } from 'express'
import { onceClientLeaves } from '../../../platform/http/connection/half-closed.js'
import { SinkError } from './errors.js'

/** The max number of requests held open at once. Each costs a connection and some memory. */
const maxHeld = 100
const tooMany = 'Too many requests are already waiting for mail. Try again in a moment.'

/** Holds requests open until something happens: long polls and event streams. Their number is limited. */
export class HeldRequests {
  readonly #held = new Set<AbortController>()
  #ended = false

  /**
   * Holds a request until its client disconnects or {@link end} is called.
   *
   * @returns a signal that is aborted at that time
   * @throws SinkError if too many requests are already held
   */
  hold(res: Response): AbortSignal {
    if (this.#held.size >= maxHeld) throw new SinkError('unavailable', tooMany)
    const controller = new AbortController()
    if (this.#ended || res.destroyed) {
      controller.abort()
      return controller.signal
    }
    this.#held.add(controller)
    const release = () => {
      this.#held.delete(controller)
      controller.abort()
    }
    onceClientLeaves(res, release)
    return controller.signal
  }

  /** Releases every request and holds no more from now on: a stopping server waits for its open requests. */
  end(): void {
    this.#ended = true
    for (const controller of this.#held) controller.abort()
    this.#held.clear()
  }
}

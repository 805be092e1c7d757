import { setMaxListeners } from 'node:events'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** An action that a soak repeats. It rejects if the service does not do its part. */
export type Deed = (order: number) => Promise<unknown>

/** The pace at which a deed is done. */
export interface Pace {
  /** Beginnings a second; Infinity is as many as `atOnce` allows. */
  readonly rate: number
  /** At most so many at the same time: those that the service is too slow for begin later. */
  readonly atOnce: number
}

/** A deed that is being done until it is stopped. */
export interface Doing {
  /** Number of deeds that have ended well. */
  readonly done: number
  /** Number of deeds that have failed, and the reason of the last one. */
  readonly failed: number
  readonly lastFailure: string
  /** Ends once all that have begun have ended. */
  stop(): Promise<void>
}

/** Does a deed at a pace, with one order number after the other. */
export function keepDoing(deed: Deed, { rate, atOnce }: Pace): Doing {
  const doing = { done: 0, failed: 0, lastFailure: '' }
  const stopping = new AbortController()
  // Each turn that waits listens.
  setMaxListeners(atOnce, stopping.signal)
  const began = performance.now()
  let order = 0
  const turn = async () => {
    while (!stopping.signal.aborted) {
      const at = order
      order += 1
      const waitMs = began + (at * 1000) / rate - performance.now()
      if (waitMs > 0) await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        await deed(at)
        doing.done += 1
      } catch (error) {
        doing.failed += 1
        doing.lastFailure = String(error)
      }
    }
  }
  const turns = Array.from({ length: atOnce }, turn)
  return {
    get done() {
      return doing.done
    },
    get failed() {
      return doing.failed
    },
    get lastFailure() {
      return doing.lastFailure
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(turns)
    },
  }
}

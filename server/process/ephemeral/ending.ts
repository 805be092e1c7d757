import type { Logger } from 'pino'
import type { Service } from '../service.js'

/** Ends the process of an ephemeral service. */
export interface Ending {
  /** To be called when the service is ready: from then on it has to be stopped in order. */
  readonly ready: (service: Service, log: Logger) => void
  /** Ends the service and this process with 0, once. */
  readonly end: () => void
  /** Ends the service and this process with 0 if the service is ready; does nothing before. */
  readonly endIfReady: () => void
}

/**
 * The max time that requests and deliveries in flight may take to end, in milliseconds. Nobody is left to wait for
 * them.
 */
const endWithinMs = 2000

/** Returns the ending of this process, by whichever cause comes first. */
export function endingOfProcess(): Ending {
  let stop: (() => Promise<unknown>) | undefined
  let ending = false

  const end = () => {
    if (ending) return
    ending = true
    if (stop === undefined) process.exit(0)
    setTimeout(() => process.exit(0), endWithinMs)
    void stop().then(() => process.exit(0))
  }
  return {
    ready: (service, log) => {
      const failed = (message: string) => (error: unknown) => {
        log.fatal({ err: error }, message)
        process.exit(1)
      }
      stop = () => service.stop().catch(failed('the service did not stop cleanly'))
      service.onFailure(failed('the service cannot continue'))
    },
    end,
    endIfReady: () => {
      if (stop !== undefined) end()
    },
  }
}

import type { Logger } from 'pino'
import type { Service } from '../service.js'

/** How the process of an ephemeral service ends. */
export interface Ending {
  /** The service is ready: from here on there is something to be ended in order. */
  readonly ready: (service: Service, log: Logger) => void
  /** Ends the service and this process with 0, once. */
  readonly end: () => void
  /** The same once it is ready, and nothing before. */
  readonly endIfReady: () => void
}

/**
 * How long requests and deliveries in flight may take to end, in milliseconds. Nobody is left to wait for
 * them.
 */
const endWithinMs = 2000

/** The end of this process, by whichever cause comes first. */
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

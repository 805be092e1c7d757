import type { Logger } from 'pino'
import type { Service } from '../service.js'

/** How the process of an ephemeral service ends. */
export interface Ending {
  /** The service is ready: from here on there is something to be ended in order. */
  readonly ready: (service: Service) => void
  /** Ends the service and this process with 0, once. */
  readonly end: () => void
  /** The same once it is ready, and nothing before. */
  readonly endIfReady: () => void
}

/** How long requests and deliveries in hand may take to end, in milliseconds. Nobody is left to wait for them. */
const endWithinMs = 2000

export function endingOf(log: Logger): Ending {
  let service: Service | undefined
  let ending = false

  const failed = (error: unknown, message: string): never => {
    log.fatal({ err: error }, message)
    process.exit(1)
  }
  const end = () => {
    if (ending) return
    ending = true
    if (service === undefined) process.exit(0)
    setTimeout(() => process.exit(0), endWithinMs)
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => failed(error, 'the service could not stop in order'),
    )
  }
  return {
    ready: (started) => {
      service = started
      started.onFailure((error) => failed(error, 'the service cannot go on'))
    },
    end,
    endIfReady: () => {
      if (service !== undefined) end()
    },
  }
}

import pino from 'pino'
import { readConfig, type Config } from './config.js'
import type { Service } from './service.js'
import { exitForStartFailure } from './start-failure.js'
import { firstSteps } from './workspace/first-steps.js'

/**
 * The service's process. Read `service.ts` next: it opens the database and starts the roles.
 *
 * Exit codes: 0 after SIGTERM or SIGINT, 1 for a failure, 2 for a configuration that makes no sense.
 */

const config = configOrExit()
const log = pino({ level: config.logLevel, base: null })

try {
  // Loaded when it is known to be wanted: it takes longer than to say what is wrong with a configuration.
  const { startService } = await import('./service.js')
  const service = await startService(config, log)
  service.onFailure((error) => {
    log.fatal({ err: error }, 'the service cannot go on')
    process.exit(1)
  })
  stopOnSignals(service)
  log.info({ port: service.port, roles: config.roles, data_dir: config.dataDir }, 'ready')
  console.log(firstSteps(config, service))
} catch (error) {
  exitForStartFailure(error, log)
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    return exitForStartFailure(error)
  }
}

function stopOnSignals(service: Service): void {
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'the service could not stop in order')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

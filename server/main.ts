import pino from 'pino'
import { readConfig, type Config } from './config.js'
import { ConfigError } from './config/config-error.js'
import { DataDirInUseError } from './db/embedded/lock.js'
import { isUnavailable } from './db/unavailable.js'
import { startService, type Service } from './service.js'
import { firstSteps } from './workspace/first-steps.js'

/**
 * The service's process. Read `service.ts` next: it opens the database and starts the roles.
 *
 * Exit codes: 0 after SIGTERM or SIGINT, 1 for a failure, 2 for a configuration that makes no sense.
 */

const config = configOrExit()
const log = pino({ level: config.logLevel, base: null })

try {
  const service = await startService(config, log)
  service.onFailure((error) => {
    log.fatal({ err: error }, 'the service cannot go on')
    process.exit(1)
  })
  stopOnSignals(service)
  log.info({ port: service.port, roles: config.roles, data_dir: config.dataDir }, 'ready')
  console.log(firstSteps(config, service))
} catch (error) {
  exitFor(error)
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

/** What an operator can mend is one sentence; anything else is logged whole. */
function exitFor(error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code
  if (error instanceof DataDirInUseError) console.error(error.message)
  else if (code === 'EADDRINUSE')
    console.error(`A port is taken: ${(error as Error).message}. Set another one.`)
  else if (isUnavailable(error))
    console.error(`The database cannot be reached: ${(error as Error).message}. See DATABASE_URL.`)
  else log.fatal({ err: error }, 'the service could not start')
  process.exit(1)
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

import { readConfig, type Config } from '../platform/config/config.js'
import { warnOfUnknownVariables } from '../platform/config/variables/unknown-variables.js'
import { prepareDataDir } from '../platform/config/data-dir.js'
import { publicUrl } from '../platform/http/connection/public-url.js'
import { openLog } from '../platform/log/open-log.js'
import type { Logger } from 'pino'
import type { Service } from './service.js'
import { exitForStartFailure } from '../operate/start-failure.js'
import { readyFacts, startupBanner, type ConsolePlace } from '../product/workspace/startup-banner.js'

/**
 * The max time in milliseconds for in-flight requests and deliveries to end, and for the database to close.
 * Each of these also has a shorter limit of its own.
 */
const maxStopMs = 60_000

/**
 * A signal that follows another within this time, in milliseconds, is the same request to stop: a supervisor
 * may send it to each process of its group, and npm passes it on.
 */
const sameSignalMs = 1000

/**
 * Runs the service in this process. Read `service.ts` next: it opens the database and starts the roles.
 *
 * Exit codes: 0 after SIGTERM or SIGINT; 1 for a failure, such as a database that is not there, or if it could not
 * stop in order; 2 if the operator
 * must change the configuration, or something that it refers to, before the service can start.
 */
export async function runService(env: NodeJS.ProcessEnv): Promise<void> {
  const config = configOrExit(env)
  const log = openLog(config, process.stdout)

  try {
    warnOfUnknownVariables(env, process.stderr)
    prepareDataDir(config.dataDir)
    // Loaded late, so that a wrong configuration is reported without waiting for this slow import.
    const { startService } = await import('./service.js')
    const service = await startService(config, log, {
      beforeServing: (service) => {
        service.onFailure((error) => {
          log.fatal({ err: error }, 'the service cannot continue')
          process.exit(1)
        })
        stopOnSignals(service, config, log)
      },
    })
    log.info(readyFacts(config, service), 'ready')
    // Elsewhere it would lie between lines of JSON, which a log shipper cannot read.
    if (process.stdout.isTTY && config.logFormat !== 'json') {
      console.log(startupBanner(config, service, await consoleOf(service, config, log)))
    }
  } catch (error) {
    exitForStartFailure(error, config, log)
  }
}

/**
 * Returns the place of the console, if this process serves it. A link cannot be logged: it is a secret as long as it
 * works.
 */
async function consoleOf(service: Service, config: Config, log: Logger): Promise<ConsolePlace | undefined> {
  if (!config.roles.includes('api')) return undefined
  const base = publicUrl(config, service.port)
  let link: string | undefined
  try {
    link = await service.firstLink(base)
  } catch (error) {
    log.warn({ err: error }, 'could not make a link that signs the first owner in')
  }
  return { url: `${base}/console`, ...(link !== undefined && { link }) }
}

function configOrExit(env: NodeJS.ProcessEnv): Config {
  try {
    return readConfig(env)
  } catch (error) {
    return exitForStartFailure(error)
  }
}

function stopOnSignals(service: Service, { shutdownGraceSeconds }: Config, log: Logger): void {
  const hurry = new AbortController()
  let since: number | undefined
  const stop = (signal: NodeJS.Signals) => {
    if (since !== undefined) {
      if (performance.now() - since > sameSignalMs) hurry.abort()
      return
    }
    since = performance.now()
    log.info({ signal }, 'stopping')
    setTimeout(
      () => {
        log.fatal({ open: service.openParts() }, 'the service could not stop in time')
        process.exit(1)
      },
      maxStopMs + shutdownGraceSeconds * 1000,
    )
    service.stop(hurry.signal).then(
      ({ unrecorded }) => {
        if (unrecorded === 0) process.exit(0)
        log.fatal({ unrecorded }, 'could not record outcomes, so their messages will be sent again')
        process.exit(1)
      },
      (error: unknown) => {
        log.fatal({ err: error }, 'the service did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

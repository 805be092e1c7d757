import type { Logger } from 'pino'
import { ConfigError } from './config/config-error.js'
import { DataDirInUseError } from './db/embedded/lock.js'
import { isUnavailable } from './db/unavailable.js'

/**
 * Says why a process could not start and ends it: with 2 for a configuration that makes no sense, else with 1. What an
 * operator can mend is one sentence; anything else is logged whole.
 *
 * @param log undefined while the configuration, and so the level of the log, is not known
 */
export function exitForStartFailure(error: unknown, log?: Logger): never {
  if (error instanceof ConfigError) {
    say(error.message)
    process.exit(2)
  }
  const code = (error as NodeJS.ErrnoException).code
  if (error instanceof DataDirInUseError) say(error.message)
  else if (code === 'EADDRINUSE') say(`A port is taken: ${(error as Error).message}. Set another one.`)
  else if (isUnavailable(error))
    say(`The database cannot be reached: ${(error as Error).message}. See DATABASE_URL.`)
  else if (log === undefined) throw error
  else log.fatal({ err: error }, 'the service could not start')
  process.exit(1)
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

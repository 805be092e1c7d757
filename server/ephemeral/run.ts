import pino, { type Logger } from 'pino'
import { startService } from '../service.js'
import { exitForStartFailure } from '../start-failure.js'
import { ephemeralConfig, ignoredVariables, type EphemeralAddress } from './config.js'
import { endingOf } from './ending.js'
import { privateFolder } from './folder.js'
import { handoverOf } from './handover.js'
import { outputFile, standardOutput } from './output.js'
import { watchInput, watchStarter } from './watch-starter.js'

export interface EphemeralOptions extends EphemeralAddress {
  /** A file that takes the line instead of standard output. */
  readonly output?: string
  /** Stay when the process that started this one has ended. */
  readonly outliveParent?: boolean
}

/**
 * Runs a service in memory for one test run. When it is ready, it writes one line of JSON and nothing more to standard
 * output; the log goes to standard error. It ends with the process that started it, or by a signal.
 */
export async function runEphemeral(options: EphemeralOptions, env: NodeJS.ProcessEnv): Promise<void> {
  let log: Logger | undefined
  try {
    const config = ephemeralConfig(env, options, privateFolder())
    log = pino({ level: config.logLevel, base: null }, pino.destination({ dest: 2, sync: true }))
    const output = options.output === undefined ? standardOutput : outputFile(options.output)
    const ignored = ignoredVariables(env)
    if (ignored.length > 0) process.stderr.write(`--ephemeral takes no notice of ${ignored.join(', ')}.\n`)

    const ending = endingOf(log)
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, ending.end)
    // To outlive one's parent is to outlive the terminal, too.
    process.on('SIGHUP', options.outliveParent === true ? () => undefined : ending.end)
    if (options.outliveParent !== true) {
      watchStarter(ending.end)
      // Standard input that is closed before says nothing: some CI runners begin every step like that.
      watchInput(ending.endIfReady)
    }

    const service = await startService(config, log)
    ending.ready(service)
    output.write(JSON.stringify(await handoverOf(config, service)))
  } catch (error) {
    exitForStartFailure(error, log)
  }
}

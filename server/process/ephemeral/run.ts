import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import type { Config } from '../../platform/config/config.js'
import { warnOfUnknownVariables } from '../../platform/config/variables/unknown-variables.js'
import { openLog } from '../../platform/log/open-log.js'
import { exitForStartFailure } from '../../operate/start-failure.js'
import { ephemeralConfig, ignoredVariables, type EphemeralAddress } from './config.js'
import { endingOfProcess, type Ending } from './ending.js'
import { outputFile, standardOutput } from './output.js'
import { watchInput, watchStarter } from './starter.js'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { draftOf, removeLeftovers } from '../../../base/files/drafts.js'
import { socketFolderOf } from '../../../embedded/embedded.js'

export interface EphemeralOptions extends EphemeralAddress {
  /** A file that takes the line instead of standard output. */
  readonly output?: string
  /** True if the process goes on when the process that started it has ended. */
  readonly outliveParent?: boolean
}

/**
 * Runs a service in memory for one test run. When it is ready, it writes one line of JSON and nothing more to
 * standard output; the log goes to standard error. It ends with the process that started it, or by a signal.
 */
export async function runEphemeral(options: EphemeralOptions, env: NodeJS.ProcessEnv): Promise<void> {
  // First of all: what is made below is removed when this process ends in order.
  const ending = endingOfProcess()
  endBySignals(ending, options)
  if (options.outliveParent !== true) {
    watchStarter(ending.end)
    // An input that is closed before that means nothing: some CI runners begin every step like this.
    watchInput(ending.endIfReady)
  }

  let config: Config | undefined
  let log: Logger | undefined
  try {
    config = ephemeralConfig(env, options, privateFolder())
    log = openLog(config, process.stderr)
    const output = options.output === undefined ? standardOutput : outputFile(options.output)
    const ignored = ignoredVariables(env)
    warnOfUnknownVariables(env, process.stderr)
    if (ignored.length > 0) process.stderr.write(`--ephemeral takes no notice of ${ignored.join(', ')}.\n`)

    // Most test runs end before it pays to compile the database for speed, which takes a third of the start: it
    // pays after some 2,000 messages.
    setFlagsFromString('--liftoff-only')
    const { serve } = await import('./serve.js')
    output.write(JSON.stringify(await serve(config, log, ending.ready)))
  } catch (error) {
    exitForStartFailure(error, config, log)
  }
}

function endBySignals(ending: Ending, { outliveParent }: EphemeralOptions): void {
  process.on('SIGTERM', ending.end)
  process.on('SIGINT', ending.end)
  // To outlive one's parent is to outlive its terminal, too. Node does not leave that to nohup(1).
  process.on('SIGHUP', outliveParent === true ? () => undefined : ending.end)
}

/**
 * Makes a folder among the temporary files that only this user can enter. It is removed when this process ends or, if
 * that is by SIGKILL, when the next one begins.
 */
function privateFolder(): string {
  const name = 'postseal-ephemeral'
  // The socket is elsewhere where its path would be too long.
  const removeSocket = (folder: string) => rmSync(socketFolderOf(folder), { recursive: true, force: true })
  for (const left of removeLeftovers(tmpdir(), 'tmp', (entry) => entry === name)) removeSocket(left.path)
  const folder = draftOf(path.join(tmpdir(), name), 'tmp')
  mkdirSync(folder, { mode: 0o700 })
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true })
    removeSocket(folder)
  })
  return folder
}

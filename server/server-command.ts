import { Command } from 'commander'
import { version } from './version.js'
import type { EphemeralOptions } from './ephemeral/run.js'

/**
 * The command `postseal-server`. It imports only the mode that it starts.
 *
 * Exit codes: those of run-service.ts, and 2 for invalid options.
 */

interface Options extends EphemeralOptions {
  readonly ephemeral?: boolean
}

const program = new Command('postseal-server')
  .description(
    'Starts Postseal, a transactional e-mail service. It is configured by the environment; without anything set it ' +
      'keeps its data in ./data and its mail in its own sink.',
  )
  .version(version, '--version', 'print the version')
  .helpOption('--help', 'print this')
  .option('--ephemeral', 'in memory, for a test run: prints its address and keys as one line of JSON')
  .option('--output <file>', 'with --ephemeral: write the line to this file instead, when it is ready')
  .option('--port <number>', 'with --ephemeral: the HTTP port; a free one unless given')
  .option('--host <address>', 'with --ephemeral: the address to listen on; 127.0.0.1 unless given')
  .option('--outlive-parent', 'with --ephemeral: go on when the process that started it has ended')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse()

const { ephemeral, ...options } = program.opts<Options>()
const alone = Object.keys(options).at(0)
if (ephemeral === true) {
  const { runEphemeral } = await import('./ephemeral/run.js')
  await runEphemeral(options, process.env)
} else if (alone !== undefined) {
  program.error(
    `error: option '--${alone.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}' goes with --ephemeral`,
  )
} else {
  const { runService } = await import('./run-service.js')
  await runService(process.env)
}

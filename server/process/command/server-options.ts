import { Command } from 'commander'
import type { EphemeralOptions } from '../ephemeral/run.js'
import { version } from '../../platform/config/version.js'

export interface ServerOptions extends EphemeralOptions {
  readonly ephemeral?: boolean
}

/**
 * Reads the options of this process. Invalid ones end it with the exit code 2; `--help` and `--version` end it
 * with 0.
 */
export function serverOptions(): ServerOptions {
  const program = new Command('postseal-server')
    .description(
      'Starts Postseal, a transactional e-mail service. It is configured by the environment; without anything set it ' +
        'keeps its data in ./data and its mail in its own sink.',
    )
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'print this')
    .option(
      '--ephemeral',
      'in memory, for a test run: prints its address, keys and a sign-in link (console_url) as one line of JSON',
    )
    .option('--output <file>', 'with --ephemeral: write the line to this file instead, when it is ready')
    .option('--port <number>', 'with --ephemeral: the HTTP port; a free one unless given')
    .option('--host <address>', 'with --ephemeral: the address to listen on; 127.0.0.1 unless given')
    .option('--outlive-parent', 'with --ephemeral: go on when the process that started it has ended')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .parse()

  const options = program.opts<ServerOptions>()
  const alone = Object.keys(options).at(0)
  if (options.ephemeral !== true && alone !== undefined) {
    program.error(
      `error: option '--${alone.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}' goes with --ephemeral`,
    )
  }
  return options
}

import { Command, CommanderError } from 'commander'
import { addClientCommands } from './commands/all.js'
import { refuseUnknownCommand } from './commands/unknown-command.js'
import type { Catalog } from './contract/catalog.js'
import { Invocation, type CommandProcess, type Output } from './invocation.js'
import { operatorCommandOf } from './operator-commands.js'

/** Data from the package of the command line. */
export interface ClientPackage {
  readonly version: string
  readonly catalog: Catalog
}

/**
 * Runs the command line of the package postseal-cli, which has only the client's commands.
 *
 * @param args the arguments after the program's name
 * @returns the exit code: 0 for success, 1 if the service refuses or cannot be reached, 2 for wrong usage
 */
export async function runClientCommand(
  args: readonly string[],
  process: CommandProcess,
  { version, catalog }: ClientPackage,
): Promise<number> {
  const invocation = new Invocation(process)
  const { console } = invocation
  const ofServer = operatorCommandOf(args)
  if (ofServer !== undefined) {
    console.error(
      `error: "postseal ${ofServer}" is a command of the package postseal-server: run it beside the service.`,
    )
    return 2
  }
  const program = new Command('postseal')
    .description('Calls the API of a Postseal service.')
    .version(version, '--version', 'print the version')
    .exitOverride()
    .configureOutput({
      // Uses the console, which ignores a closed output.
      writeOut: (text) => console.log(text.replace(/\n$/, '')),
      writeErr: (text) => console.error(text.replace(/\n$/, '')),
      getOutHelpWidth: () => widthOf(process.stdout),
      getErrHelpWidth: () => widthOf(process.stderr),
    })
  addClientCommands(program, { invocation, version, catalog }, args)
  try {
    refuseUnknownCommand(program, args)
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    // Commander has already printed the help or the mistake in the arguments.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    throw error
  }
  return invocation.exitCode
}

/** Returns the width of a terminal. Commander's types do not say that undefined is its own default. */
function widthOf({ isTTY, columns }: Output): number {
  return (isTTY === true ? columns : undefined) as number
}

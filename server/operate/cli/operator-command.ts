import { Command, CommanderError } from 'commander'
import { refuseUnknownCommand } from '../../../cli/src/commands/unknown-command.js'
import { version } from '../../platform/config/version.js'
import { addApiKeyCommands } from './commands/api-key.js'
import { addBackupCommands } from './commands/backup.js'
import { addCheckMailCommand } from './check-mail/check-mail-commands.js'
import { addDatabaseCommands } from './database/database-commands.js'
import { addDmarcCommands } from './dmarc/dmarc-commands.js'
import { addDoctorCommand } from './doctor/doctor-commands.js'
import { addDomainCommands } from './domain/domain-commands.js'
import { addImportCommands } from './import/import-commands.js'
import { addInboundCommands } from './commands/inbound.js'
import { addInitCommand } from './init/init-commands.js'
import { addLedgerCommands } from './commands/ledger.js'
import { addListenCommand } from './listen/listen-commands.js'
import { addQueueCommands } from './queue/queue-commands.js'
import { addReputationCommands } from './reputation/reputation-commands.js'
import { addSecretCommands } from './commands/secret.js'
import { addSessionCommands } from './people/session-commands.js'
import { addPoolCommands, addSourceCommands } from './sources/sources-commands.js'
import { addUserCommands } from './people/user-commands.js'
import { addWorkspaceCommands } from './workspaces/workspace-commands.js'
import { Invocation, type CommandProcess, type Output } from './invocation.js'

/**
 * Runs the operator's command line, for operations that the public contract leaves out. Works on the database
 * directly, with or without a running service. Results go to standard output, everything else to standard
 * error. It changes nothing of the process that it runs in, so several calls can run at once.
 *
 * @param args the arguments after the program's name
 * @returns the exit code: 0 for success, 1 for a failure, 2 for wrong usage, or if the operator must first change the
 *   configuration or the resources that it names
 */
export async function runOperatorCommand(args: readonly string[], process: CommandProcess): Promise<number> {
  const invocation = new Invocation(process)
  try {
    const program = commandLine(invocation)
    if (!isOperators(program, args)) await addCommandsOfApi(program, invocation, args)
    refuseUnknownCommand(program, args)
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    // Commander has printed the help, or the mistake in the arguments, already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    throw error
  }
  return invocation.exitCode
}

/** Returns whether the arguments name one of the operator's commands: the contract's help covers all others. */
function isOperators(program: Command, [first, second]: readonly string[]): boolean {
  if (first === '--version') return true
  const group = program.commands.find((each) => each.name() === first || each.aliases().includes(first ?? ''))
  if (group === undefined) return false
  if (!sharedGroups.has(group.name())) return true
  return group.commands.some((each) => each.name() === second)
}

/** Groups with commands of both kinds. */
export const sharedGroups: ReadonlySet<string> = new Set(['workspace', 'dmarc', 'inbound'])

/** Adds the commands that are clients of the API. They follow from the contract, which takes some time to read. */
async function addCommandsOfApi(
  program: Command,
  invocation: Invocation,
  args: readonly string[],
): Promise<void> {
  const { addClientCommands } = await import('../../../cli/src/commands/all.js')
  const { ownCatalog } = await import('./own-catalog.js')
  addClientCommands(program, { invocation, version, catalog: ownCatalog() }, args)
}

/** Builds the operator's commands. */
export function commandLine(invocation: Invocation): Command {
  const { console } = invocation
  const { stdout, stderr } = invocation.process
  // Subcommands inherit the settings that exist when they are added.
  const program = new Command('postseal')
    .description(
      'Manages a Postseal service, running or not. It reads the same configuration variables as the service.',
    )
    .version(version, '--version', 'print the version')
    .exitOverride()
    .configureOutput({
      // The console does not mind a reader that has gone.
      writeOut: (text) => console.log(withoutLastNewline(text)),
      writeErr: (text) => console.error(withoutLastNewline(text)),
      getOutHelpWidth: () => widthOf(stdout),
      getErrHelpWidth: () => widthOf(stderr),
    })
  addInitCommand(program, invocation)
  addDoctorCommand(program, invocation)
  addSessionCommands(program, invocation)
  addUserCommands(program, invocation)
  addWorkspaceCommands(program, invocation)
  addApiKeyCommands(program, invocation)
  addDomainCommands(program, invocation)
  addDmarcCommands(program, invocation)
  addReputationCommands(program, invocation)
  addImportCommands(program, invocation)
  addInboundCommands(program, invocation)
  addCheckMailCommand(program, invocation)
  addListenCommand(program, invocation)
  addQueueCommands(program, invocation)
  addSourceCommands(program, invocation)
  addPoolCommands(program, invocation)
  addSecretCommands(program, invocation)
  addDatabaseCommands(program, invocation)
  addBackupCommands(program, invocation)
  addLedgerCommands(program, invocation)
  return program
}

function withoutLastNewline(text: string): string {
  return text.replace(/\n$/, '')
}

/** Returns the width of a terminal; commander's types do not say that undefined is its own default. */
function widthOf({ isTTY, columns }: Output): number {
  return (isTTY === true ? columns : undefined) as number
}

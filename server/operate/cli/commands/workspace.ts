import type { Command } from 'commander'
import { haltByOperator, resumeByOperator, showSending, type SendingOptions } from '../sending.js'
import type { Invocation } from '../invocation.js'
import { withDatabase } from '../with-database.js'
import { jsonOption, workspaceOption } from './options.js'

export function addWorkspaceCommands(program: Command, invocation: Invocation): void {
  const workspace = program
    .command('workspace')
    // Its name before there was more to a workspace.
    .alias('sending')
    .description('Whether a workspace may send.')
  workspace
    .command('halt')
    .description('Stop its sending: refuse sends and hold its queue.')
    .option(...workspaceOption)
    .option('--note <text>', 'the reason, shown in the sending status')
    .option(...jsonOption)
    .action((options: SendingOptions) =>
      withDatabase(invocation, (_config, { db }) => haltByOperator(db, options)),
    )
  workspace
    .command('resume')
    .description('Let it send again, and reset the counts of its bounces and complaints.')
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((options: SendingOptions) =>
      withDatabase(invocation, (_config, { db }) => resumeByOperator(db, options)),
    )
  workspace
    .command('status')
    .description('Show whether it may send, and the figures that decide this.')
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((options: SendingOptions) =>
      withDatabase(invocation, (_config, { db }) => showSending(db, options)),
    )
}

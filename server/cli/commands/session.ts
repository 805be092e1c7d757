import type { Command } from 'commander'
import { createSession, type SessionCreateOptions } from '../session-create.js'
import type { Invocation } from '../invocation.js'
import { withDatabase } from '../with-database.js'
import { workspaceOption } from './options.js'

export function addSessionCommands(program: Command, invocation: Invocation): void {
  const session = program.command('session').description('Signed sessions of workspace users.')
  session
    .command('create')
    .description('Mint a session token, to be sent as "Authorization: Bearer <token>".')
    .option(...workspaceOption)
    .option('--email <address>', 'the user; the first owner unless given')
    .option('--role <role>', 'make the user with this role where there is none: owner, admin or member')
    .option('--minutes <number>', 'how long the token is good for, 1 to 1440', '60')
    .option('--json', 'print a JSON object rather than the bare token')
    .action((options: SessionCreateOptions) =>
      withDatabase(invocation, (config, { db }) => createSession(config, db, options)),
    )
}

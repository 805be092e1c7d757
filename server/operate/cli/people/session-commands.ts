import type { Command } from 'commander'
import { createSession, type SessionCreateOptions } from './session-create.js'
import type { Invocation } from '../invocation.js'
import { withDatabase } from '../with-database.js'
import { createLink, type SessionLinkOptions } from './session-link.js'
import {
  listSessions,
  revokeSessions,
  type SessionListOptions,
  type SessionRevokeOptions,
} from './session-revoke.js'
import { jsonOption, workspaceOption } from '../commands/options.js'

export function addSessionCommands(program: Command, invocation: Invocation): void {
  const session = program.command('session').description('Sessions of workspace users, and links to sign in.')
  session
    .command('create')
    .description(
      'Mint a session token, to be sent as "Authorization: Bearer <token>": for a person, or with --name for a program.',
    )
    .option(...workspaceOption)
    .option('--email <address>', 'the user (default: the owner who was added first)')
    .option(
      '--role <role>',
      'owner, admin or member: create the user with this role if there is none; with --name, what the program can do (member)',
    )
    .option('--minutes <number>', 'how long the token is valid, from 1 to 1440 (60)')
    .option(
      '--name <name>',
      'the program that the session is for, such as a CI job; the audit log shows the name',
    )
    .option('--days <number>', 'how long the token of a program is valid, from 1 to 366')
    .option(
      '--only <groups>',
      'the groups of operations that the program can use, such as templates,segments',
    )
    .option('--ip <ranges>', 'the addresses that the program may use the token from')
    .option('--json', 'print a JSON object rather than the bare token')
    .action((options: SessionCreateOptions) =>
      withDatabase(invocation, (config, { db }) => createSession(config, db, options)),
    )
  session
    .command('link')
    .description('Print a link that signs a user in. It works once, for 15 minutes, and no mail is sent.')
    .option(...workspaceOption)
    .option('--email <address>', 'the user (default: the owner who was added first)')
    .option(...jsonOption)
    .action((options: SessionLinkOptions) =>
      withDatabase(invocation, (config, { db }) => createLink(config, db, options)),
    )
  session
    .command('list')
    .description('List the sessions that are still valid, newest first.')
    .option(...workspaceOption)
    .option('--email <address>', 'those of this user')
    .option(...jsonOption)
    .action((options: SessionListOptions) =>
      withDatabase(invocation, (_config, { db }) => listSessions(db, options)),
    )
  session
    .command('revoke [id]')
    .description('End a session, or all sessions of a user, in every process within 5 seconds.')
    .option(...workspaceOption)
    .option('--user <address>', 'all sessions of this user')
    .action((id: string | undefined, options: SessionRevokeOptions) =>
      withDatabase(invocation, (_config, { db }) => revokeSessions(db, id, options)),
    )
}

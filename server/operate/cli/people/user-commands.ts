import type { Command } from 'commander'
import type { Invocation } from '../invocation.js'
import {
  changeRole,
  createUser,
  deleteUser,
  listUsers,
  type UserCreateOptions,
  type UserOptions,
} from './user.js'
import { withDatabase } from '../with-database.js'
import { jsonOption, workspaceOption } from '../commands/options.js'

export function addUserCommands(program: Command, invocation: Invocation): void {
  const user = program.command('user').description('The people of a workspace.')
  user
    .command('list')
    .description('List the users, newest first.')
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((options: UserOptions) => withDatabase(invocation, (_config, { db }) => listUsers(db, options)))
  user
    .command('create')
    .description('Add a user. No mail is sent: "session link" prints a link to sign in.')
    .requiredOption('--email <address>', 'where links to sign in are sent')
    .requiredOption('--role <role>', 'owner, admin or member')
    .option('--name <name>', "the user's name")
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((options: UserCreateOptions) =>
      withDatabase(invocation, (_config, { db }) => createUser(db, options)),
    )
  user
    .command('role <email> <role>')
    .description(
      'Give a user another role: owner, admin or member. It takes effect in every process within 5 seconds.',
    )
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((email: string, role: string, options: UserOptions) =>
      withDatabase(invocation, (_config, { db }) => changeRole(db, email, role, options)),
    )
  user
    .command('remove <email>')
    .description('Remove a user, whose sessions end in every process within 5 seconds.')
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((email: string, options: UserOptions) =>
      withDatabase(invocation, (_config, { db }) => deleteUser(db, email, options)),
    )
}

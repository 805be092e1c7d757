import type { Command } from 'commander'
import { retire, rotate, status, type RotateOptions } from '../secret.js'
import type { Invocation } from '../invocation.js'
import { withDatabase, withDatabaseOfAnySecret } from '../with-database.js'
import { jsonOption } from './options.js'

const revokeOption = ['--revoke', 'end the links and return paths that were signed before, too'] as const

export function addSecretCommands(program: Command, invocation: Invocation): void {
  const secret = program.command('secret').description('The secret that seals the keys of the service.')
  secret
    .command('rotate')
    .description(
      'Put POSTSEAL_SECRET_KEY in the place of POSTSEAL_PREVIOUS_SECRET_KEY, or a new secret.key in the place of the ' +
        'old one. New keys are made for all but erased addresses, and every session ends.',
    )
    .option(...revokeOption)
    .action((options: RotateOptions) =>
      withDatabaseOfAnySecret(invocation, (config, { db }) => rotate(db, config, options)),
    )
  secret
    .command('retire')
    .description(
      'End a rotation, once every process runs with the new secret: the old one opens nothing then.',
    )
    .option(...revokeOption)
    .action((options: RotateOptions) =>
      withDatabase(invocation, (config, { db }) => retire(db, config, options)),
    )
  secret
    .command('status')
    .description('Say when the secret was changed, and whether the previous one is still accepted.')
    .option(...jsonOption)
    .action((options: { json?: boolean }) =>
      withDatabase(invocation, (config, { db }) => status(db, config, options)),
    )
}

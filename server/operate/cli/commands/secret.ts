import type { Command } from 'commander'
import { retire, rotate, status, type RetireOptions, type RotateOptions } from '../secret.js'
import type { Invocation } from '../invocation.js'
import { withDatabase, withDatabaseOfAnySecret } from '../with-database.js'
import { jsonOption } from './options.js'

const revokeOption = ['--revoke', 'also invalidate links and return paths that were signed before'] as const

export function addSecretCommands(program: Command, invocation: Invocation): void {
  const secret = program
    .command('secret')
    .description('Rotate the secret that encrypts the keys of the service.')
  secret
    .command('rotate')
    .description(
      'Replace POSTSEAL_PREVIOUS_SECRET_KEY by POSTSEAL_SECRET_KEY, or the old secret.key by a new one. Makes new keys ' +
        'for everything but erased addresses, and ends every session.',
    )
    .option(...revokeOption)
    .action((options: RotateOptions) =>
      withDatabaseOfAnySecret(invocation, (config, { db }) => rotate(db, config, options)),
    )
  secret
    .command('retire')
    .description(
      'End a rotation once every process runs with the new secret: the old one then no longer works.',
    )
    .option(...revokeOption)
    .option('--force', 'retire the old secret even while processes run with it')
    .action((options: RetireOptions) =>
      withDatabase(invocation, (config, { db }) => retire(db, config, options)),
    )
  secret
    .command('status')
    .description('Show when the secret was last changed, and whether the previous one is still accepted.')
    .option(...jsonOption)
    .action((options: { json?: boolean }) =>
      withDatabase(invocation, (config, { db }) => status(db, config, options)),
    )
}

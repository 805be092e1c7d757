import type { Command } from 'commander'
import { stopByOperator, type KeyStopOptions } from '../api-key-stop.js'
import type { Invocation } from '../invocation.js'
import { withDatabase } from '../with-database.js'
import { jsonOption } from './options.js'

export function addApiKeyCommands(program: Command, invocation: Invocation): void {
  program
    .command('api-key')
    .description('Leaked API keys.')
    .command('stop <id>')
    .description(
      'Revoke a key and the keys that it issued, cancel their waiting mail, and list what they did.',
    )
    .option('--keep-mail', 'keep the waiting mail, so that it is sent')
    .option(...jsonOption)
    .action((id: string, options: KeyStopOptions) =>
      withDatabase(invocation, (_config, { db }) => stopByOperator(db, id, options)),
    )
}

import type { Command } from 'commander'
import type { LedgerOptions, ReplayCommandOptions } from '../ledger.js'
import type { Invocation } from '../invocation.js'
import { withConfig, withDatabaseAndKeys, type Outcome } from '../with-database.js'
import { jsonOption } from './options.js'

export function addLedgerCommands(program: Command, invocation: Invocation): void {
  const ledger = program
    .command('ledger')
    .description('The record of removals that is applied to a restored database.')
  const read = async (look: Promise<Outcome>) => {
    const { text, succeeded } = await look
    invocation.console.log(text)
    if (!succeeded) invocation.exitCode = 1
  }
  ledger
    .command('status [folder]', { isDefault: true })
    .description('Show what the ledger has, and since when it is complete.')
    .option(...jsonOption)
    .action((folder: string | undefined, options: LedgerOptions) =>
      withConfig(invocation, async (config) =>
        read((await ledgerCommands()).ledgerStatus(config, folder, options)),
      ),
    )
  ledger
    .command('verify [folder]')
    .description('Read every line of the ledger, and list damaged and missing lines.')
    .option(...jsonOption)
    .action((folder: string | undefined, options: LedgerOptions) =>
      withConfig(invocation, async (config) =>
        read((await ledgerCommands()).verifyLedger(config, folder, options)),
      ),
    )
  ledger
    .command('replay [folders...]')
    .description(
      'Repeat the changes that the ledger has and the database lacks. A held start does this on its own, with its own ledger. ' +
        'Several folders are read as one ledger.',
    )
    .option('--since <time>', 'leave out lines from before, such as 2030-01-31T09:00:00Z')
    .option('--dry-run', 'change nothing, and show what would be done')
    .option(...jsonOption)
    .action((folders: string[], options: ReplayCommandOptions) =>
      withDatabaseAndKeys(invocation, async (config, { db }, keyRing) =>
        (await ledgerCommands()).replayByOperator({ db, keyRing }, config, { folders, options, invocation }),
      ),
    )
}

/** Loads the commands when one is used. */
const ledgerCommands = () => import('../ledger.js')

import type { Command } from 'commander'
import type { Invocation } from '../invocation.js'
import type { ShowOptions } from './show.js'
import { withDatabase } from '../with-database.js'
import { jsonOption } from '../commands/options.js'

/** Loads the command only when it is used, because code that reads CSV takes some time to load. */
const importCommand = () => import('./import.js')
const showCommand = () => import('./show.js')

export function addReputationCommands(program: Command, invocation: Invocation): void {
  const reputation = program
    .command('reputation')
    .description('What Google and Microsoft say of your domains and sources.')
  reputation
    .command('import <file>')
    .description(
      'Import figures of Google Postmaster Tools (JSON of its API, or CSV: date,domain,spam_rate) or of Microsoft SNDS ' +
        '(its CSV); "-" is standard input. A workspace is halted if one of its domains had 0.3 % spam in the last 7 days.',
    )
    .action((file: string) =>
      withDatabase(invocation, async (_config, { db }) =>
        (await importCommand()).importFigures(db, file, () => invocation.process.stdin),
      ),
    )
  reputation
    .command('show', { isDefault: true })
    .description('Show the latest figure of each domain and of each source.')
    .option(...jsonOption)
    .action((options: ShowOptions) =>
      withDatabase(invocation, async (_config, { db }) => (await showCommand()).showFigures(db, options)),
    )
}

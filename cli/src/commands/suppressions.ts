import type { Command } from 'commander'
import type { ReviewOptions } from '../suppressions/review.js'
import { groupOf } from './add.js'
import type { Client } from './client.js'

/** Adds the command that finds and lifts suppressions from misread replies to the commands of the operations. */
export function addSuppressionsCommands(program: Command, client: Client): void {
  groupOf(program, 'suppressions', 'Suppressions.')
    .command('review')
    .description(
      'Show the server replies that suppressed addresses, in groups: those for which the service would ' +
        'not suppress an address today. With --lift, lift such suppressions. Shows how many, and asks.',
    )
    .option('--since <time>', 'from this time on: 7d, 12h, or a date (default: 30d)')
    .option('--until <time>', 'before this time: 1d, 12h, or a date')
    .option('--contains <text>', 'those whose reply contains this text, ignoring case')
    .option('--all', 'also those for which the service would suppress an address today')
    .option('--lift', 'lift them: all with --contains, else those that are not made today')
    .option('--yes', 'with --lift: do not ask')
    .option('--dry-run', 'with --lift: show how many, and lift nothing')
    .option('--json', 'print JSON')
    .option('--profile <name>', 'the service and key to use; see "postseal profile"')
    .option('--timeout <seconds>', 'the timeout of an attempt in seconds (default: 60)')
    .action(async (options: ReviewOptions) => {
      const { reviewSuppressions } = await import('../suppressions/review.js')
      await reviewSuppressions(client, options)
    })
}

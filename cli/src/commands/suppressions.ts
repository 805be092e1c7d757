import type { Command } from 'commander'
import type { ReviewOptions } from '../suppressions/review.js'
import { groupOf } from './add.js'
import type { Client } from './client.js'

/** Adds the command that finds and lifts suppressions for misread replies, beside those of the operations. */
export function addSuppressionsCommands(program: Command, client: Client): void {
  groupOf(program, 'suppressions', 'Suppressions.')
    .command('review')
    .description(
      'Show what servers said when their bounces suppressed addresses, in groups: of those for which the service would ' +
        'not suppress an address today. With --lift, lift such suppressions. Shows how many, and asks.',
    )
    .option('--since <time>', 'those from then on: 7d, 12h, or a date; 30d unless given')
    .option('--until <time>', 'those before then: 1d, 12h, or a date')
    .option('--contains <text>', 'those whose reply has this text in it, in any case')
    .option('--all', 'also those for which the service would suppress an address today')
    .option('--lift', 'lift them: all with --contains, else those that are not made today')
    .option('--yes', 'with --lift: do not ask')
    .option('--dry-run', 'with --lift: say how many, and lift nothing')
    .option('--json', 'print JSON')
    .option('--profile <name>', 'the service and key to use; see "postseal profile"')
    .option('--timeout <seconds>', 'how long an attempt may take; 60 unless given')
    .action(async (options: ReviewOptions) => {
      const { reviewSuppressions } = await import('../suppressions/review.js')
      await reviewSuppressions(client, options)
    })
}

import type { Command } from 'commander'
import type { MoveOptions } from '../move/move-run.js'
import type { Client } from './client.js'

/** Adds the command that brings what another account has to a service. */
export function addMoveCommand(program: Command, client: Client): void {
  program
    .command('move <service>')
    .description(
      'Bring suppressions, contacts, topics, templates, domains and webhooks from another account: resend, ' +
        'postmark, sendgrid, mailgun, listmonk or ses. Reads its key from the variable that its own packages ' +
        'use, such as RESEND_API_KEY. An interrupted move goes on when the command is repeated.',
    )
    .option('--dry-run', 'show what it would bring, and change nothing')
    .option('--check', 'render each template at both services and show the differences; change nothing')
    .option('--yes', 'do not ask')
    .option('--only <kinds>', 'bring these kinds alone, such as suppressions,templates')
    .option('--project <id>', 'the project of contacts, topics, segments and templates')
    .option('--from-url <url>', "the other service's address, for another region")
    .option('--journal <file>', 'the record of the move (default: postseal-move-SERVICE.json)')
    .option('--report <file>', 'the list of all remarks (default: postseal-move-SERVICE.txt)')
    .option('--again', 'after a complete move, bring what is new')
    .option('--json', 'print JSON')
    .option('--profile <name>', 'the service and key to use; see "postseal profile"')
    .option('--timeout <seconds>', 'the timeout of an attempt in seconds (default: 60)')
    .action(async (service: string, options: MoveOptions) => {
      const { runMove } = await import('../move/run.js')
      await runMove(client, service, options)
    })
}

import type { Command } from 'commander'
import type { CheckMailOptions } from './check-mail.js'
import type { Invocation } from '../invocation.js'
import { jsonOption } from '../commands/options.js'

export function addCheckMailCommand(program: Command, invocation: Invocation): void {
  program
    .command('check-mail')
    .argument(
      '<mail>',
      'a file with a message (RFC 5322), "-" for standard input, or the id of a message, msg_…',
    )
    .description(
      'Check what keeps a mail out of the inbox: its header, its sender by DKIM, SPF and DMARC, its links, images and ' +
        'HTML, and its SpamAssassin score if that is installed. Nothing is sent.',
    )
    .option('--no-dns', 'ask no DNS: signatures, SPF and DMARC are then left out')
    .option(...jsonOption)
    .action(async (mail: string, options: CheckMailOptions) => {
      // The checks' libraries take some time to load, so other commands do not load them.
      const { checkGivenMail } = await import('./check-mail.js')
      await checkGivenMail(invocation, mail, options)
    })
}

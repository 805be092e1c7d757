import { Option, type Command } from 'commander'
import type { InboundSendOptions } from '../inbound-send.js'
import type { Invocation } from '../invocation.js'
import { withConfig } from '../with-database.js'

export function addInboundCommands(program: Command, invocation: Invocation): void {
  const inbound = program.command('inbound').description('Inbound mail.')
  /** Makes an option for a part of the message, which is used unless the message is in a file already. */
  const part = (flags: string, description: string) => new Option(flags, description).conflicts('file')
  inbound
    .command('send')
    .description(
      'Send a message to an inbound route by SMTP, as another mail server would, and print its reply.',
    )
    .requiredOption('--to <address...>', 'the recipients')
    .option('--from <address>', 'the sender; "<>" is the null sender, as bounces have it', 'me@example.com')
    .addOption(part('--subject <text>', 'the subject'))
    .addOption(part('--text <text>', 'the plain text'))
    .addOption(part('--html <text>', 'the HTML'))
    .addOption(part('--attach <file...>', 'files to attach'))
    .addOption(part('--header <line...>', 'more header fields, as "Name: value"'))
    .option(
      '--file <file>',
      'a complete message (RFC 5322), such as mail.eml, sent unchanged; "-" is standard input',
    )
    .option('--host <host>', 'where the receiver listens (default: POSTSEAL_INBOUND_HOST)')
    .option('--port <number>', 'its port (default: POSTSEAL_INBOUND_PORT)')
    .action((options: InboundSendOptions) =>
      withConfig(invocation, async (config) => {
        // A library that writes mail takes some time to load, so other commands do not load it.
        const { sendInbound } = await import('../inbound-send.js')
        const { reply, refused } = await sendInbound(config, options, () => invocation.process.stdin)
        invocation.console.log(reply)
        for (const each of refused) invocation.console.error(`${each.recipient} was refused: ${each.reply}`)
        if (refused.length > 0) invocation.exitCode = 1
      }),
    )
}

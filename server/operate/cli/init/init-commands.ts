import type { Command } from 'commander'
import type { InitOptions } from './init.js'
import type { Invocation } from '../invocation.js'

export function addInitCommand(program: Command, invocation: Invocation): void {
  program
    .command('init')
    .description(
      'Write the configuration of a new service to a file, with a new secret, and show which DNS records to publish. It ' +
        'asks for every missing option.',
    )
    .option('--domain <domain>', 'the domain that people see as the sender')
    .option('--hostname <name>', 'the name of the mail server; mail. and the domain by default')
    .option('--database <url>', 'a PostgreSQL address, or "embedded", the default')
    .option('--transport <transport>', 'how mail is sent: "mx", the default, a relay, or "sink"')
    .option('--owner <email>', 'the first owner; admin@ the domain by default')
    .option('--output <file>', 'the file to write', './postseal.env')
    .option('--yes', 'ask nothing, and use the default for every missing option')
    .option('--force', 'replace the file, and keep its secret')
    .action(async (options: InitOptions) => {
      // The checks of the answers take some time to load, so other commands do not load them.
      const { init } = await import('./init.js')
      await init(invocation, options)
    })
}

import type { Command } from 'commander'
import { CommandError, WrongUsage } from '../../command-error.js'
import { readClientConfig } from '../../../../cli/src/profiles/client-config.js'
import type { Invocation } from '../invocation.js'
import type { ListenOptions } from './settings.js'

export function addListenCommand(program: Command, invocation: Invocation): void {
  program
    .command('listen')
    .description(
      'Follow the events of a service through its API and send each to a URL of your own as a signed webhook, until ' +
        'Ctrl+C. The URL need not be public. The key is POSTSEAL_API_KEY, or else the workspace key in ' +
        'credentials.json, which sees all projects.',
    )
    .requiredOption('--forward <url>', 'where to send events, such as http://localhost:3000/hooks')
    .option('--events <types>', 'event types, separated by commas; "*" means all', '*')
    .option('--project <id>', 'only events of this project')
    .option(
      '--api-url <url>',
      'the URL of the service; otherwise POSTSEAL_BASE_URL, or the one in credentials.json',
    )
    .option('--secret <secret>', 'the signing secret; by default a new one is created and printed')
    .option('--since <time>', 'start with events from this time on; otherwise only new events are sent')
    .option('--json', 'print one JSON object per line')
    .action(async (options: ListenOptions) => {
      const { process, console } = invocation
      const stopping = new AbortController()
      const stop = () => stopping.abort()
      const signals = ['SIGINT', 'SIGTERM'] as const
      for (const signal of signals) process.on?.(signal, stop)
      try {
        // The sender of webhooks takes some time to load, so other commands do not load it.
        const { settingsOf } = await import('./settings.js')
        const { listen } = await import('./listen.js')
        const settings = settingsOf(options, readClientConfig(process.env))
        const output = {
          line: (text: string) => console.log(text),
          notice: (text: string) => console.error(text),
        }
        await listen(settings, output, stopping.signal)
      } catch (error) {
        if (!(error instanceof CommandError)) throw error
        console.error(error.message)
        invocation.exitCode = error instanceof WrongUsage ? 2 : 1
      } finally {
        for (const signal of signals) process.off?.(signal, stop)
      }
    })
}

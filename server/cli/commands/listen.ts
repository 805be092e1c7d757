import type { Command } from 'commander'
import { CommandError } from '../../command-error.js'
import { readClientConfig } from '../../config/client.js'
import type { Invocation } from '../invocation.js'
import type { ListenOptions } from '../listen/settings.js'

export function addListenCommand(program: Command, invocation: Invocation): void {
  program
    .command('listen')
    .description(
      'Follow the events of a service by its API and send each to an address of your own as a signed webhook, until ' +
        'Ctrl+C. Needs no public address. The key is POSTSEAL_API_KEY, or the first one in credentials.json.',
    )
    .requiredOption('--forward <url>', 'where events go, such as http://localhost:3000/hooks')
    .option('--events <types>', 'the types of events, with commas between; "*" is all', '*')
    .option('--project <id>', 'only events of this project')
    .option('--api-url <url>', 'where the service is, unless POSTSEAL_BASE_URL or credentials.json says it')
    .option('--secret <secret>', 'what signs them; otherwise a new one is printed')
    .option('--since <time>', 'begin with the events of this time; otherwise with those that are to come')
    .action(async (options: ListenOptions) => {
      const { process, console } = invocation
      const stopping = new AbortController()
      const stop = () => stopping.abort()
      const signals = ['SIGINT', 'SIGTERM'] as const
      for (const signal of signals) process.on?.(signal, stop)
      try {
        // The sender of webhooks takes some time to load, so other commands do not load it.
        const { settingsOf } = await import('../listen/settings.js')
        const { listen } = await import('../listen/listen.js')
        const settings = settingsOf(options, readClientConfig(process.env))
        const output = {
          line: (text: string) => console.log(text),
          notice: (text: string) => console.error(text),
        }
        await listen(settings, output, stopping.signal)
      } catch (error) {
        if (!(error instanceof CommandError)) throw error
        console.error(error.message)
        invocation.exitCode = 1
      } finally {
        for (const signal of signals) process.off?.(signal, stop)
      }
    })
}

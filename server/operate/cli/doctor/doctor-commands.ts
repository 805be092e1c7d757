import type { Command } from 'commander'
import type { DoctorOptions } from './doctor.js'
import type { Invocation } from '../invocation.js'
import { jsonOption } from '../commands/options.js'

export function addDoctorCommand(program: Command, invocation: Invocation): void {
  program
    .command('doctor')
    .description(
      'Check the configuration and what it refers to: the database, the secret, the disk, the DNS, ports and certificates. ' +
        'It changes nothing, and can run before the first start or beside the service.',
    )
    .option(
      '--mx-host <host...>',
      'mail servers, as host or host:port, to try port 25 with; otherwise those of large mailbox providers',
    )
    .option(...jsonOption)
    .action(async (options: DoctorOptions) => {
      // The checks' libraries take some time to load, so other commands do not load them.
      const { doctor } = await import('./doctor.js')
      await doctor(invocation, options)
    })
}

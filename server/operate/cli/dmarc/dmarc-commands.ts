import type { Command } from 'commander'
import { importDmarcFiles, type DmarcImportOptions } from './dmarc-import.js'
import type { Invocation } from '../invocation.js'
import { withDatabase } from '../with-database.js'
import { jsonOption } from '../commands/options.js'

export function addDmarcCommands(program: Command, invocation: Invocation): void {
  const dmarc = program.command('dmarc').description('What receivers report about the mail of your domains.')
  dmarc
    .command('import <file...>')
    .description(
      'Import DMARC aggregate reports and TLS reports: XML, JSON, gzip, zip, or whole messages; "-" is standard input. ' +
        'They apply to every workspace that has the domain.',
    )
    .option(...jsonOption)
    .action((files: string[], options: DmarcImportOptions) =>
      withDatabase(invocation, async (_config, { db }) => {
        const { text, refused } = await importDmarcFiles(db, files, options, {
          standardInput: () => invocation.process.stdin,
          tell: (line) => invocation.console.log(line),
          progress: (line) => {
            if (invocation.process.stderr.isTTY) invocation.console.error(line)
          },
        })
        if (refused) invocation.exitCode = 1
        return text
      }),
    )
}

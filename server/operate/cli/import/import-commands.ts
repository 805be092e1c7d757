import { Option, type Command } from 'commander'
import { openKeyRing } from '../../key-ring/key-ring.js'
import type { ImportOptions } from './import-export.js'
import type { Invocation } from '../invocation.js'
import { withDatabase } from '../with-database.js'
import { jsonOption, workspaceOption } from '../commands/options.js'

const descriptions = {
  listmonk: 'subscribers.csv, the export of subscribers',
  mailchimp: 'the export of an audience: its zip archive, its folder, or one of its files',
  sendgrid:
    'the export of contacts, or suppression_bounces.csv and other suppressions; also a folder of them',
} as const

/** Programs whose exports can be imported. */
export type ImportedProgram = keyof typeof descriptions

export function addImportCommands(program: Command, invocation: Invocation): void {
  const group = program.command('import').description("Contacts from other programs' exports.")
  for (const [name, what] of Object.entries(descriptions) as [ImportedProgram, string][]) {
    group
      .command(`${name} <file>`)
      .description(`Import from ${name}: ${what}. The service must be running.`)
      .requiredOption('--project <id>', 'the project that the contacts go to')
      .option('--list <id>', 'a list of the project, to subscribe those who have not opted out')
      .addOption(
        new Option('--consent <how>', 'how those of the list have said yes').choices(['proof', 'opt_in']),
      )
      .option('--dry-run', 'show what would be imported, and change nothing')
      .option('--no-wait', 'do not wait for the end')
      .option(...workspaceOption)
      .option(...jsonOption)
      .action((file: string, options: ImportOptions) =>
        withDatabase(invocation, async (config, { db }) => {
          // Code that reads CSV takes some time to load, so other commands do not load it.
          const { importExport } = await import('./import-export.js')
          const { exportPrograms } = await import('./exports.js')
          const keyRing = await openKeyRing(db, config)
          const progress = (line: string) => {
            if (invocation.process.stderr.isTTY) invocation.console.error(line)
          }
          const setup = { db, keyRing, progress }
          return importExport(setup, exportPrograms[name], file, options)
        }),
      )
  }
}

import type { Command } from 'commander'
import { backUpEmbedded, explainPostgresBackup, explainPostgresRestore, restoreEmbedded } from '../backup.js'
import type { Invocation } from '../invocation.js'
import { withConfig, withDatabase } from '../with-database.js'

export function addBackupCommands(program: Command, invocation: Invocation): void {
  program
    .command('backup <file>')
    .description(
      'Back up the embedded database, the secret and the credentials to a file, while the service runs or not. The ' +
        'file contains secrets. For PostgreSQL, print how to do it.',
    )
    .action((file: string) =>
      withConfig(invocation, async (config) => {
        if (config.databaseUrl !== undefined)
          invocation.console.log(
            explainPostgresBackup(config.migrationDatabaseUrl ?? config.databaseUrl, file),
          )
        else
          await withDatabase(invocation, (_config, database) =>
            backUpEmbedded(invocation, config, database, file),
          )
      }),
    )
  program
    .command('restore <file>')
    .description(
      'Restore a backup into a data folder that has no database. The service then starts held: it sends nothing that ' +
        'was queued before. For PostgreSQL, print how to do it.',
    )
    .action((file: string) =>
      withConfig(invocation, async (config) => {
        const databaseUrl = config.migrationDatabaseUrl ?? config.databaseUrl
        const text =
          databaseUrl === undefined
            ? await restoreEmbedded(invocation, config, file)
            : explainPostgresRestore(databaseUrl, file)
        invocation.console.log(text)
      }),
    )
}

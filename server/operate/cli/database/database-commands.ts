import type { Command } from 'commander'
import { distribute, type DistributeOptions } from './distribute.js'
import { isolateWorkspace, type IsolateOptions } from './isolate.js'
import { databaseStatus } from './status.js'
import type { Invocation } from '../invocation.js'
import { withSchemaOwner } from '../with-database.js'
import { jsonOption } from '../commands/options.js'

export function addDatabaseCommands(program: Command, invocation: Invocation): void {
  const database = program
    .command('database')
    .description('Spread a PostgreSQL database over several machines with Citus.')
  database
    .command('distribute')
    .description('Distribute the tables by workspace. An interrupted command continues where it stopped.')
    .option('--plan', 'say what it would do and how long it would take')
    .option('--force', 'even while processes of the service run, which fail meanwhile')
    .option(...jsonOption)
    .action((options: DistributeOptions) =>
      withSchemaOwner(invocation, ({ db }) =>
        distribute(db, options, (step) => invocation.console.error(step)),
      ),
    )
  database
    .command('status')
    .description('Show the machines, their shards and sizes, and how even they are.')
    .option(...jsonOption)
    .action((options: { json?: boolean }) =>
      withSchemaOwner(invocation, ({ db }) => databaseStatus(db, options)),
    )
  database
    .command('isolate')
    .argument('<workspace>', 'its id')
    .description('Give a large workspace shards of its own.')
    .option('--to <host:port>', 'and move them to this machine')
    .option(...jsonOption)
    .action((workspace: string, options: IsolateOptions) =>
      withSchemaOwner(invocation, ({ db }) => isolateWorkspace(db, workspace, options)),
    )
}

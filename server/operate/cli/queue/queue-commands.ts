import type { Command } from 'commander'
import {
  dropDeliveries,
  releaseQueues,
  retryDeliveries,
  type DropOptions,
  type ReleaseOptions,
} from './queue-change.js'
import { listQueue, type QueueListOptions } from './queue-list.js'
import type { SelectionOptions } from './queue-selection.js'
import type { Invocation } from '../invocation.js'
import { withDatabase } from '../with-database.js'
import { jsonOption } from '../commands/options.js'

export function addQueueCommands(program: Command, invocation: Invocation): void {
  const queue = program.command('queue').description('The mail that is waiting for delivery.')
  queue
    .command('list', { isDefault: true })
    .description('List the waiting mail by destination.')
    .option('--workspace <id>', 'of this workspace only')
    .option('--destination <domain>', 'to this domain only, or "sink"')
    .option('--messages', 'list the deliveries one by one, those that are due first at the top')
    .option(...jsonOption)
    .action((options: QueueListOptions) =>
      withDatabase(invocation, (_config, { db }) => listQueue(db, options)),
    )
  selecting(queue.command('retry').description('Make deferred deliveries due now.')).action(
    (options: SelectionOptions) =>
      withDatabase(invocation, (_config, { db }) => retryDeliveries(db, options)),
  )
  selecting(
    queue.command('drop').description('Drop deliveries: they fail for good. Deliveries in flight continue.'),
  )
    .option('--held', 'only deliveries held since a restore, and the held webhooks')
    .action((options: DropOptions) =>
      withDatabase(invocation, (_config, { db }) => dropDeliveries(db, options)),
    )
  queue
    .command('release')
    .description('Send the deliveries and webhooks that are held since a restore.')
    .option('--workspace <id>', 'those of this workspace')
    .option(...jsonOption)
    .action((options: ReleaseOptions) =>
      withDatabase(invocation, (_config, { db }) => releaseQueues(db, options)),
    )
}

/** Adds the options that select deliveries, one of which is required of a command that changes the queue. */
function selecting(command: Command): Command {
  return command
    .option('--workspace <id>', 'those of this workspace')
    .option('--destination <domain>', 'only mail to this domain, or "sink"')
    .option('--log <id>', 'the one of this message log')
    .option('--key <id>', 'only mail sent with this API key')
    .option('--project <id>', 'those of this project')
    .option('--since <time>', 'only mail accepted from this time on: 2h, 3d, or a date')
    .option('--all', 'all of them')
    .option(...jsonOption)
}

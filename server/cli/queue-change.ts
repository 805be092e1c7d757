import type { Knex } from 'knex'
import { dropFromQueue } from '../delivery/queue/drop.js'
import { retryNow } from '../delivery/queue/retry.js'
import { CommandError } from './command-error.js'
import { selectionOf, type SelectionOptions } from './queue-selection.js'

/** Makes deferred deliveries due now. */
export async function retryDeliveries(db: Knex, options: SelectionOptions): Promise<string> {
  const count = await changed(db, options, retryNow)
  return answer(options, count, { retried: count }, 'due now')
}

/** Ends deliveries as failed, with an event for each. */
export async function dropDeliveries(db: Knex, options: SelectionOptions): Promise<string> {
  const count = await changed(db, options, dropFromQueue)
  return answer(options, count, { dropped: count }, 'dropped')
}

async function changed(db: Knex, options: SelectionOptions, change: typeof retryNow): Promise<number> {
  const { workspaces, destination, logId } = await selectionOf(db, options)
  let count = 0
  for (const workspaceId of workspaces) count += await change(db, { workspaceId, destination, logId })
  if (count === 0 && logId !== null)
    throw new CommandError(`${options.log} is not waiting in the queue, or a worker has it in hand.`)
  return count
}

function answer(options: SelectionOptions, count: number, json: object, became: string): string {
  if (options.json === true) return JSON.stringify(json, null, 2)
  return count === 1 ? `1 delivery is ${became}.` : `${count} deliveries are ${became}.`
}

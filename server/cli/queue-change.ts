import type { Knex } from 'knex'
import { dropFromQueue } from '../delivery/queue/drop.js'
import { retryNow } from '../delivery/queue/retry.js'
import { closeHolds, dropHeldWebhooks, releaseHeld } from '../queue/holds/end-hold.js'
import { CommandError } from '../command-error.js'
import { selectionOf, workspacesOf, type SelectionOptions } from './queue-selection.js'

/** Makes deferred deliveries due now. */
export async function retryDeliveries(db: Knex, options: SelectionOptions): Promise<string> {
  const count = await changed(db, options, retryNow)
  return answer(options, count, { retried: count }, 'due now')
}

export interface DropOptions extends SelectionOptions {
  readonly held?: boolean
}

/** Ends deliveries as failed, with an event for each; with `--held`, also the held webhooks. */
export async function dropDeliveries(db: Knex, options: DropOptions): Promise<string> {
  const { workspace, destination, log, held } = options
  const heldOnly = held === true
  // Webhooks have no destination and no log. First, since each dropped delivery makes new ones.
  const withWebhooks = heldOnly && destination === undefined && log === undefined
  const webhooks = withWebhooks ? await dropHeldWebhooks(db, await workspacesOf(db, workspace)) : 0
  const all = heldOnly && withWebhooks && workspace === undefined ? { all: true } : {}
  const count = await changed(db, { ...options, ...all }, (of, chosen) => dropFromQueue(of, chosen, heldOnly))
  await closeHolds(db)
  if (!withWebhooks) return answer(options, count, { dropped: count }, 'dropped')
  if (options.json === true) return JSON.stringify({ dropped: count, dropped_webhooks: webhooks }, null, 2)
  return `${count} held deliveries and ${webhooks} held webhooks are dropped.`
}

export interface ReleaseOptions {
  readonly workspace?: string
  readonly json?: boolean
}

/** Sends what is held since a restore. */
export async function releaseQueues(db: Knex, { workspace, json }: ReleaseOptions): Promise<string> {
  const released = await releaseHeld(db, await workspacesOf(db, workspace))
  if (json === true) return JSON.stringify(released, null, 2)
  return `${released.deliveries} held deliveries and ${released.webhooks} held webhooks are released.`
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

import type { Knex } from 'knex'
import { droppedOutcome } from '../../../product/delivery/outcome.js'
import { dropFromQueue } from '../../../product/mail/change/drop.js'
import { retryNow } from '../../../product/mail/change/retry-delivery.js'
import { closeHolds, dropHeldWebhooks, releaseHeld } from '../../../product/mail/hold/end-hold.js'
import { endHoldOfNewMail } from '../../../product/mail/hold/new-mail.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { CommandError } from '../../command-error.js'
import { recordCommand, type ChangingCommand } from '../record-command.js'
import { selectionOf, workspacesOf, type SelectionOptions } from './queue-selection.js'

/** Makes deferred deliveries due now. */
export async function retryDeliveries(db: Knex, options: SelectionOptions): Promise<string> {
  const count = await changed(db, options, 'queue retry', retryNow)
  return answer(options, count, { retried: count }, 'due now')
}

export interface DropOptions extends SelectionOptions {
  readonly held?: boolean
}

/** Ends deliveries as failed, with an event for each; with `--held`, also the held webhooks. */
export async function dropDeliveries(db: Knex, options: DropOptions): Promise<string> {
  const { workspace, destination, log, key, project, since, held } = options
  const heldOnly = held === true
  // Webhooks have no destination and no log. They are dropped first, since each dropped delivery makes new ones.
  const withWebhooks = heldOnly && [destination, log, key, project, since].every((one) => one === undefined)
  if (withWebhooks && workspace === undefined) await endHoldOfNewMail(db)
  let webhooks = 0
  for (const workspaceId of withWebhooks ? await workspacesOf(db, workspace) : []) {
    const dropped = await dropHeldWebhooks(db, [workspaceId])
    await record(db, workspaceId, 'queue drop', dropped)
    webhooks += dropped
  }
  const all = heldOnly && withWebhooks && workspace === undefined ? { all: true } : {}
  const count = await changed(db, { ...options, ...all }, 'queue drop', (of, chosen) =>
    dropFromQueue(of, chosen, droppedOutcome, heldOnly),
  )
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
  // The hold ends before the queue is released: otherwise a worker could hold again what was released.
  if (workspace === undefined) await endHoldOfNewMail(db)
  const released = { deliveries: 0, webhooks: 0 }
  for (const workspaceId of await workspacesOf(db, workspace)) {
    const own = await releaseHeld(db, [workspaceId])
    await record(db, workspaceId, 'queue release', own.deliveries + own.webhooks)
    released.deliveries += own.deliveries
    released.webhooks += own.webhooks
  }
  await closeHolds(db)
  if (json === true) return JSON.stringify(released, null, 2)
  return `${released.deliveries} held deliveries and ${released.webhooks} held webhooks are released.`
}

async function changed(
  db: Knex,
  options: SelectionOptions,
  command: ChangingCommand,
  change: typeof retryNow,
): Promise<number> {
  const { workspaces, destination, logId, mail } = await selectionOf(db, options)
  let count = 0
  for (const workspaceId of workspaces) {
    const own = await change(db, { workspaceId, destination, logId, mail })
    await record(db, workspaceId, command, own)
    count += own
  }
  if (count === 0 && logId !== null)
    throw new CommandError(`${options.log} is not waiting in the queue, or it is in flight.`)
  return count
}

/** Records a change afterwards, because it is made in many transactions. */
async function record(
  db: Knex,
  workspaceId: WorkspaceId,
  command: ChangingCommand,
  count: number,
): Promise<void> {
  if (count > 0) await recordCommand(db, workspaceId, command, { count })
}

function answer(options: SelectionOptions, count: number, json: object, became: string): string {
  if (options.json === true) return JSON.stringify(json, null, 2)
  return count === 1 ? `1 delivery is ${became}.` : `${count} deliveries are ${became}.`
}

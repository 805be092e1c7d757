import { nilUuid } from '../db/ids.js'

/**
 * The owners of rows in a queue. Looks for due work go along the table `queue_owners`, from one owner to the next: an
 * index of the queue itself has many rows of one owner in a row, and no plain query passes over them.
 *
 * Whoever puts rows into a queue notes their owner in the same statement, unless a transaction did that less than 30
 * minutes ago: in most cases that costs one look at an index. A note is a row of its own, never a change of another
 * one, so that no transaction waits for another's note, nor two of them for each other.
 *
 * No owner is lost. A note is deleted if it is older than an hour, and its owner has a later one, or nothing in the
 * queue (platform/scheduler/queue-owners.ts). A transaction that has relied on a note of the last 30 minutes has
 * ended before the note is an hour old: none takes longer than 20 minutes, which is the limit of an operator's
 * command (platform/db/connection/time-limits.ts). So its rows are seen before the note can be deleted.
 *
 * Only a process of an earlier version, which still runs while the service is upgraded, notes nobody. The scheduler
 * adds the owners that are missing. Until then their deliveries and webhooks are found if little is due, or if they
 * are among the rows that have been due for longest or have become due last (platform/queue/due-scan.ts).
 */

/**
 * The queues that have owners: workspaces own the rows of `delivery` and of `inbox` (what has happened to contacts),
 * subscriptions those of `webhook`.
 */
export type OwnedQueue = 'delivery' | 'inbox' | 'webhook'

/** The owner id of rows that a workspace itself owns. */
const workspaceItself = nilUuid

/** The max age of a note that is relied on. */
const freshFor = '30 minutes'

/** The min age of a note that may be deleted. */
export const keptFor = '1 hour'

/**
 * Returns SQL that notes owners in workspace $1, as a statement of its own or a common table expression of the one
 * that queues their rows. It reads the workspace's row so that one machine can plan it.
 *
 * @param owners SQL that selects the different `owner_id`s of the queued rows
 */
export function noteOwners(queue: OwnedQueue, owners: string): string {
  return `insert into queue_owners (queue, workspace_id, owner_id, queued_at)
     select '${queue}', workspaces.id, owner_id, now() from workspaces cross join (${owners}) new_owner
     where workspaces.id = $1 and not exists (
       select from queue_owners
       where queue = '${queue}' and workspace_id = $1 and owner_id = new_owner.owner_id
         and queued_at > now() - interval '${freshFor}'
     )
     on conflict do nothing`
}

/**
 * Returns SQL that notes the workspace itself as an owner.
 *
 * @param queued SQL of the queued rows, as it follows `from`
 */
export function noteWorkspace(queue: OwnedQueue, queued: string): string {
  return noteOwners(
    queue,
    `select '${workspaceItself}'::uuid as owner_id where exists (select from ${queued})`,
  )
}

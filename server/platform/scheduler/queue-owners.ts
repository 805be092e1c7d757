import type { Knex } from 'knex'
import { nilUuid, type WorkspaceId } from '../db/ids.js'
import { gather, statement } from '../db/statements/statement.js'
import { keptFor, noteOwners, noteWorkspace, type OwnedQueue } from '../queue/owners.js'
import type { Job } from './scheduler.js'

/** Workspaces that one statement finds. */
const atOnce = 500

/**
 * SQL: the first row of a query, or null. It reads no more than one row, whatever there is: for `exists` the planner
 * may make a list of all owners first.
 *
 * @param from the SQL that follows `from`
 */
const firstOf = (from: string) => `(select true from ${from} limit 1)`

/** SQL: tells whether a note is no longer needed. */
const isSpent = (queue: OwnedQueue, workspaceId: string, queued: string) => `
  note.queue = '${queue}' and note.queued_at < now() - interval '${keptFor}' and (
    ${firstOf(`queue_owners later where later.queue = '${queue}' and later.workspace_id = ${workspaceId}
      and later.owner_id = note.owner_id and later.queued_at > note.queued_at order by later.queued_at`)}
    or ${firstOf(queued)} is null
  )`

interface Tidying {
  readonly findSpent: (db: Knex, after: string, max: number) => Promise<{ id: WorkspaceId }[]>
  readonly deleteSpent: (db: Knex, workspaceId: WorkspaceId) => Promise<{ count: number }[]>
  readonly findMissing: (db: Knex, after: string, max: number) => Promise<{ id: WorkspaceId }[]>
  readonly addMissing: (db: Knex, workspaceId: WorkspaceId) => Promise<{ count: number }[]>
}

/**
 * Makes the statements of a queue. Statements that change something look again at the rows that were found.
 *
 * @param queuedOf SQL: the rows in the queue of `note.owner_id`, as they follow `from`
 * @param unnoted SQL: the rest of a query for the workspaces with something in the queue whose owner is not noted
 * @param note SQL that notes the owners of a workspace's rows in the queue
 */
function tidying(
  queue: OwnedQueue,
  queuedOf: (workspaceId: string) => string,
  unnoted: string,
  note: string,
): Tidying {
  return {
    findSpent: gather(
      `select_spent_owners_${queue}`,
      `select note.workspace_id as id from queue_owners note
       where note.workspace_id > $1 and ${isSpent(queue, 'note.workspace_id', queuedOf('note.workspace_id'))}
       order by note.queue, note.workspace_id limit $2`,
    ),
    deleteSpent: statement<[workspaceId: WorkspaceId], { count: number }>(
      `delete_spent_owners_${queue}`,
      `with gone as (
         delete from queue_owners note where note.workspace_id = $1 and ${isSpent(queue, '$1', queuedOf('$1'))} returning 1
       )
       select count(*)::integer as count from gone`,
    ),
    findMissing: gather(`select_missing_owners_${queue}`, `${unnoted} limit $2`),
    addMissing: statement<[workspaceId: WorkspaceId], { count: number }>(
      `add_missing_owners_${queue}`,
      `with added as (
         ${note} returning 1
       )
       select count(*)::integer as count from added`,
    ),
  }
}

/** SQL: tells whether an owner has no note. */
const isMissing = (queue: OwnedQueue, workspaceId: string, ownerId: string) =>
  `${firstOf(`queue_owners where queue = '${queue}' and workspace_id = ${workspaceId} and owner_id = ${ownerId}`)} is null`

/**
 * Makes the statements of a queue whose rows workspaces own.
 *
 * @param order the columns that follow the workspace in an index. Without an order the planner could read a table of
 *   few workspaces from its begin
 */
function ofWorkspaces(queue: OwnedQueue, table: string, order: string): Tidying {
  return tidying(
    queue,
    (workspaceId) => `${table} where workspace_id = ${workspaceId} order by ${order}`,
    `select workspace.id from workspaces workspace
     cross join lateral (select true as queued from ${table} where workspace_id = workspace.id order by ${order} limit 1) found
     where workspace.id > $1 and ${isMissing(queue, 'workspace.id', `'${nilUuid}'`)} order by workspace.id`,
    noteWorkspace(queue, `${table} where workspace_id = $1`),
  )
}

/** SQL: subscriptions that have deliveries waiting. */
const waiting = `webhook_subscriptions subscription cross join lateral (
       select true as queued from webhook_queue
       where workspace_id = subscription.workspace_id and webhook_id = subscription.id order by manual, due_at limit 1
     ) found`

const queues: readonly Tidying[] = [
  ofWorkspaces('delivery', 'delivery_queue', 'bulk, due_at'),
  ofWorkspaces('inbox', 'automation_inbox', 'due_at'),
  tidying(
    'webhook',
    (workspaceId) =>
      `webhook_queue where workspace_id = ${workspaceId} and webhook_id = note.owner_id order by manual, due_at`,
    `select subscription.workspace_id as id from ${waiting}
     where subscription.workspace_id > $1
       and ${isMissing('webhook', 'subscription.workspace_id', 'subscription.id')}
     order by subscription.workspace_id`,
    noteOwners(
      'webhook',
      `select subscription.id as owner_id from webhook_subscriptions subscription
       where subscription.workspace_id = $1
         and ${firstOf('webhook_queue where workspace_id = $1 and webhook_id = subscription.id order by manual, due_at')}`,
    ),
  ),
]

/**
 * Deletes the notes of owners that have nothing in a queue any more, and adds missing notes
 * (platform/queue/owners.ts).
 *
 * @returns the numbers of notes that were deleted and added
 */
export async function tidyQueueOwners(
  db: Knex,
  stopping: AbortSignal,
): Promise<{ deleted: number; added: number }> {
  const total = { deleted: 0, added: 0 }
  for (const { findSpent, deleteSpent, findMissing, addMissing } of queues) {
    total.deleted += await each(db, findSpent, deleteSpent, stopping)
    total.added += await each(db, findMissing, addMissing, stopping)
  }
  return total
}

async function each(
  db: Knex,
  find: Tidying['findSpent'],
  change: Tidying['deleteSpent'],
  stopping: AbortSignal,
): Promise<number> {
  let changed = 0
  let after: string | undefined = nilUuid
  while (after !== undefined && !stopping.aborted) {
    const found: { id: WorkspaceId }[] = await find(db, after, atOnce)
    // A workspace is found once for each of its owners.
    for (const id of new Set(found.map((workspace) => workspace.id))) {
      if (stopping.aborted) break
      changed += (await change(db, id))[0]?.count ?? 0
    }
    after = found.length < atOnce ? undefined : found.at(-1)?.id
  }
  return changed
}

/** Makes the job that tidies the notes of the owners of queued rows. */
export function queueOwnersJob(db: Knex, everySeconds: number): Job {
  return {
    name: 'queue-owners',
    everySeconds,
    run: async (stopping) => {
      await tidyQueueOwners(db, stopping)
    },
  }
}

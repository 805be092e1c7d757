import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { sameKey } from '../../../platform/db/statements/same-key.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { PurgeBatch } from '../../../platform/scheduler/purge/batch.js'
import type { PurgeStep } from '../../../platform/scheduler/purge/task.js'
import { messagesChanged } from '../../../platform/log-search/stale.js'

/** Numbers of erased bodies and attachments, without those that were counted when they were marked for erasure. */
export type ErasedContents = Record<'message_bodies' | 'attachments', number>

/**
 * Selects those of some messages that still have a delivery to be made. Both look-ups go row by row, by an index: the
 * barriers (`offset 0`, `limit 1`) keep the planner from reading a whole table instead.
 */
export const selectWaiting = statement<[workspaceId: WorkspaceId, messageIds: readonly Uuid[]], { id: Uuid }>(
  'select_waiting_messages',
  `select distinct asked.id
   from unnest($2::uuid[]) as asked (id)
   cross join lateral (
     select id from message_logs where workspace_id = $1 and message_id = asked.id offset 0
   ) log
   cross join lateral (
     select from delivery_queue where workspace_id = $1 and log_id = log.id limit 1
   ) waiting`,
)

/**
 * SQL: deletes the search rows of messages' metadata. They are found by the metadata in the messages, since nothing
 * else needs an index of them by log.
 *
 * @param which SQL that narrows `messages` of workspace $1
 */
export function deleteMetadataOf(which: string): string {
  // The offsets make the planner join row by row.
  return `delete from message_metadata pair using (
       select has.key, has.value, log.log_id
       from (select id, metadata from messages where workspace_id = $1 and ${which} offset 0) message
       cross join lateral (
         select id as log_id from message_logs where workspace_id = $1 and message_id = message.id offset 0
       ) log
       cross join lateral jsonb_each_text(message.metadata) as has
       offset 0
     ) said
     where pair.workspace_id = $1 and ${sameKey('pair', 'said', ['key', 'value', 'log_id'])}`
}

const metadataGone = `metadata as (
     ${deleteMetadataOf('id = any($2::uuid[])')}
   )`

const erase = statement<[workspaceId: WorkspaceId, messageIds: readonly Uuid[]], ErasedContents>(
  'erase_contents',
  `with ${metadataGone}, contents as (
     delete from message_contents where workspace_id = $1 and message_id = any($2::uuid[])
     returning message_id, erase_when_settled as counted
   ), attachments as (
     delete from message_attachments where workspace_id = $1 and message_id = any($2::uuid[])
     returning message_id
   ), emptied as (
     update messages set subject = '', metadata = '{}'
     where workspace_id = $1 and id = any($2::uuid[]) and (subject <> '' or metadata <> '{}')
   )
   select (select count(*) from contents where not counted)::integer as message_bodies,
     (select count(*) from attachments
      where message_id not in (select message_id from contents where counted))::integer as attachments`,
)

/**
 * Erases the contents of messages: bodies, attachments, subjects and metadata. No delivery may be waiting for them.
 */
export async function eraseContents(
  trx: Knex,
  workspaceId: WorkspaceId,
  messageIds: readonly Uuid[],
): Promise<ErasedContents> {
  const [erased] = await erase(trx, workspaceId, messageIds)
  await messagesChanged(trx, workspaceId, messageIds)
  return erased ?? { message_bodies: 0, attachments: 0 }
}

const mark = statement<[workspaceId: WorkspaceId, messageIds: readonly Uuid[]], ErasedContents>(
  'mark_contents_to_erase',
  `with ${metadataGone}, marked as (
     update message_contents set erase_when_settled = true
     where workspace_id = $1 and message_id = any($2::uuid[]) and not erase_when_settled
     returning message_id
   ), emptied as (
     update messages set metadata = '{}' where workspace_id = $1 and id = any($2::uuid[]) and metadata <> '{}'
   )
   select (select count(*) from marked)::integer as message_bodies,
     (select count(*) from message_attachments
      where workspace_id = $1 and message_id in (select message_id from marked))::integer as attachments`,
)

/**
 * Marks messages, so that retention erases their contents once no delivery waits for them any more (`purgeErased`).
 * Their metadata is erased at once: no recipient gets it.
 */
export async function eraseWhenSettled(
  trx: Knex,
  workspaceId: WorkspaceId,
  messageIds: readonly Uuid[],
): Promise<ErasedContents> {
  const [marked] = await mark(trx, workspaceId, messageIds)
  await messagesChanged(trx, workspaceId, messageIds)
  return marked ?? { message_bodies: 0, attachments: 0 }
}

/** Selects marked messages, by an index that has only these. */
const selectMarked = statement<[workspaceId: WorkspaceId, after: Uuid, max: number], { id: Uuid }>(
  'select_contents_to_erase',
  `select message_id as id from message_contents
   where workspace_id = $1 and erase_when_settled and message_id > $2 order by message_id limit $3`,
)

/** Erases a batch of contents of messages to an erased person, once the other recipients have them. */
export const purgeErased: PurgeStep = async (trx, { workspaceId }, after, max): Promise<PurgeBatch> => {
  const ids = (await selectMarked(trx, workspaceId, after, max)).map((row) => row.id)
  if (ids.length === 0) return { purged: {}, next: null }
  const waiting = new Set((await selectWaiting(trx, workspaceId, ids)).map((row) => row.id))
  const settled = ids.filter((id) => !waiting.has(id))
  await eraseContents(trx, workspaceId, settled)
  return {
    purged: { message_contents: settled.length },
    next: ids.length < max ? null : (ids.at(-1) ?? null),
  }
}

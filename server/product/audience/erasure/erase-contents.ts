import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'
import { deleteMetadataOf } from '../../../platform/db/delete-metadata.js'

/** Bodies and attachments, but for those that were counted when they were marked to be erased. */
export type ErasedContents = Record<'message_bodies' | 'attachments', number>

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

/** Erases what messages say: bodies, attachments, subjects and metadata. Nobody may be waiting for them. */
export async function eraseContents(
  trx: Knex,
  workspaceId: WorkspaceId,
  messageIds: readonly Uuid[],
): Promise<ErasedContents> {
  const [erased] = await erase(trx, workspaceId, messageIds)
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
 * Marks messages, so that retention erases their contents once no delivery waits for them any more (purge-erased.ts).
 * Their metadata is erased at once: no recipient gets it.
 */
export async function eraseWhenSettled(
  trx: Knex,
  workspaceId: WorkspaceId,
  messageIds: readonly Uuid[],
): Promise<ErasedContents> {
  const [marked] = await mark(trx, workspaceId, messageIds)
  return marked ?? { message_bodies: 0, attachments: 0 }
}

import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'

/** Number of deleted rows of each kind. */
export interface DeletedMessages {
  readonly messages: number
  readonly chunks: number
  readonly addresses: number
}

/**
 * Most that one transaction deletes, because the embedded database does nothing else meanwhile. The bytes themselves
 * cost little there, some milliseconds for 25 MiB; the rows of up to 4,000 addresses a message cost more.
 */
export const deletedAtOnce = { messages: 50, bytes: 32 * 1024 * 1024 } as const

/** Deletes the rows of existing messages only: the ids may be anybody's, such as that of an upload. */
const remove = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[]],
  DeletedMessages & { readonly bytes: string }
>(
  'delete_inbound_messages',
  `with gone as (
     delete from inbound_messages where workspace_id = $1 and id = any($2::uuid[]) returning id, stored_bytes
   ), chunks as (
     delete from inbound_chunks where workspace_id = $1 and message_id = any(array(select id from gone)) returning 1
   ), addresses as (
     delete from inbound_addresses where workspace_id = $1 and message_id = any(array(select id from gone)) returning 1
   )
   select count(*)::integer as messages, coalesce(sum(stored_bytes), 0) as bytes,
     (select count(*) from chunks)::integer as chunks, (select count(*) from addresses)::integer as addresses
   from gone`,
)

const release = statement<[workspaceId: WorkspaceId, bytes: string, messages: number]>(
  'release_inbound_storage',
  `update inbound_storage set bytes = greatest(bytes - $2::bigint, 0), messages = greatest(messages - $3, 0)
   where workspace_id = $1`,
)

/**
 * Deletes messages with all that belongs to them, in the caller's transaction: their content, their bytes, the rows
 * they are found by, and their share of the counts. Ids without a message are passed over.
 *
 * @param ids at most as many as {@link deletedAtOnce} says; anything else that the transaction does comes before
 */
export async function deleteInboundMessages(
  trx: Knex,
  workspaceId: WorkspaceId,
  ids: readonly Uuid[],
): Promise<DeletedMessages> {
  const [gone] = ids.length === 0 ? [] : await remove(trx, workspaceId, ids)
  if (gone === undefined || gone.messages === 0) return { messages: 0, chunks: 0, addresses: 0 }
  const { messages, chunks, addresses, bytes } = gone
  await release(trx, workspaceId, bytes, messages)
  return { messages, chunks, addresses }
}

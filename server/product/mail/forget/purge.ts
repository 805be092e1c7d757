import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { workspacesWith } from '../../../platform/db/statements/workspaces-with.js'
import type { PurgeBatch, Purged } from '../../../platform/scheduler/purge/batch.js'
import { byId, type PurgeRange, type PurgeTask } from '../../../platform/scheduler/purge/task.js'
import { messagesChanged } from '../../../platform/log-search/stale.js'
import { deleteMetadataOf, purgeErased, selectWaiting } from './erase-contents.js'

const selectOld = statement<[workspaceId: WorkspaceId, after: Uuid, below: Uuid, max: number], { id: Uuid }>(
  'select_old_messages',
  `select id from messages where workspace_id = $1 and id > $2 and id < $3 order by id limit $4`,
)

/**
 * Deletes the messages from one id to another with everything that belongs to them, except those that are kept. Their
 * ids are a range of each table's index. The counts of outcomes stay for logs of campaigns.
 */
const deleteMessages = statement<
  [workspaceId: WorkspaceId, first: Uuid, last: Uuid, kept: readonly Uuid[]],
  Record<string, string>
>(
  'delete_messages',
  `with metadata as (
     ${deleteMetadataOf('id >= $2 and id <= $3 and id <> all($4::uuid[])')}
     returning 1
   ), contents as (
     delete from message_contents
     where workspace_id = $1 and message_id >= $2 and message_id <= $3 and message_id <> all($4::uuid[]) returning 1
   ), attachments as (
     delete from message_attachments
     where workspace_id = $1 and message_id >= $2 and message_id <= $3 and message_id <> all($4::uuid[]) returning 1
   ), logs as (
     delete from message_logs
     where workspace_id = $1 and message_id >= $2 and message_id <= $3 and message_id <> all($4::uuid[])
     returning id, campaign_id, status, destination
   ), conversations as (
     delete from attempt_conversations
     where workspace_id = $1 and log_id = any(array(select id from logs)) returning 1
   ), of_campaigns as (
     insert into campaign_purged_logs as total (workspace_id, campaign_id, status, destination, count)
     select $1, counted.*
     from (
       select campaign_id, status, coalesce(destination, ''), count(*) from logs
       where campaign_id is not null group by 1, 2, 3
     ) counted
     cross join lateral (
       select from campaigns where workspace_id = $1 and id = counted.campaign_id limit 1
     ) campaign
     on conflict (workspace_id, campaign_id, status, destination) do update
     set count = total.count + excluded.count
   ), gone as (
     delete from messages
     where workspace_id = $1 and id >= $2 and id <= $3 and id <> all($4::uuid[]) returning 1
   )
   select (select count(*) from metadata) as message_metadata, (select count(*) from contents) as message_contents,
     (select count(*) from attachments) as message_attachments, (select count(*) from logs) as message_logs,
     (select count(*) from conversations) as attempt_conversations,
     (select count(*) from gone) as messages`,
)

/**
 * Purges a batch of the messages that are older than `below`. A message that still has a delivery to be made is kept
 * as a whole: it may have been scheduled for later than its retention, or wait while its workspace is halted.
 */
async function purgeMessages(
  trx: Knex,
  workspaceId: WorkspaceId,
  { after, below, max }: PurgeRange,
): Promise<PurgeBatch> {
  const ids = (await selectOld(trx, workspaceId, after, below, max)).map((row) => row.id)
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return { purged: {}, next: null }
  const kept = (await selectWaiting(trx, workspaceId, ids)).map((row) => row.id)
  await messagesChanged(trx, workspaceId, [last])
  const [counts] = await deleteMessages(trx, workspaceId, first, last, kept)
  return { purged: numbers(counts ?? {}), next: ids.length < max ? null : last }
}

function numbers(counts: Record<string, string>): Purged {
  return Object.fromEntries(Object.entries(counts).map(([table, count]) => [table, Number(count)]))
}

/** Purges messages with everything that belongs to them. */
export const messagesTask: PurgeTask = { ...byId('messages', purgeMessages), isRecorded: true }

/**
 * Erases the contents that erasures have left to the purge because a delivery was still to be made, whatever the
 * retention.
 */
export const erasedContentsTask: PurgeTask = {
  workspaces: workspacesWith('message_contents', 'message_id', { where: 'erase_when_settled' }),
  purge: purgeErased,
}

import type { Knex } from 'knex'
import { minUuidAt, nilUuid, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { dayMs } from '../../platform/db/retention.js'
import { sameKey } from '../../platform/db/statements/same-key.js'
import { statement } from '../../platform/db/statements/statement.js'
import { workspacesWith } from '../../platform/db/statements/workspaces-with.js'
import type { PurgeBatch } from '../../platform/scheduler/purge/batch.js'
import {
  keptForMs,
  untilFewer,
  type PurgeScope,
  type PurgeTask,
} from '../../platform/scheduler/purge/task.js'
import { deletedAtOnce, deleteInboundMessages } from './erasure/delete-inbound.js'

/**
 * SQL of as many of the messages in `old` as one transaction deletes, in their order. A locked message is being
 * deleted, or its event recorded, and is passed over.
 */
const asManyAsFit = `select id from (select id, sum(stored_bytes) over (order by place rows between unbounded preceding and current row)
       - stored_bytes as before from old) fitting
   where before < ${deletedAtOnce.bytes}`

const selectExpired = statement<[workspaceId: WorkspaceId, max: number], { id: Uuid }>(
  'select_expired_inbound_messages',
  `with old as materialized (
     select id, stored_bytes, expires_at as place from inbound_messages
     where workspace_id = $1 and expires_at <= now() order by workspace_id, expires_at limit (select $2::integer)
     for update skip locked
   )
   ${asManyAsFit}`,
)

const selectOlder = statement<[workspaceId: WorkspaceId, below: Uuid, max: number], { id: Uuid }>(
  'select_old_inbound_messages',
  `with old as materialized (
     select id, stored_bytes, id as place from inbound_messages
     where workspace_id = $1 and id < $2 order by workspace_id, id limit (select $3::integer) for update skip locked
   )
   ${asManyAsFit}`,
)

/** Purges a batch of expired messages or, if there are none, of those that came before the retention begins. */
async function purgeMessages(
  trx: Knex,
  { workspaceId, before }: PurgeScope,
  max: number,
): Promise<PurgeBatch> {
  const most = Math.min(max, deletedAtOnce.messages)
  const expired = await selectExpired(trx, workspaceId, most)
  const chosen = expired.length > 0 ? expired : await selectOlder(trx, workspaceId, minUuidAt(before), most)
  const ids = chosen.map(({ id }) => id)
  const gone = await deleteInboundMessages(trx, workspaceId, ids)
  return {
    purged: {
      inbound_messages: gone.messages,
      inbound_chunks: gone.chunks,
      inbound_addresses: gone.addresses,
    },
    next: gone.messages === 0 ? null : nilUuid,
  }
}

const selectUploads = statement<[workspaceId: WorkspaceId, max: number], { id: Uuid }>(
  'select_abandoned_inbound_uploads',
  `select message_id as id from inbound_uploads
   where workspace_id = $1 and started_at < now() - interval '1 hour'
   order by workspace_id, message_id limit (select $2::integer) for update skip locked`,
)

/** Most chunks that are deleted at once: those of the largest message. */
const chunksAtOnce = 128

/** Deletes chunks first, as many as one transaction may; then the upload, once it has none. */
const deleteUploads = statement<
  [workspaceId: WorkspaceId, ids: readonly Uuid[], max: number],
  { chunks: number; uploads: number }
>(
  'delete_abandoned_inbound_uploads',
  `with found as materialized (
     select message_id, number from inbound_chunks
     where workspace_id = $1 and message_id = any($2::uuid[]) order by message_id, number limit $3
   ), chunks as (
     delete from inbound_chunks chunk using found
     where chunk.workspace_id = $1 and ${sameKey('chunk', 'found', ['message_id', 'number'])}
     returning 1
   ), uploads as (
     delete from inbound_uploads
     where workspace_id = $1 and message_id = any($2::uuid[]) and (select count(*) from found) < $3 returning 1
   )
   select (select count(*) from chunks)::integer as chunks, (select count(*) from uploads)::integer as uploads`,
)

/**
 * Purges the uploads of large messages that a process was storing when it ended. No client was told that these
 * messages were accepted. A process that would still store one finds its upload gone, and does not.
 */
async function purgeUploads(trx: Knex, workspaceId: WorkspaceId, max: number): Promise<PurgeBatch> {
  const most = Math.min(max, 20)
  const uploads = await selectUploads(trx, workspaceId, most)
  if (uploads.length === 0) return { purged: {}, next: null }
  const ids = uploads.map(({ id }) => id)
  const [gone] = await deleteUploads(trx, workspaceId, ids, chunksAtOnce)
  const { chunks, uploads: ended } = gone ?? { chunks: 0, uploads: 0 }
  return {
    purged: { inbound_chunks: chunks, inbound_uploads: ended },
    next: ended > 0 && uploads.length < most ? null : nilUuid,
  }
}

/**
 * Deletes old receipts. A receipt that is renewed at this moment is locked, and passed over; its time is compared
 * again for the same reason.
 */
const deleteReceipts = statement<[workspaceId: WorkspaceId, max: number], { count: number }>(
  'delete_old_inbound_receipts',
  `with old as materialized (
     select digest from inbound_receipts
     where workspace_id = $1 and received_at < now() - interval '24 hours'
     order by workspace_id, received_at limit (select $2::integer) for update skip locked
   ), gone as (
     delete from inbound_receipts kept using old
     where kept.workspace_id = $1 and ${sameKey('kept', 'old', ['digest'])}
       and kept.received_at < now() - interval '24 hours'
     returning 1
   )
   select count(*)::integer as count from gone`,
)

/**
 * Purges messages that have expired or came before the workspace's retention begins, which may have become shorter
 * since; the remains of large messages that were never stored; and the receipts that repetitions are recognized by.
 * The messages of a deleted route are not purged any sooner.
 */
export const inboundTasks: readonly PurgeTask[] = [
  {
    workspaces: workspacesWith('inbound_messages', 'id'),
    seldom: true,
    isRecorded: true,
    purge: (trx, scope, _after, max) => purgeMessages(trx, scope, max),
  },
  {
    workspaces: workspacesWith('inbound_uploads', 'message_id'),
    purge: (trx, { workspaceId }, _after, max) => purgeUploads(trx, workspaceId, max),
  },
  {
    workspaces: workspacesWith('inbound_receipts', 'received_at'),
    keptUntil: keptForMs(dayMs),
    purge: untilFewer('inbound_receipts', (trx, { workspaceId }, max) =>
      deleteReceipts(trx, workspaceId, max),
    ),
  },
]

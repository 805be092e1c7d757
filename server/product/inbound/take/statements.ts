import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../platform/db/statements/statement.js'

/**
 * Claims the digests of messages that were not accepted within the last 24 hours. The statement waits for a
 * transaction that is storing the same message, so a repetition is answered when the first one is durable.
 */
export const claimDigests = statement<
  [workspaceId: WorkspaceId, digests: string, receivedAt: Date],
  { digest: Buffer }
>(
  'claim_inbound_digests',
  `insert into inbound_receipts as receipt (workspace_id, digest, received_at)
   select own.workspace_id, decode(digest, 'hex'), $3
   from ${ownWorkspace} cross join json_array_elements_text($2::json) digest order by digest
   on conflict (workspace_id, digest) do update set received_at = excluded.received_at
   where receipt.received_at at time zone 'UTC' < excluded.received_at at time zone 'UTC' - interval '24 hours'
   returning digest`,
)

/** Selects whether a message was accepted within the last 24 hours. */
export const selectReceipt = statement<
  [workspaceId: WorkspaceId, digest: Buffer, receivedAt: Date],
  { known: true }
>(
  'select_inbound_receipt',
  `select true as known from inbound_receipts
   where workspace_id = $1 and digest = $2 and received_at >= $3::timestamptz - interval '24 hours'`,
)

/** Inserts messages with their addresses and, for small ones, the bytes. */
export const insertMessages = statement<
  [workspaceId: WorkspaceId, messages: string, addresses: string, chunks: string]
>(
  'insert_inbound_messages',
  `with message as (
     insert into inbound_messages
       (workspace_id, id, route_id, project_id, environment, envelope_sender, envelope_recipients, sender, subject,
        automatic, metadata, headers, text, html, reply_text, reply_message_id, reply_log_id, reply_match, contact_id,
        size, stored_bytes, received_at, expires_at)
     select own.workspace_id, id, route_id, project_id, environment, envelope_sender, envelope_recipients, sender,
        subject, automatic, metadata, headers, text, html, reply_text, reply_message_id, reply_log_id, reply_match, contact_id,
        size, stored_bytes, received_at, expires_at
     from ${ownWorkspace} cross join json_to_recordset($2::json) as m(
       id uuid, route_id uuid, project_id uuid, environment text, envelope_sender text, envelope_recipients jsonb,
       sender text, subject text, automatic text, metadata jsonb, headers jsonb, text text, html text, reply_text text,
       reply_message_id uuid, reply_log_id uuid, reply_match text, contact_id uuid, size integer, stored_bytes integer,
       received_at timestamptz, expires_at timestamptz)
   ), address as (
     insert into inbound_addresses (workspace_id, address, message_id)
     select own.workspace_id, address, message_id
     from ${ownWorkspace} cross join json_to_recordset($3::json) as a(address text, message_id uuid)
   ), chunk as (
     insert into inbound_chunks (workspace_id, message_id, number, bytes)
     select own.workspace_id, message_id, 0, decode(bytes, 'base64')
     from ${ownWorkspace} cross join json_to_recordset($4::json) as c(message_id uuid, bytes text)
   )
   select`,
)

/**
 * Adds to the size of a workspace's messages, and returns the new size. It is the last statement of a transaction,
 * since others wait for the row.
 */
export const addStorage = statement<
  [workspaceId: WorkspaceId, bytes: number, messages: number],
  { bytes: string }
>(
  'add_inbound_storage',
  `insert into inbound_storage as storage (workspace_id, bytes, messages) values ($1, $2, $3)
   on conflict (workspace_id) do update
   set bytes = storage.bytes + excluded.bytes, messages = storage.messages + excluded.messages
   returning bytes`,
)

export const beginUpload = statement<[workspaceId: WorkspaceId, messageId: Uuid]>(
  'begin_inbound_upload',
  'insert into inbound_uploads (workspace_id, message_id) values ($1, $2)',
)

export const insertChunk = statement<
  [workspaceId: WorkspaceId, messageId: Uuid, number: number, bytes: Buffer]
>(
  'insert_inbound_chunk',
  'insert into inbound_chunks (workspace_id, message_id, number, bytes) values ($1, $2, $3, $4)',
)

/** Ends uploads, whose chunks belong to messages from then on. Returns the uploads that still existed. */
export const endUploads = statement<
  [workspaceId: WorkspaceId, messageIds: readonly Uuid[]],
  { message_id: Uuid }
>(
  'end_inbound_uploads',
  'delete from inbound_uploads where workspace_id = $1 and message_id = any($2) returning message_id',
)

/** Deletes some chunks of an upload that failed; returns how many. */
export const deleteUploadedChunks = statement<[workspaceId: WorkspaceId, messageId: Uuid], { count: number }>(
  'delete_uploaded_inbound_chunks',
  `with gone as (
     delete from inbound_chunks where workspace_id = $1 and message_id = $2 and number = any(array(
       select number from inbound_chunks where workspace_id = $1 and message_id = $2 order by number limit 8
     )) returning 1
   ) select count(*)::integer as count from gone`,
)

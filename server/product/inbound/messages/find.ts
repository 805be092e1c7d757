import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { InboundContentRow, InboundMetadata, StoredAttachment } from './inbound-message-rows.js'

export interface MessageKey {
  readonly workspaceId: WorkspaceId
  readonly messageId: Uuid
}

type Params = [workspaceId: WorkspaceId, id: Uuid]

/**
 * SQL that is true for a message that has not expired and is within the workspace's current retention, which may be
 * shorter than when the message came. Any other message counts as gone, whether it has been purged or not.
 */
const isRetained = `expires_at > now() and received_at >= now() - make_interval(days => (
     select retention_days from workspaces where id = $1))`

const select = statement<Params, InboundContentRow>(
  'select_inbound_message',
  `select * from inbound_messages where workspace_id = $1 and id = $2 and ${isRetained}`,
)

const lock = statement<Params, InboundContentRow>(
  'lock_inbound_message',
  `select * from inbound_messages where workspace_id = $1 and id = $2 and ${isRetained} for key share`,
)

/**
 * Returns a message with its content.
 *
 * @throws ApiError 404 `not_found`, also for one that has expired
 */
export async function findInboundMessage(
  db: Knex,
  { workspaceId, messageId }: MessageKey,
): Promise<InboundContentRow> {
  return found((await select(db, workspaceId, messageId))[0])
}

/**
 * Returns a message with its content, which nobody can delete until the transaction ends; throws as
 * `findInboundMessage` does.
 */
export async function lockInboundMessage(
  trx: Knex.Transaction,
  { workspaceId, messageId }: MessageKey,
): Promise<InboundContentRow> {
  return found((await lock(trx, workspaceId, messageId))[0])
}

const selectSize = statement<Params, { size: number }>(
  'select_inbound_size',
  `select size from inbound_messages where workspace_id = $1 and id = $2 and ${isRetained}`,
)

/** Returns the size of a message as it came, in bytes; throws as `findInboundMessage` does. */
export async function findInboundSize(db: Knex, { workspaceId, messageId }: MessageKey): Promise<number> {
  return found((await selectSize(db, workspaceId, messageId))[0]).size
}

const selectMetadata = statement<Params, { metadata: InboundMetadata }>(
  'select_inbound_metadata',
  `select metadata from inbound_messages where workspace_id = $1 and id = $2 and ${isRetained}`,
)

/**
 * Returns an attachment of a message.
 *
 * @throws ApiError 404 `not_found`, also for an attachment of another message
 */
export async function findAttachment(
  db: Knex,
  { workspaceId, messageId }: MessageKey,
  attachmentId: Uuid,
): Promise<StoredAttachment> {
  const { metadata } = found((await selectMetadata(db, workspaceId, messageId))[0])
  const attachment = metadata.attachments.find(({ id }) => id === attachmentId)
  if (attachment === undefined) throw new ApiError('not_found', 'The message has no such attachment.')
  return attachment
}

/** Makes the error of a message that does not exist. */
export function noSuchMessage(): ApiError {
  return new ApiError('not_found', 'No such inbound message.')
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw noSuchMessage()
  return row
}

import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { InboundContentRow, InboundMetadata, StoredAttachment } from './inbound-message-rows.js'

/** Identifies a message. */
export interface MessageKey {
  readonly workspaceId: WorkspaceId
  readonly messageId: Uuid
}

type Params = [workspaceId: WorkspaceId, id: Uuid]

/**
 * SQL: it has not expired, and is within what the workspace retains now, which may be less than when it came. From both
 * times on it is there for nobody, whether it has been purged or not.
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
 * A message with its content.
 *
 * @throws ApiError 404 `not_found`, also for one that has expired
 */
export async function findInboundMessage(
  db: Knex,
  { workspaceId, messageId }: MessageKey,
): Promise<InboundContentRow> {
  return found((await select(db, workspaceId, messageId))[0])
}

/** The same; nobody can delete it until the transaction ends. */
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

/** The size of a message as it came, in bytes; throws as `findInboundMessage` does. */
export async function findInboundSize(db: Knex, { workspaceId, messageId }: MessageKey): Promise<number> {
  return found((await selectSize(db, workspaceId, messageId))[0]).size
}

const selectMetadata = statement<Params, { metadata: InboundMetadata }>(
  'select_inbound_metadata',
  `select metadata from inbound_messages where workspace_id = $1 and id = $2 and ${isRetained}`,
)

/**
 * An attachment of a message.
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

/** What the caller is told where there is no such message. */
export function noSuchMessage(): ApiError {
  return new ApiError('not_found', 'No such inbound message.')
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw noSuchMessage()
  return row
}

import type { Knex } from 'knex'
import type { Environment, Visibility } from '../../../platform/auth/principal.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { visibleTo } from '../../../platform/http/access/visible.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { InboundContentRow, InboundMetadata, StoredAttachment } from './inbound-message-rows.js'

/** A message that a credential asks for, with what it sees. */
export interface MessageKey extends Visibility {
  readonly messageId: Uuid
}

type Params = [workspaceId: WorkspaceId, id: Uuid, projectId: Uuid | null, environment: Environment | null]

/** SQL that is true for a message that the credential sees. */
const isSeen = `($3::uuid is null or project_id = $3) and ($4::text is null or environment = $4)`

function paramsOf({ workspaceId, messageId, projectId, environment }: MessageKey): Params {
  return [workspaceId, messageId, projectId, environment]
}

/**
 * SQL that is true for a message that has not expired and is within the workspace's current retention, which may be
 * shorter than when the message came. Any other message counts as gone, whether it has been purged or not.
 */
const isRetained = `expires_at > now() and received_at >= now() - make_interval(days => (
     select retention_days from workspaces where id = $1))`

const select = statement<Params, InboundContentRow>(
  'select_inbound_message',
  `select * from inbound_messages where workspace_id = $1 and id = $2 and ${isSeen} and ${isRetained}`,
)

const lock = statement<Params, InboundContentRow>(
  'lock_inbound_message',
  `select * from inbound_messages where workspace_id = $1 and id = $2 and ${isSeen} and ${isRetained} for key share`,
)

/**
 * Returns a message with its content.
 *
 * @throws ApiError 404 `not_found`, also for one that has expired
 */
export async function findInboundMessage(db: Knex, key: MessageKey): Promise<InboundContentRow> {
  return found((await select(db, ...paramsOf(key)))[0])
}

/**
 * Returns a message with its content, which nobody can delete until the transaction ends; throws as
 * `findInboundMessage` does.
 */
export async function lockInboundMessage(trx: Knex.Transaction, key: MessageKey): Promise<InboundContentRow> {
  return found((await lock(trx, ...paramsOf(key)))[0])
}

/**
 * Refuses a message that the credential does not see. One that has expired counts as long as it is stored.
 *
 * @throws ApiError 404 `not_found`
 */
export async function expectInboundMessage(
  db: Knex,
  { messageId, ...visibility }: MessageKey,
): Promise<void> {
  found((await visibleTo(db('inbound_messages'), visibility).where({ id: messageId }).first('id')) as unknown)
}

const selectSize = statement<Params, { size: number }>(
  'select_inbound_size',
  `select size from inbound_messages where workspace_id = $1 and id = $2 and ${isSeen} and ${isRetained}`,
)

/** Returns the size of a message as it came, in bytes; throws as `findInboundMessage` does. */
export async function findInboundSize(db: Knex, key: MessageKey): Promise<number> {
  return found((await selectSize(db, ...paramsOf(key)))[0]).size
}

const selectMetadata = statement<Params, { metadata: InboundMetadata }>(
  'select_inbound_metadata',
  `select metadata from inbound_messages where workspace_id = $1 and id = $2 and ${isSeen} and ${isRetained}`,
)

/**
 * Returns an attachment of a message.
 *
 * @throws ApiError 404 `not_found`, also for an attachment of another message
 */
export async function findAttachment(
  db: Knex,
  key: MessageKey,
  attachmentId: Uuid,
): Promise<StoredAttachment> {
  const { metadata } = found((await selectMetadata(db, ...paramsOf(key)))[0])
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

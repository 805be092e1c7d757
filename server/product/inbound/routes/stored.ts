import type { Knex } from 'knex'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { limitsOf } from '../../../platform/db/workspace-limits.js'
import { maxStoredBytes } from '../messages/inbound-message-rows.js'

/** Bytes and number of a workspace's inbound messages, with the limit. */
export interface Stored {
  readonly bytes: number
  readonly messages: number
  readonly maxBytes: number
}

/** Selects the bytes as a number, because `bigint` comes as text. */
const selectStored = statement<[workspaceId: WorkspaceId], Omit<Stored, 'maxBytes'>>(
  'select_inbound_storage',
  'select bytes::float8 as bytes, messages from inbound_storage where workspace_id = $1',
)

export async function storedOf(db: Knex, workspaceId: WorkspaceId): Promise<Stored> {
  const [stored] = await selectStored(db, workspaceId)
  const { inbound_bytes: maxBytes = maxStoredBytes } = await limitsOf(db, workspaceId)
  return { ...(stored ?? { bytes: 0, messages: 0 }), maxBytes }
}

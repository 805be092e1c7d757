import type { Knex } from 'knex'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'

interface Stored {
  readonly bytes: number
  readonly messages: number
}

/** The bytes as a number: `bigint` comes as text. */
const selectStored = statement<[workspaceId: WorkspaceId], Stored>(
  'select_inbound_storage',
  'select bytes::float8 as bytes, messages from inbound_storage where workspace_id = $1',
)

/** What the inbound messages of a workspace take. */
export async function storedOf(db: Knex, workspaceId: WorkspaceId): Promise<Stored> {
  const [stored] = await selectStored(db, workspaceId)
  return stored ?? { bytes: 0, messages: 0 }
}

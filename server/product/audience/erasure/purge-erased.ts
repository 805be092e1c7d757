import type { Knex } from 'knex'
import { eraseContents } from './erase-contents.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'
import type { PurgeBatch } from '../../../platform/scheduler/purge/batch.js'
import { selectWaiting } from '../../../platform/db/waiting-messages.js'

/** By an index that has nothing but these. */
const selectMarked = statement<[workspaceId: WorkspaceId, after: Uuid, max: number], { id: Uuid }>(
  'select_contents_to_erase',
  `select message_id as id from message_contents
   where workspace_id = $1 and erase_when_settled and message_id > $2 order by message_id limit $3`,
)

/** Erases a batch of what messages said to somebody who was erased, where the others have it by now. */
export async function purgeErased(
  trx: Knex,
  workspaceId: WorkspaceId,
  after: Uuid,
  max: number,
): Promise<PurgeBatch> {
  const ids = (await selectMarked(trx, workspaceId, after, max)).map((row) => row.id)
  if (ids.length === 0) return { purged: {}, next: null }
  const waiting = new Set((await selectWaiting(trx, workspaceId, ids)).map((row) => row.id))
  const settled = ids.filter((id) => !waiting.has(id))
  await eraseContents(trx, workspaceId, settled)
  return {
    purged: { message_contents: settled.length },
    next: ids.length < max ? null : (ids.at(-1) ?? null),
  }
}

import type pg from 'pg'
import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'

/** Leaves what a bounce leaves that suppresses an address. Returns the suppression's id. */
export async function suppressAsBounced(
  sql: Pick<pg.Pool, 'query'>,
  workspaceId: WorkspaceId,
  address: string,
  {
    reply,
    reason = 'hard_bounce',
    id = newUuid(),
  }: { readonly reply: string | null; readonly reason?: 'hard_bounce' | 'soft_bounce'; readonly id?: Uuid },
): Promise<string> {
  await sql.query(
    'insert into suppressions (workspace_id, id, address, reason, reply) values ($1, $2, $3, $4, $5)',
    [workspaceId, id, address, reason, reply],
  )
  return toTypeId('sup', id)
}

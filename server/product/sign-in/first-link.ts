import type { Knex } from 'knex'
import { commandEntry } from '../../platform/audit/other-entries.js'
import { recordAudit } from '../../platform/audit/record.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { serviceStatement } from '../../platform/db/statement.js'
import { inTransaction } from '../../platform/db/transaction.js'
import { linkSeconds, makeLink } from './links.js'

const selectFirstOwner = serviceStatement<[], { workspaceId: WorkspaceId; userId: Uuid; email: string }>(
  'select_owner_who_never_signed_in',
  `select workspace_id as "workspaceId", id as "userId", email from users
   where role = 'owner' and not exists (select from users where last_signed_in_at is not null)
   order by id limit 1`,
)

/**
 * Makes the link that signs the first owner in, where no user has signed in yet. The audit log has it as the command
 * that makes such links.
 *
 * @param publicUrl how the service is reached, without a trailing slash
 * @returns undefined if somebody has signed in
 */
export async function firstLink(db: Knex, publicUrl: string): Promise<string | undefined> {
  const [owner] = await selectFirstOwner(db)
  if (owner === undefined) return undefined
  const resource = { type: 'user', id: toTypeId('usr', owner.userId) }
  return inTransaction(db, async ({ sql }) => {
    await recordAudit(sql, [commandEntry(owner.workspaceId, 'session link', { resource })])
    return makeLink(sql, owner, publicUrl, new Date(Date.now() + linkSeconds * 1000))
  })
}

import { statement } from '../../../../platform/db/statements/statement.js'
import type { WorkspaceId } from '../../../../platform/db/ids.js'
import type { Step } from '../erasure.js'

const eraseName = statement<[workspaceId: WorkspaceId, address: string, max: number], { count: number }>(
  'erase_audit_name',
  'select erase_audit_name($1, $2, $3) as count',
)

/**
 * Erases the address from entries of the audit log about a user who has or had it, with the data about the user's
 * machine. The record that something was done, and when, stays. Users belong to the whole workspace, so the erasure
 * of one project leaves them alone.
 */
export const eraseAuditName: Step = {
  name: 'audit log',
  run: async (trx, { workspaceId, projectId, address }, _position, max) => {
    if (projectId !== null) return { erased: {}, next: null }
    const [erased] = await eraseName(trx, workspaceId, address, max)
    return { erased: {}, next: (erased?.count ?? 0) < max ? null : 'more' }
  },
}

import { statement } from '../../../../platform/db/statements/statement.js'
import type { WorkspaceId } from '../../../../platform/db/ids.js'
import type { Step } from '../erasure.js'

const eraseName = statement<[workspaceId: WorkspaceId, address: string, max: number], { count: number }>(
  'erase_audit_name',
  'select erase_audit_name($1, $2, $3) as count',
)

/**
 * The address in entries of the audit log, of a user who has or had it, with what tells of the user's machine. That
 * something was done, and when, stays. Users are the whole workspace's, so what a project erases leaves them.
 */
export const eraseAuditName: Step = {
  name: 'audit log',
  run: async (trx, { workspaceId, projectId, address }, _position, max) => {
    if (projectId !== null) return { erased: {}, next: null }
    const [erased] = await eraseName(trx, workspaceId, address, max)
    return { erased: {}, next: (erased?.count ?? 0) < max ? null : 'more' }
  },
}

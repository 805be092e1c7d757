import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statement.js'
import { dueClaims } from '../../../../platform/queue/leases/claim-due.js'
import { leasedTable } from '../../../../platform/queue/leases/release.js'
import type { ClaimedWork } from '../../worker.js'
import type { AutomationRow } from '../rows.js'

/**
 * An automation that has something to do in the background is due: runs to retry, or to cancel. Who works on it
 * holds it by a lease, which each page renews, so that the work of a process that died is due again for the others.
 */

/** The leases of automations, for what a dead process has left. */
export const automationLeases = leasedTable({ table: 'automations', id: 'id' })

/** The leases of runs. */
export const automationRunLeases = leasedTable({ table: 'automation_runs', id: 'id' })

/** Claims automations that are due. */
export const claimDueAutomations = dueClaims('automations')

const lock = statement<[workspaceId: WorkspaceId, id: Uuid, lease: Uuid], AutomationRow>(
  'lock_claimed_automation',
  'select * from automations where workspace_id = $1 and id = $2 and lease = $3 for no key update',
)

/** The automation, locked until the transaction ends; undefined where the lease is lost. */
export async function lockClaimed(
  trx: Knex.Transaction,
  { workspaceId, id, lease }: ClaimedWork,
): Promise<AutomationRow | undefined> {
  return (await lock(trx, workspaceId, id, lease))[0]
}

const giveBack = statement<[workspaceId: WorkspaceId, id: Uuid, lease: Uuid, afterMs: number]>(
  'give_back_automation',
  `update automations set lease = null, due_at = now() + make_interval(secs => $4::double precision / 1000)
   where workspace_id = $1 and id = $2 and lease = $3`,
)

/** Gives an automation back, to be due again after a while. One whose work has ended stays as it is. */
export async function giveBackAutomation(
  db: Knex,
  { workspaceId, id, lease }: ClaimedWork,
  afterMs: number,
): Promise<void> {
  await giveBack(db, workspaceId, id, lease, afterMs)
}

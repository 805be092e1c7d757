import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../db/ids.js'
import { gather, statement } from '../../../db/statement.js'
import { leasedTable } from '../../../queue/leases/release.js'
import type { ClaimedWork } from '../../worker.js'
import type { AutomationRow } from '../rows.js'

/**
 * An automation that has something to do in the background is due: runs to retry, or to cancel. Who works on it
 * holds it by a lease, which each page renews, so that the work of a process that died is due again for the others.
 */

/** The leases of automations, for what a dead process has left. */
export const automationLeases = leasedTable({
  table: 'automations',
  id: 'id',
  rows: (isHeld) => `select workspace_id, id from automations where exists (select from owner) and ${isHeld}
     limit $3 for update skip locked`,
})

/** The leases of runs. */
export const automationRunLeases = leasedTable({
  table: 'automation_runs',
  id: 'id',
  rows: (
    isHeld,
  ) => `select workspace_id, id from automation_runs where exists (select from owner) and ${isHeld}
     limit $3 for update skip locked`,
})

const claim = gather<[lease: Uuid, leaseSeconds: number, max: number, except: readonly Uuid[]], ClaimedWork>(
  'claim_due_automations',
  `update automations set lease = $1, due_at = now() + make_interval(secs => $2)
   where (workspace_id, id) in (
     select workspace_id, id from automations where due_at <= now() and id <> all($4::uuid[])
     order by due_at limit $3 for no key update skip locked
   )
   returning workspace_id as "workspaceId", id, lease`,
)

/**
 * Claims those that have been due for longest, of any workspace.
 *
 * @param except those to leave alone
 */
export function claimDueAutomations(
  db: Knex,
  lease: Uuid,
  leaseSeconds: number,
  max: number,
  except: readonly Uuid[] = [],
): Promise<ClaimedWork[]> {
  return claim(db, lease, leaseSeconds, max, except)
}

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

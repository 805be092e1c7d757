import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'
import { dueClaims } from '../../../platform/queue/leases/claim-due.js'
import { leasedTable } from '../../../platform/queue/leases/release.js'
import type { CampaignRow } from './rows.js'

/**
 * A campaign that has something to do is due. Who works on it holds it by a lease, which each step renews, so
 * that the work of a process that died is due again for the others.
 */

/** A claimed campaign. */
export interface ClaimedCampaign {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
  readonly lease: Uuid
}

/** A claimed campaign as it is stored, with the rate limiter's bucket and the baseline of the brake. */
export interface ClaimedRow extends CampaignRow {
  readonly now: Date
  readonly tokens: number
  readonly tokens_at: Date | null
  readonly brake_failed: number
}

/** The leases of campaigns, for what a dead process has left. */
export const campaignLeases = leasedTable({ table: 'campaigns', id: 'id' })

/** Claims campaigns that are due: so they take turns. */
export const claimDueCampaigns = dueClaims('campaigns')

const lock = statement<[workspaceId: WorkspaceId, id: Uuid, lease: Uuid], ClaimedRow>(
  'lock_claimed_campaign',
  `select *, now() as now from campaigns where workspace_id = $1 and id = $2 and lease = $3 for no key update`,
)

/** The campaign, locked until the transaction ends; undefined where the lease is lost. */
export async function lockClaimed(
  trx: Knex,
  { workspaceId, id, lease }: ClaimedCampaign,
): Promise<ClaimedRow | undefined> {
  return (await lock(trx, workspaceId, id, lease))[0]
}

const giveBack = statement<[workspaceId: WorkspaceId, id: Uuid, lease: Uuid, afterMs: number]>(
  'give_back_campaign',
  `update campaigns set lease = null, due_at = now() + make_interval(secs => $4::double precision / 1000)
   where workspace_id = $1 and id = $2 and lease = $3`,
)

/** Gives a campaign back, to be due again after a while. One that was stopped meanwhile stays as it is. */
export async function giveBackCampaign(
  db: Knex,
  { workspaceId, id, lease }: ClaimedCampaign,
  afterMs: number,
): Promise<void> {
  await giveBack(db, workspaceId, id, lease, Math.max(0, Math.round(afterMs)))
}

import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { countCampaigns } from '../../workspace/count-campaigns.js'

export interface Returned {
  readonly settled: number
  readonly bounced: number
  readonly complained: number
}

const count = statement<
  [workspaceId: WorkspaceId, countedBy: Uuid, settled: number, bounced: number, complained: number]
>(
  'count_returned',
  `insert into sending_totals as total (workspace_id, hour, counted_by, settled, bounced, complained)
   values ($1, date_trunc('hour', now(), 'UTC'), $2, $3, $4, $5)
   on conflict (workspace_id, hour, counted_by) do update
   set settled = total.settled + excluded.settled, bounced = total.bounced + excluded.bounced,
     complained = total.complained + excluded.complained`,
)

/** Adds to the counts that decide about halting a workspace, in a row of this process's own. */
export async function countReturned(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  countedBy: Uuid,
  { settled, bounced, complained }: Returned,
): Promise<void> {
  await count(trx, workspaceId, countedBy, settled, bounced, complained)
}

const countOfCampaign = statement<
  [workspaceId: WorkspaceId, countedBy: Uuid, campaignId: Uuid, bounced: number, complained: number]
>(
  'count_returned_of_campaign',
  `with ${countCampaigns(
    `select $3::uuid as campaign_id, 0 as delivered, $4::integer as bounced, 0 as failed,
       $5::integer as complained, 0 as unsubscribed`,
  )}
   select`,
)

/**
 * Adds to the figures of the mail's campaign, if it has one. Mail that was counted as delivered stays counted:
 * figures by the hour say what happened then.
 */
export async function countReturnedOf(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  countedBy: Uuid,
  { campaignId, bounced, complained }: { readonly campaignId: Uuid | null } & Omit<Returned, 'settled'>,
): Promise<void> {
  if (campaignId !== null) await countOfCampaign(trx, workspaceId, countedBy, campaignId, bounced, complained)
}

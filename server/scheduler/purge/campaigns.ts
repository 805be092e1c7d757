import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { PurgeBatch } from './batch.js'

/** Straight to the first recipient behind a campaign, whatever number of recipients it has. */
const selectNext = statement<
  [workspaceId: Uuid, after: Uuid, below: Uuid, before: Date],
  { id: Uuid; ended: boolean }
>(
  'select_next_campaign_to_purge',
  `select next.id, campaign.id is null or coalesce(campaign.completed_at < $4, false) as ended
   from (
     select campaign_id as id from campaign_recipients
     where workspace_id = $1 and campaign_id > $2 and campaign_id < $3
     order by campaign_id limit 1
   ) next
   left join campaigns campaign on campaign.workspace_id = $1 and campaign.id = next.id`,
)

const deleteRecipients = statement<[workspaceId: Uuid, campaignId: Uuid, max: number], { count: string }>(
  'delete_old_campaign_recipients',
  `with gone as (
     delete from campaign_recipients
     where workspace_id = $1 and campaign_id = $2 and contact_id = any(array(
       select contact_id from campaign_recipients where workspace_id = $1 and campaign_id = $2
       order by contact_id limit $3))
     returning 1
   )
   select count(*) as count from gone`,
)

/**
 * Purges a batch of the recipients of a campaign that ended before the retention begins. The campaign stays,
 * with its figures: its counters, what was counted by the hour, of which there are a few rows, and what
 * `purgeMessages` leaves of its logs.
 *
 * @param after the campaign that the batch before was through with
 * @param below an id that campaigns have that were made in the retention: they cannot have ended before it
 */
export async function purgeCampaignRecipients(
  trx: Knex,
  workspaceId: Uuid,
  { after, below, before }: { readonly after: Uuid; readonly below: Uuid; readonly before: Date },
  max: number,
): Promise<PurgeBatch> {
  const [campaign] = await selectNext(trx, workspaceId, after, below, before)
  if (campaign === undefined) return { purged: {}, next: null }
  if (!campaign.ended) return { purged: {}, next: campaign.id }
  const [gone] = await deleteRecipients(trx, workspaceId, campaign.id, max)
  const count = Number(gone?.count ?? 0)
  return { purged: { campaign_recipients: count }, next: count < max ? campaign.id : after }
}

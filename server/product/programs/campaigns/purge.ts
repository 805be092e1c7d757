import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { workspacesWith } from '../../../platform/db/statements/workspaces-with.js'
import type { PurgeBatch } from '../../../platform/scheduler/purge/batch.js'
import type { PurgeStep, PurgeTask } from '../../../platform/scheduler/purge/task.js'

/**
 * Selects the next campaign whose recipients are to be deleted, or else the campaign at which the walk has arrived.
 * It goes straight from each campaign with recipients to the next one, however many recipients a campaign has.
 */
const selectNext = statement<
  [workspaceId: WorkspaceId, after: Uuid, before: Date, max: number],
  { id: Uuid; ended: boolean }
>(
  'select_next_campaign_to_purge',
  `with recursive walked (id, place) as (
     (select campaign_id, 1 from campaign_recipients
      where workspace_id = $1 and campaign_id > $2 order by campaign_id limit 1)
     union all
     select next.id, walked.place + 1
     from walked cross join lateral (
       select campaign_id as id from campaign_recipients
       where workspace_id = $1 and campaign_id > walked.id order by campaign_id limit 1
     ) next
     where walked.place < $4
   )
   select walked.id, coalesce(campaign.ended, true) as ended
   from walked left join lateral (
     select coalesce(completed_at < $3, false) as ended from campaigns
     where workspace_id = $1 and id = walked.id limit 1
   ) campaign on true
   where coalesce(campaign.ended, true) or walked.place = $4
   order by walked.id limit 1`,
)

const deleteRecipients = statement<
  [workspaceId: WorkspaceId, campaignId: Uuid, max: number],
  { count: string }
>(
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
 * Purges a batch of the recipients of a campaign that ended before the retention begins, or that was deleted. A
 * campaign that ended stays, with its figures: its counters, the few rows of counts by the hour, and whatever the
 * purge of messages leaves of its logs.
 *
 * @param after the last campaign that the previous batch has finished
 */
const purgeRecipients: PurgeStep = async (trx, { workspaceId, before }, after, max): Promise<PurgeBatch> => {
  const [campaign] = await selectNext(trx, workspaceId, after, before, max)
  if (campaign === undefined) return { purged: {}, next: null }
  if (!campaign.ended) return { purged: {}, next: campaign.id }
  const [gone] = await deleteRecipients(trx, workspaceId, campaign.id, max)
  const count = Number(gone?.count ?? 0)
  return { purged: { campaign_recipients: count }, next: count < max ? campaign.id : after }
}

export const campaignRecipientsTask: PurgeTask = {
  workspaces: workspacesWith('campaign_recipients', 'campaign_id'),
  seldom: true,
  purge: purgeRecipients,
}

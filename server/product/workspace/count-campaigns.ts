import { ownWorkspace } from '../../platform/db/statements/own-workspace.js'

/**
 * SQL: returns the common table expression `counted_campaigns`, which adds outcomes of mail to the figures of their
 * campaigns in the current hour. The statement has the workspace as `$1` and as `$2` an id of its process's own, so
 * that no process waits for another's rows. It updates the campaigns in the order of their ids, so that transactions
 * of one process cannot deadlock.
 *
 * @param rows a query for `campaign_id, delivered, bounced, failed, complained, unsubscribed`, the last five
 *   integers to add. Several rows may have the same campaign. Rows without a campaign, or with a deleted one,
 *   count nowhere
 */
export function countCampaigns(rows: string): string {
  return `counted_campaigns as (
     insert into campaign_hours as total
       (workspace_id, campaign_id, hour, counted_by, delivered, bounced, failed, complained, unsubscribed)
     select own.workspace_id, campaign_id, date_trunc('hour', now(), 'UTC'), $2, delivered, bounced, failed,
       complained, unsubscribed
     from ${ownWorkspace} cross join (
       select campaign_id, sum(delivered) as delivered, sum(bounced) as bounced, sum(failed) as failed,
         sum(complained) as complained, sum(unsubscribed) as unsubscribed
       from (${rows}) outcome where campaign_id is not null group by campaign_id
     ) outcomes
     cross join lateral (
       select from campaigns where workspace_id = $1 and id = outcomes.campaign_id limit 1
     ) campaign
     where delivered + bounced + failed + complained + unsubscribed > 0
     order by campaign_id
     on conflict (workspace_id, campaign_id, hour, counted_by) do update set
       delivered = total.delivered + excluded.delivered, bounced = total.bounced + excluded.bounced,
       failed = total.failed + excluded.failed, complained = total.complained + excluded.complained,
       unsubscribed = total.unsubscribed + excluded.unsubscribed
   )`
}

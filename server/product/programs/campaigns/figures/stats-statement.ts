import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { CampaignRow } from '../campaign-rows.js'

/** Number of destinations that are counted separately. */
const shownDestinations = 20

/** Number of logs that have a status, by the domain of the address: null is all domains but those with the most. */
export type OutcomeCount = readonly [destination: string | null, status: string, count: number]

export type HourCounts = readonly [
  hour: string,
  delivered: number,
  bounced: number,
  failed: number,
  complained: number,
  unsubscribed: number,
  opened: number,
  clicked: number,
  machineOpened: number,
  machineClicked: number,
]

/** All counts of a campaign's figures at one moment. */
export interface FiguresRow extends CampaignRow {
  readonly as_of: Date
  readonly outcomes: readonly OutcomeCount[]
  /** Counts of mail that was not sent although it had been queued, by reason. */
  readonly unsent: readonly (readonly [reason: string, count: number])[]
  /** Counts by the hour, the oldest first. */
  readonly hours: readonly HourCounts[]
}

/**
 * Counts the recipients of a campaign. One statement is one snapshot: a recipient is counted once, however it moves.
 * The logs are grouped along their index, without the rows; those that retention has deleted are counted in a table
 * of their own.
 */
export const selectFigures = statement<[workspaceId: WorkspaceId, campaignId: Uuid], FiguresRow>(
  'select_campaign_figures',
  `with logs as materialized (
     select status, destination, count(*) as count from message_logs
     where workspace_id = $1 and campaign_id = $2 group by status, destination
   ), counted as materialized (
     select status, destination, sum(count)::integer as count from (
       select status, destination, count from logs
       union all
       select status, destination, count from campaign_purged_logs where workspace_id = $1 and campaign_id = $2
     ) every group by status, destination
   ), largest as (
     select destination from counted group by destination
     order by sum(count) desc, destination limit ${shownDestinations}
   ), outcome as (
     select case when destination in (select destination from largest) then destination end as shown, status,
       sum(count)::integer as count
     from counted group by shown, status
   ), unsent as (
     select suppression_reason as reason, count(*)::integer as count from message_logs
     where workspace_id = $1 and campaign_id = $2 and status = 'suppressed' and suppression_reason is not null
     group by suppression_reason
   ), hours as (
     select hour, sum(delivered)::integer as delivered, sum(bounced)::integer as bounced,
       sum(failed)::integer as failed, sum(complained)::integer as complained,
       sum(unsubscribed)::integer as unsubscribed, sum(opened)::integer as opened, sum(clicked)::integer as clicked,
       sum(machine_opened)::integer as machine_opened, sum(machine_clicked)::integer as machine_clicked
     from campaign_hours where workspace_id = $1 and campaign_id = $2 group by hour
   )
   select campaign.*, now() as as_of,
     coalesce((select jsonb_agg(jsonb_build_array(shown, status, count)) from outcome), '[]') as outcomes,
     coalesce((select jsonb_agg(jsonb_build_array(reason, count)) from unsent), '[]') as unsent,
     coalesce((select jsonb_agg(jsonb_build_array(hour, delivered, bounced, failed, complained, unsubscribed,
       opened, clicked, machine_opened, machine_clicked)
       order by hour) from hours), '[]') as hours
   from campaigns campaign where workspace_id = $1 and id = $2`,
)

import { unnestColumns, type ColumnTypes } from '../../../platform/db/statements/column-arrays.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { SuppressionReason } from '../../audience/unsent-reason.js'
import { replyLineSql } from '../../audience/suppressions/reply-line.js'
import { softBounceRule } from './soft-bounces.js'
import { hasBounced } from '../stored-attempt.js'
import type { Environment } from '../../../platform/auth/principal.js'
import { countCampaigns } from '../../workspace/count-campaigns.js'
import { recordEvents } from '../../../platform/events/fan-out.js'
import { countedColumns, countStatistics, deliveredMeasure } from '../../../platform/statistics/count.js'

/** Columns of the outcomes, in the order of the parameters from $3 on. */
export const outcomeTypes = {
  log_id: 'uuid',
  status: 'text',
  after_seconds: 'float8',
  attempt: 'jsonb',
  address_fault: 'text',
  suppression_reason: 'text',
  event_id: 'uuid',
  event_type: 'text',
  event_data: 'jsonb',
  suppression_id: 'uuid',
  suppression_event_id: 'uuid',
  suppression_data: 'jsonb',
  conversation: 'text',
} as const satisfies ColumnTypes

/**
 * SQL: the logs of the outcomes, as an array that the planner does not know, so that it plans the statement once for
 * any number.
 */
const given = 'any(array(select log_id from outcome))'

/** An event of an outcome, or an address that is suppressed because of one. */
export type RecordedOutcome =
  | {
      readonly environment: Environment
      readonly type: string
      readonly webhooks: boolean
      readonly address: null
    }
  | { readonly address: string; readonly reason: SuppressionReason }

/**
 * Records outcomes of one workspace in one statement, and so in one transaction: the queue row is deleted or
 * rescheduled, and its log and its event are written only if the row still is this worker's. Each row is found by its
 * key (`any`), whatever the planner assumes about the tables' sizes. Final outcomes of live mail are counted by the
 * hour, in rows of this worker's own. A recipient that is tried again after it had bounced, or after it was delivered
 * and came back, is counted as delivered once and as bounced once.
 *
 * Live mail that bounces suppresses its address, under an id that the outcome brings along. Bounces in a test project
 * have no consequences for live mail: its recipients are made up, and the sink bounces whatever it is asked to. An
 * address that is suppressed for soft bounces starts counting anew, in case somebody takes the suppression back.
 * Addresses are written in order, so that two workers cannot deadlock.
 */
export const recordDeliveryOutcomes = statement<
  [workspaceId: WorkspaceId, lease: Uuid, ...columns: (Buffer | null)[]],
  RecordedOutcome
>(
  'record_outcomes',
  `with outcome as materialized (
     select *, date_trunc('milliseconds', now() + make_interval(secs => after_seconds)) as next_attempt_at
     from ${unnestColumns(outcomeTypes, 3, 'o')}
   ), ended as (
     delete from delivery_queue
     where workspace_id = $1 and lease = $2
       and log_id = any(array(select log_id from outcome where status <> 'deferred'))
     returning log_id, traceparent
   ), postponed as (
     update delivery_queue queue set due_at = outcome.next_attempt_at, lease = null, attempts = attempts + 1,
       first_attempt_at = coalesce(first_attempt_at, (select now()))
     from outcome
     where queue.workspace_id = $1 and queue.lease = $2 and queue.log_id = outcome.log_id
       and queue.log_id = any(array(select log_id from outcome where status = 'deferred'))
     returning queue.log_id, queue.traceparent
   ), ours as (
     select log_id, traceparent from ended union all select log_id, traceparent from postponed
   ), logs as (
     update message_logs log
     set status = outcome.status,
       attempts = case when outcome.attempt is null then log.attempts
         else log.attempts || outcome.attempt end,
       next_attempt_at = outcome.next_attempt_at,
       delivered_at = coalesce(log.delivered_at, case when outcome.status = 'delivered' then (select now()) end),
       suppression_reason = outcome.suppression_reason,
       waiting_for = null,
       updated_at = now()
     from outcome join ours using (log_id)
     where log.workspace_id = $1 and log.id = ${given} and log.id = outcome.log_id
     returning log.id, log.message_id, log.project_id, log.environment, log.status, log.recipient, log.address,
       log.category, log.campaign_id, outcome.address_fault, outcome.attempt, outcome.conversation,
       jsonb_array_length(log.attempts) as attempts, log.delivered_at,
       log.retries > 0 and ${hasBounced('(log.attempts - (-1))')} as bounced_before
   ), news as (
     select *, status = 'delivered' and delivered_at = now() as newly_delivered,
       status = 'bounced' and not bounced_before as newly_bounced
     from logs
   ), conversed as (
     insert into attempt_conversations (workspace_id, log_id, attempt, conversation, delivered_at)
     select own.workspace_id, id, attempts, conversation, case when status = 'delivered' then now() end
     from ${ownWorkspace} cross join logs where conversation is not null
   ), counted as (
     insert into sending_totals as total (workspace_id, hour, counted_by, settled, bounced)
     select own.workspace_id, date_trunc('hour', now(), 'UTC'), $2,
       count(*) filter (where not bounced_before and (newly_delivered or delivered_at is null)),
       count(*) filter (where newly_bounced)
     from ${ownWorkspace} cross join news where environment = 'live' and (newly_delivered or newly_bounced)
     group by own.workspace_id
     on conflict (workspace_id, hour, counted_by) do update
     set settled = total.settled + excluded.settled, bounced = total.bounced + excluded.bounced
   ), ${countCampaigns(
     `select campaign_id, newly_delivered::integer as delivered, newly_bounced::integer as bounced,
       (status = 'failed')::integer as failed, 0 as complained, 0 as unsubscribed
     from news where campaign_id is not null`,
   )}, ${countStatistics(
     `select ${countedColumns(
       `case status when 'delivered'
         then ${deliveredMeasure('id', 'scheduled_at', "(attempt ->> 'at')::timestamptz")}
         when 'bounced' then 'bounced:' || coalesce(attempt ->> 'class', 'other')
         else status end`,
       { sender: 'from_email' },
     )}
     from (
       select news.*, message.scheduled_at, message.from_email
       from news left join lateral (
         select scheduled_at, from_email from messages
         where workspace_id = $1 and id = news.message_id and news.status in ('delivered', 'bounced') limit 1
       ) message on true
       where newly_delivered or newly_bounced or status not in ('delivered', 'bounced')
     ) settled`,
   )}, softly as (
     insert into soft_bounces as bounce (workspace_id, address, count, first_at, last_at)
     select own.workspace_id, address, count(*), now(), now()
     from ${ownWorkspace} cross join logs where environment = 'live' and address_fault = 'soft'
     group by own.workspace_id, address order by address
     on conflict (workspace_id, address) do update set
       count = case when bounce.count = 0
         or bounce.first_at at time zone 'UTC' > excluded.last_at at time zone 'UTC' - ${softBounceRule.time}
         or bounce.count + excluded.count < ${softBounceRule.count} then bounce.count + excluded.count else 0 end,
       first_at = case when bounce.count = 0 then excluded.first_at else bounce.first_at end,
       last_at = excluded.last_at
     returning address, count
   ), forgotten as (
     delete from soft_bounces
     where workspace_id = $1 and address = any(array(
       select address from logs where environment = 'live' and (status = 'delivered' or address_fault = 'hard')))
   ), faulty as (
     select distinct on (address) address, reason, id
     from (
       select address, 'hard_bounce' as reason, id from logs where environment = 'live' and address_fault = 'hard'
       union all
       select address, 'soft_bounce', id from logs join softly using (address)
       where environment = 'live' and address_fault = 'soft' and count = 0
     ) fault order by address, reason, id
   ), suppressed as (
     insert into suppressions (workspace_id, id, address, reason, reply, log_id)
     select own.workspace_id, outcome.suppression_id, faulty.address, faulty.reason,
       ${replyLineSql("(outcome.attempt -> 'reply')")}, faulty.id
     from ${ownWorkspace} cross join faulty join outcome on outcome.log_id = faulty.id order by faulty.address
     on conflict (workspace_id, address) do nothing
     returning address, reason, log_id
   ), audited as (
     insert into audit_events (workspace_id, id, actor_kind, operation, resource_type, resource_id, outcome)
     select own.workspace_id, outcome.suppression_id, 'service', 'service.suppress', 'suppression',
       outcome.suppression_data ->> 'suppression_id', 'succeeded'
     from ${ownWorkspace} cross join suppressed join outcome using (log_id)
   ), ${recordEvents(
     `select outcome.event_id as id, logs.project_id, logs.environment, outcome.event_type as type,
       case when outcome.status in ('bounced', 'failed')
         then outcome.event_data || jsonb_build_object('suppressed', logs.id in (select log_id from suppressed))
         when outcome.status = 'deferred'
         then outcome.event_data || jsonb_build_object('next_attempt_at',
           to_char(outcome.next_attempt_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
         else outcome.event_data end as data
     from outcome join logs on logs.id = outcome.log_id
     union all
     select outcome.suppression_event_id, null, null, 'suppression.added',
       outcome.suppression_data || jsonb_build_object('email', suppressed.address, 'reason', suppressed.reason)
     from suppressed join outcome using (log_id)`,
     'select outcome.event_id, ours.traceparent from outcome join ours using (log_id)',
   )}
   select environment, type, exists (select from wanted_event) as webhooks, null as address, null as reason
   from recorded_events where type <> 'suppression.added'
   union all
   select null, null, null, address, reason from suppressed`,
)

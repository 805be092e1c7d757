import { unnestColumns, type ColumnTypes } from '../../../platform/db/statements/column-arrays.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../platform/db/statements/statement.js'

/** The result of recording the outcomes of a subscription. */
export interface RecordedSubscription {
  /** Number of outcomes whose lease was still this one. */
  readonly recorded: number
  /** Null in the row of outcomes without an attempt. */
  readonly webhook_id: Uuid | null
  readonly gone: boolean
  /** True if the subscription has had nothing but failures for the longest time allowed. */
  readonly failing: boolean
}

/** SQL: adds two arrays of counts, place by place. */
const sumOf = (one: string, other: string) =>
  `array(select coalesce(a, 0) + coalesce(b, 0) from unnest(${one}, ${other}) with ordinality as u (a, b, n) order by n)`

/** Columns of the outcomes, in the order of the parameters from $4 on. */
export const outcomeTypes = {
  /** Position in the order in which the attempts ended, from 1. */
  n: 'integer',
  delivery_id: 'uuid',
  outcome: 'text',
  after_seconds: 'float8',
  attempt: 'jsonb',
  at: 'timestamptz',
  /** Null if no attempt was made. */
  succeeded: 'boolean',
  /** Bucket of the reply's duration; null if no reply came. */
  bucket: 'integer',
  gone: 'boolean',
} as const satisfies ColumnTypes

/**
 * Records outcomes of one workspace in one statement, and so in one transaction: the queue row is deleted or
 * rescheduled, and the history, the health and the totals are written only if the row still is this worker's ($2).
 * Failures in a row are counted in the order of the outcomes. The rows to delete are found by their key (`any`),
 * whatever the planner assumes about the queue's size.
 *
 * Healths are written in order, so that two workers cannot deadlock. The totals are this worker's own.
 */
export const recordWebhookOutcomes = statement<
  [workspaceId: WorkspaceId, lease: Uuid, disableAfterSeconds: number, ...columns: (Buffer | null)[]],
  RecordedSubscription
>(
  'record_webhook_outcomes',
  `with outcome as materialized (
     select * from ${unnestColumns(outcomeTypes, 4, 'o')}
   ), ended as (
     delete from webhook_queue
     where workspace_id = $1 and lease = $2
       and delivery_id = any(array(select delivery_id from outcome where outcome <> 'retry'))
     returning delivery_id, webhook_id
   ), postponed as (
     update webhook_queue queue
     set due_at = (now() at time zone 'UTC' + make_interval(secs => outcome.after_seconds)) at time zone 'UTC',
       lease = null, attempts = attempts + 1, manual = false
     from outcome
     where queue.workspace_id = $1 and queue.delivery_id = outcome.delivery_id and queue.lease = $2
       and outcome.outcome = 'retry'
     returning queue.delivery_id, queue.webhook_id
   ), ours as (
     select * from (select * from ended union all select * from postponed) held join outcome using (delivery_id)
   ), history as (
     update webhook_deliveries delivery
     set attempts = delivery.attempts || ours.attempt,
       ended_at = case when ours.outcome <> 'retry' then (select now()) end,
       gave_up = case when ours.outcome in ('failed', 'dead_letter') then ours.outcome end
     from ours
     where delivery.workspace_id = $1 and delivery.id = ours.delivery_id
   ), made as (
     select webhook_id, n, at, succeeded, bucket, gone,
       max(n) filter (where succeeded) over (partition by webhook_id) as last_success
     from ours where succeeded is not null
   ), tally as (
     select webhook_id, count(*) as attempts, count(*) filter (where succeeded) as succeeded,
       count(*) filter (where n > coalesce(last_success, 0)) as failures,
       min(at) filter (where n > coalesce(last_success, 0)) as failing_since,
       max(at) filter (where succeeded) as last_success_at,
       max(at) filter (where not succeeded) as last_failure_at,
       bool_or(gone) as gone
     from made group by webhook_id
   ), fares as (
     insert into webhook_health as health (workspace_id, webhook_id, consecutive_failures, failing_since,
       last_success_at, last_failure_at)
     select own.workspace_id, webhook_id, failures, failing_since, last_success_at, last_failure_at
     from ${ownWorkspace} cross join tally order by webhook_id
     on conflict (workspace_id, webhook_id) do update set
       consecutive_failures = excluded.consecutive_failures
         + case when excluded.last_success_at is null then health.consecutive_failures else 0 end,
       failing_since = coalesce(case when excluded.last_success_at is null then health.failing_since end,
         excluded.failing_since),
       last_success_at = greatest(health.last_success_at, excluded.last_success_at),
       last_failure_at = greatest(health.last_failure_at, excluded.last_failure_at)
     returning webhook_id, failing_since
   ), bucketed as (
     select webhook_id, bucket, count(*) as count from made where bucket is not null group by 1, 2
   ), counted as (
     insert into webhook_totals as total (workspace_id, webhook_id, hour, counted_by, attempts, succeeded, durations)
     select own.workspace_id, webhook_id, date_trunc('hour', now(), 'UTC'), $2, attempts, succeeded, array(
       select coalesce(own.count, 0)
       from generate_series(0, (select max(bucket) from bucketed)) place
       left join bucketed own on own.bucket = place and own.webhook_id = tally.webhook_id
       order by place
     )
     from ${ownWorkspace} cross join tally order by webhook_id
     on conflict (workspace_id, webhook_id, hour, counted_by) do update set
       attempts = total.attempts + excluded.attempts,
       succeeded = total.succeeded + excluded.succeeded,
       durations = ${sumOf('total.durations', 'excluded.durations')}
   )
   select (select count(*)::integer from ours) as recorded, webhook_id, coalesce(gone, false) as gone,
     coalesce(fares.failing_since <= now() - make_interval(secs => $3), false) as failing
   from (select) always left join (fares join tally using (webhook_id)) on true`,
)

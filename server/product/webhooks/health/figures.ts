import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'

/** Delivery figures of a subscription. Counts are text, because PostgreSQL's bigint comes as text. */
export interface Figures {
  readonly webhook_id: Uuid
  readonly consecutive_failures: number
  readonly failing_since: Date | null
  readonly last_success_at: Date | null
  readonly last_failure_at: Date | null
  /** Attempts of the last 24 hours. */
  readonly attempts: string
  readonly succeeded: string
  /** Number of replies in each bucket of durations: see durations.ts. */
  readonly durations: readonly string[]
  /** Deliveries that wait, counted up to 100,000. */
  readonly pending: string
}

/**
 * SQL: the start of the window. Totals are by the hour: this hour and the 23 before it are the last 24 hours, as they
 * are for halting.
 */
const windowStart = `date_trunc('hour', now(), 'UTC') - interval '23 hours'`

/** Largest backlog that is counted, so that a longer one costs no more. */
const countedAtMost = 100_000

/** Selects the figures of some subscriptions of a workspace, in no order. */
export const selectFigures = statement<[workspaceId: WorkspaceId, subscriptionIds: readonly Uuid[]], Figures>(
  'select_webhook_figures',
  `select asked.id as webhook_id, coalesce(health.consecutive_failures, 0) as consecutive_failures,
     health.failing_since, health.last_success_at, health.last_failure_at,
     total.attempts, total.succeeded, reply.durations, waiting.pending
   from unnest($2::uuid[]) as asked (id)
   left join webhook_health health on health.workspace_id = $1 and health.webhook_id = asked.id
   cross join lateral (
     select coalesce(sum(attempts), 0) as attempts, coalesce(sum(succeeded), 0) as succeeded from webhook_totals
     where workspace_id = $1 and webhook_id = asked.id and hour >= ${windowStart}
   ) total
   cross join lateral (
     select coalesce(array_agg(replies order by bucket), '{}') as durations
     from (
       select counted.bucket, sum(counted.replies) as replies
       from webhook_totals
       cross join lateral unnest(durations) with ordinality as counted (replies, bucket)
       where workspace_id = $1 and webhook_id = asked.id and hour >= ${windowStart}
       group by counted.bucket
     ) summed
   ) reply
   cross join lateral (
     select count(*) as pending
     from (
       select from webhook_queue where workspace_id = $1 and webhook_id = asked.id limit ${countedAtMost}
     ) counted
   ) waiting`,
)

import { ownWorkspace } from '../db/statements/own-workspace.js'
import { bucketOf } from './histogram.js'

/**
 * Returns SQL of common table expressions that end with `counted_statistics`. They only insert, so that transactions
 * never wait for each other's counts. The statement has the workspace as `$1`. The ids are drawn before, as {@link
 * ownWorkspace} needs it.
 *
 * Each recipient is counted in the transaction in which the counted thing happens, for the hour of that transaction's
 * begin. The counts of a measure equal the numbers of logs, as long as retention leaves the logs:
 *
 * - `accepted`: all logs.
 * - `delivered:<bucket>`: the logs with `delivered_at`, in that hour; they keep it when the mail comes back later.
 * - `bounced:<class>`: the logs that have bounced, by the class of the first time; they can be tried again.
 * - `failed`, `deferred`: the attempts with that outcome. Mail that failed can be tried again.
 * - `suppressed`, `cancelled`: the logs with that status.
 * - `complained`: the logs with `complained_at`, in that hour.
 *
 * @param rows a query for {@link countedColumns}, one row for each count. Recipients and senders are normalized
 *   addresses, of which the domain is kept
 */
export function countStatistics(rows: string): string {
  return `statistics_to_count as materialized (
     select project_id, coalesce(category, '') as category, lower(split_part(recipient, '@', -1)) as destination,
       measure, coalesce(lower(split_part(from_email, '@', -1)), '') as sender, template_id, count(*)
     from (${rows}) given group by project_id, coalesce(category, ''), destination, measure, sender, template_id
   ), numbered_statistics as materialized (
     select nextval('statistics_pending_ids') as id, statistics_to_count.* from statistics_to_count
   ), counted_statistics as (
     insert into statistics_pending
       (workspace_id, id, hour, counted_at, project_id, category, destination, measure, sender, template_id, count)
     select own.workspace_id, id, date_trunc('hour', now(), 'UTC'), now(), project_id, category, destination, measure,
       sender, template_id, count
     from ${ownWorkspace} cross join numbered_statistics
   )`
}

/**
 * Returns SQL of the columns of rows to count, in the order in which a union has them: those that a row is told by, and
 * the two that `mail_totals` are told by.
 *
 * @param measure SQL of the measure
 * @param of SQL of the sender's address and of the template; null of a measure that is not counted by it
 */
export function countedColumns(
  measure: string,
  {
    sender = 'null::text',
    template = 'null::uuid',
  }: { readonly sender?: string; readonly template?: string } = {},
): string {
  return `project_id, category, recipient, ${measure} as measure, ${sender} as from_email, ${template} as template_id`
}

/**
 * Returns SQL of the measure of a delivery.
 *
 * @param logId the id of its log, which has the time of the request
 * @param scheduledAt the time for which it was scheduled; null if it was sent at once
 * @param takenAt the time at which the server took it
 */
export function deliveredMeasure(logId: string, scheduledAt: string, takenAt: string): string {
  const requested = `('x0000' || left(replace(${logId}::text, '-', ''), 12))::bit(64)::bigint`
  const milliseconds = (time: string) => `extract(epoch from ${time}) * 1000`
  const begun = `greatest(${requested}, ${milliseconds(scheduledAt)})`
  return `'delivered:' || ${bucketOf(`${milliseconds(takenAt)} - ${begun}`)}`
}

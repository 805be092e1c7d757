import { ownWorkspace } from '../db/statements/own-workspace.js'

/** Measures that the mail of a sender is counted by, each in a column of its name. */
const measures = ['accepted', 'delivered', 'bounced', 'complained'] as const

/**
 * Returns SQL of the common table expressions that add pending counts to `mail_totals`: to those of the sender's domain,
 * and to those of the template. Rows of a process of an earlier version have neither.
 *
 * @param gone the name of an expression with the rows of `statistics_pending`
 */
export function foldTotals(gone: string): string {
  const added = measures.map((measure) => `${measure} = total.${measure} + excluded.${measure}`)
  return `counted_mail as (
     select 'sender' as kind, sender as key, ${gone}.* from ${gone} where sender <> ''
     union all
     select 'template', template_id::text, ${gone}.* from ${gone} where template_id is not null
   ), folded_totals as (
     insert into mail_totals as total
       (workspace_id, kind, key, day, project_id, ${measures.join(', ')}, last_accepted_at)
     select own.workspace_id, kind, key, date_trunc('day', hour, 'UTC'), project_id,
       ${measures.map(sumOf).join(', ')}, max(counted_at) filter (where measure = 'accepted')
     from ${ownWorkspace} cross join counted_mail
     group by own.workspace_id, kind, key, date_trunc('day', hour, 'UTC'), project_id
     order by kind, key, date_trunc('day', hour, 'UTC'), project_id
     on conflict (workspace_id, kind, key, day, project_id) do update set
       ${added.join(', ')}, last_accepted_at = greatest(total.last_accepted_at, excluded.last_accepted_at)
   )`
}

/** SQL: returns the sum of the counts of a measure, whatever its detail. */
function sumOf(measure: string): string {
  return `coalesce(sum(count) filter (where split_part(measure, ':', 1) = '${measure}'), 0)`
}

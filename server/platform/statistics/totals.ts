import type { Knex } from 'knex'
import type { Environment, Visibility } from '../auth/principal.js'
import type { Uuid, WorkspaceId } from '../db/ids.js'
import { serviceStatement, statement } from '../db/statements/statement.js'
import { intervals } from './span.js'

/** The counts of the mail of a sender's domain, or of a template, in the last days. */
export interface MailTotals {
  readonly accepted: number
  readonly delivered: number
  readonly bounced: number
  readonly complained: number
  /** Time of the last mail, of all that is kept. */
  readonly last_accepted_at: Date | null
}

/** The totals of some senders or templates, by their keys, and the time from which they count. */
export interface FoundTotals {
  readonly since: Date
  readonly of: (key: string) => MailTotals
}

type Params = [
  workspaceId: WorkspaceId,
  projectId: Uuid | null,
  environment: Environment | null,
  keys: readonly string[],
  since: Date,
]

/** Returns SQL of the sum of a column of whole days and of the pending counts of a measure. */
const sumOf = (measure: string) => `(
       coalesce(sum(${measure}) filter (where day >= $5::timestamptz), 0)
       + coalesce((
         select sum(count) from pending
         where key = given.key and measure = '${measure}' and hour >= $5::timestamptz), 0)
     )::integer as ${measure}`

/**
 * Selects the totals of some keys. It reads all days of a key, of which there are 400 at most in each project, since the
 * last mail may be old. `offset 0` keeps the planner from another way than that along the primary key, key by key.
 */
const selecting = (kind: 'sender' | 'template', key: string) =>
  statement<Params, MailTotals & { readonly key: string }>(
    `select_totals_of_${kind}s`,
    `with visible as materialized (
     select id from projects
     where workspace_id = $1 and ($2::uuid is null or id = $2) and ($3::text is null or environment = $3)
   ), pending as materialized (
     select ${key} as key, split_part(measure, ':', 1) as measure, hour, sum(count) as count,
       max(counted_at) filter (where measure = 'accepted') as last_accepted_at
     from statistics_pending
     where workspace_id = $1 and project_id = any(array(select id from visible)) and ${key} = any($4::text[])
     group by 1, 2, 3
   )
   select given.key, counted.*
   from (select unnest($4::text[]) as key offset 0) given cross join lateral (
     select ${['accepted', 'delivered', 'bounced', 'complained'].map(sumOf).join(', ')},
       greatest(max(last_accepted_at), (select max(last_accepted_at) from pending where key = given.key))
         as last_accepted_at
     from (
       select day, accepted, delivered, bounced, complained, last_accepted_at from mail_totals
       where workspace_id = $1 and kind = '${kind}' and key = given.key
         and project_id = any(array(select id from visible))
       offset 0
     ) each
   ) counted`,
  )

const select = {
  sender: selecting('sender', 'sender'),
  template: selecting('template', 'template_id::text'),
}

/** The migration that made the totals: null in a database that had them from the first. */
const selectBegin = serviceStatement<[], { begun_at: Date }>(
  'select_begin_of_mail_totals',
  `select migration_time as begun_at from schema_migrations
   where name = '0034-mail-totals' and batch > (select min(batch) from schema_migrations)`,
)

const none: MailTotals = { accepted: 0, delivered: 0, bounced: 0, complained: 0, last_accepted_at: null }

/**
 * Returns the totals of the last 30 days, of which today is one, as a credential may see them. Pending counts are
 * included, so they are exact: each was counted in the transaction in which it happened. In a database that was there
 * before they were counted they begin with the upgrade.
 *
 * @param keys domains as A-labels in lower case, or ids of templates
 */
export async function findTotals(
  db: Knex,
  kind: 'sender' | 'template',
  keys: readonly string[],
  { workspaceId, projectId, environment }: Visibility,
): Promise<FoundTotals> {
  const day = intervals.day.ms
  const firstDay = new Date((Math.floor(Date.now() / day) + 1 - intervals.day.byDefault) * day)
  const rows =
    keys.length === 0 ? [] : await select[kind](db, workspaceId, projectId, environment, keys, firstDay)
  const [begin] = await selectBegin(db)
  const found = new Map(rows.map(({ key, ...totals }) => [key, totals]))
  return {
    since: begin === undefined || begin.begun_at < firstDay ? firstDay : begin.begun_at,
    of: (key) => found.get(key) ?? none,
  }
}

import type { Knex } from 'knex'
import type { Environment, Visibility } from '../auth/principal.js'
import type { Uuid, WorkspaceId } from '../db/ids.js'
import { statement } from '../db/statements/statement.js'
import { levelOf } from './levels.js'
import { splitByDays, type Span } from './span.js'

/** The filter of a read. */
export interface StatisticsFilter {
  readonly visible: Visibility
  /** The environment; null for any that is visible. */
  readonly environment: Environment | null
  /** The category; null for any. */
  readonly category: string | null
  /** The domain as A-labels in lower case; null for any. */
  readonly destination: string | null
}

/** Counts that are to be added up: there may be several rows of a period. */
export interface CountedRow {
  readonly project_id: Uuid
  /** The category or destination, if the read groups by it; null among the counts of all. */
  readonly key: string | null
  readonly at: Date
  readonly counts: Readonly<Record<string, number>>
}

type Params = [
  workspaceId: WorkspaceId,
  projectId: Uuid | null,
  environment: Environment | null,
  keyEnvironment: Environment | null,
  since: Date,
  until: Date,
  category: string | null,
  destination: string | null,
  byDay: boolean,
  level: number,
]

/** SQL: the projects, their pending counts, and the periods. All are few rows. */
const visibleAndPending = `visible as materialized (
     select id from projects
     where workspace_id = $1 and ($2::uuid is null or id = $2) and ($3::text is null or environment = $3)
       and ($4::text is null or environment = $4)
   ), pending as materialized (
     select project_id, category, destination, measure,
       case when $9::boolean then date_trunc('day', hour, 'UTC') else hour end as at, sum(count)::bigint as count
     from statistics_pending
     where workspace_id = $1 and hour >= $5::timestamptz and hour < $6::timestamptz
       and project_id = any(array(select id from visible))
       and ($7::text is null or category = $7) and ($8::text is null or destination = $8)
     group by 1, 2, 3, 4, 5
   ), period as materialized (
     select at from generate_series($5::timestamptz, $6::timestamptz - interval '1 second',
       case when $9::boolean then interval '24 hours' else interval '1 hour' end) at
   )`

/**
 * SQL: the rows of a key, period by period along the only index. `offset 0` keeps the planner from reading them all at
 * once.
 */
const rowsOf = (level: string, category: string, destination: string) => `cross join lateral (
       select project_id, counts from statistics
       where workspace_id = $1 and level = ${level} and at = period.at and category = ${category}
         and destination = ${destination} and project_id = any(array(select id from visible))
       offset 0
     ) counted`

const [category, destination] = ["coalesce($7::text, '')", "coalesce($8::text, '')"]

const countsOfAll = `select counted.project_id, null::text as key, period.at, counted.counts
   from period ${rowsOf('$10::smallint', category, destination)}
   union all
   select project_id, null, at, jsonb_build_object(measure, sum(count))
   from pending group by project_id, at, measure`

const selectByProject = statement<Params, CountedRow>(
  'select_statistics',
  `with ${visibleAndPending} ${countsOfAll}`,
)

type GroupedParams = [
  ...Params,
  levelOfGroups: number,
  firstDay: Date,
  lastDay: Date,
  hourLevel: number,
  dayLevel: number,
  maxGroups: number,
]

/**
 * SQL: counts accepted recipients by the rows of one level between two times. These stand together in the primary
 * key, and the barrier hides the other conditions, for which the planner could take another index.
 */
const acceptedOf = (column: string, level: string, from: string, to: string) =>
  `select ${column} as key, accepted from (
         select project_id, category, destination, accepted from statistics
         where workspace_id = $1 and level = ${level}::smallint and at >= ${from}::timestamptz and at < ${to}::timestamptz
         offset 0
       ) counted
       where project_id = any(array(select id from visible))
         and ($7::text is null or category = $7) and ($8::text is null or destination = $8)`

/** Selects the groups with most accepted recipients, by whole days as far as the span has them. */
const selectGrouped = (column: 'category' | 'destination') =>
  statement<GroupedParams, CountedRow>(
    `select_statistics_by_${column}`,
    `with ${visibleAndPending}, largest as materialized (
     select key from (
       ${acceptedOf(column, '$14', '$5', '$12')}
       union all
       ${acceptedOf(column, '$15', '$12', '$13')}
       union all
       ${acceptedOf(column, '$14', '$13', '$6')}
       union all
       select ${column}, case measure when 'accepted' then count else 0 end from pending
     ) every group by key order by sum(accepted) desc, key collate "C" limit $16
   )
   ${countsOfAll}
   union all
   select counted.project_id, largest.key, period.at, counted.counts
   from largest cross join period
     ${column === 'category' ? rowsOf('$11::smallint', 'largest.key', destination) : rowsOf('$11::smallint', category, 'largest.key')}
   union all
   select project_id, ${column}, at, jsonb_build_object(measure, sum(count))
   from pending where ${column} = any(array(select key from largest)) group by project_id, ${column}, at, measure`,
  )

const grouped = { category: selectGrouped('category'), destination: selectGrouped('destination') }

/** Reads the counts of each project in a span. It is one statement, so one moment: pending counts are included. */
export function readByProject(db: Knex, filter: StatisticsFilter, span: Span): Promise<CountedRow[]> {
  return selectByProject(db, ...paramsOf(filter, span))
}

/**
 * Reads the counts of each project in a span, and beside them those of the categories or destinations with most
 * accepted recipients.
 */
export function readGrouped(
  db: Knex,
  filter: StatisticsFilter,
  span: Span,
  { by, maxGroups }: { readonly by: 'category' | 'destination'; readonly maxGroups: number },
): Promise<CountedRow[]> {
  const params = paramsOf(filter, span)
  const divided = { ...dividedBy(filter), [by]: true }
  const { firstDay, lastDay } = splitByDays(span)
  return grouped[by](
    db,
    ...params,
    levelOf({ ...divided, day: span.interval === 'day' }),
    firstDay,
    lastDay,
    levelOf({ ...divided, day: false }),
    levelOf({ ...divided, day: true }),
    maxGroups,
  )
}

function paramsOf(filter: StatisticsFilter, { interval, since, until }: Span): Params {
  const { visible, environment, category, destination } = filter
  const byDay = interval === 'day'
  return [
    visible.workspaceId,
    visible.projectId,
    environment,
    visible.environment,
    since,
    until,
    category,
    destination,
    byDay,
    levelOf({ ...dividedBy(filter), day: byDay }),
  ]
}

function dividedBy({ category, destination }: StatisticsFilter) {
  return { category: category !== null, destination: destination !== null }
}

import type { Knex } from 'knex'
import type { components, operations } from '../../../../generated/api-types.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { dayMs } from '../../../platform/db/retention.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { acceptedByDay } from '../../../platform/statistics/accepted.js'
import { limitsOf, type Limits } from '../../../platform/db/workspace-limits.js'

type Schemas = components['schemas']
type UsageQuery = NonNullable<operations['retrieveUsage']['parameters']['query']>

/** Counts of a workspace's data other than messages. */
interface StoredCounts {
  readonly contacts: string
  readonly domains: string
  readonly inbound_bytes: string
}

const selectStored = statement<[workspaceId: WorkspaceId], StoredCounts>(
  'select_what_workspace_holds',
  `select (select count(*) from contacts where workspace_id = $1) as contacts,
     (select count(*) from domains where workspace_id = $1) as domains,
     coalesce((select bytes from inbound_storage where workspace_id = $1), 0) as inbound_bytes`,
)

interface DayRow {
  /** Day, such as `2026-01-14`. */
  readonly day: string
  readonly live: string
  readonly test: string
}

/**
 * Selects statistics by day. They count a message in the transaction that accepts it, so accepted mail that is still
 * pending counts as well.
 */
const selectDays = statement<[workspaceId: WorkspaceId, since: Date], DayRow>(
  'select_recipients_by_day',
  `with project as materialized (
     select id, environment from projects where workspace_id = $1
   ), counted as (
     ${acceptedByDay('$1', '$2::timestamptz')}
   )
   select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day,
     coalesce(sum(count) filter (where environment = 'live'), 0) as live,
     coalesce(sum(count) filter (where environment = 'test'), 0) as test
   from counted join project on project.id = counted.project_id group by 1`,
)

/**
 * Returns a workspace's usage of the operator's limits, at one moment of the service's clock.
 *
 * @param standard limits that apply if the workspace has none of its own
 */
export async function usageOf(
  db: Knex,
  workspaceId: WorkspaceId,
  standard: Required<Pick<Limits, 'domains' | 'inbound_bytes'>>,
  { days: dayCount = 30, months: monthCount = 12 }: UsageQuery,
): Promise<Schemas['Usage']> {
  const now = new Date()
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const today = Date.UTC(year, month, day)
  const firstDay = today - (dayCount - 1) * dayMs
  const firstMonth = Date.UTC(year, month - (monthCount - 1))
  const counted = new Map(
    (await selectDays(db, workspaceId, new Date(Math.min(firstDay, firstMonth)))).map((row) => [
      row.day,
      row,
    ]),
  )
  const limits = { ...standard, ...(await limitsOf(db, workspaceId)) }
  const [stored] = await selectStored(db, workspaceId)

  const days = Array.from({ length: dayCount }, (_, index) => {
    const date = dateOf(firstDay + index * dayMs)
    const row = counted.get(date)
    return { date, live: Number(row?.live ?? 0), test: Number(row?.test ?? 0) }
  })
  const months = Array.from({ length: monthCount }, (_, index) => {
    const name = dateOf(Date.UTC(year, month - (monthCount - 1) + index)).slice(0, 7)
    const rows = [...counted.values()].filter((row) => row.day.startsWith(name))
    const sum = (environment: 'live' | 'test') =>
      rows.reduce((total, row) => total + Number(row[environment]), 0)
    return { month: name, live: sum('live'), test: sum('test') }
  })
  const of = (used: number, limit: number | undefined) => ({
    used,
    limit: limit ?? null,
    left: limit === undefined ? null : Math.max(0, limit - used),
  })
  return {
    measured_at: now.toISOString(),
    recipients_today: {
      ...of(days.at(-1)?.live ?? 0, limits.recipients_per_day),
      resets_at: new Date(today + dayMs).toISOString(),
    },
    recipients_this_month: {
      ...of(months.at(-1)?.live ?? 0, limits.recipients_per_month),
      resets_at: new Date(Date.UTC(year, month + 1)).toISOString(),
    },
    contacts: of(Number(stored?.contacts ?? 0), limits.contacts),
    domains: of(Number(stored?.domains ?? 0), limits.domains),
    inbound_bytes: of(Number(stored?.inbound_bytes ?? 0), limits.inbound_bytes),
    days,
    months,
  }
}

/**
 * @param at time in milliseconds
 */
function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

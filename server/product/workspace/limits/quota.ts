import type { Knex } from 'knex'
import type { Environment } from '../../../platform/auth/principal.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { acceptedByDay } from '../../../platform/statistics/accepted.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { isHalted } from '../halting/halting.js'

/**
 * Limits the recipients for whom a workspace may still have mail accepted in this day and this month (UTC). Only
 * recipients of live projects count. Only workspaces with such a limit have a row, on which their transactions take
 * turns.
 */

/** SQL: the first day of this month and this day, in UTC. */
const [today, thisMonth] = [
  "(now() at time zone 'UTC')::date",
  "date_trunc('month', now() at time zone 'UTC')::date",
]

/** SQL: the remaining quota of a period; the row may be of an earlier period. */
const leftOf = (period: 'day' | 'month', now: string) =>
  `case when ${period} < ${now} then ${period}_limit else ${period}_left end`

/** SQL: whether any quota is left, of a joined row of `workspace_quotas`. A workspace without a row has no limit. */
export const hasQuotaLeft = `(least(${leftOf('day', today)}, ${leftOf('month', thisMonth)}, 1) > 0)`

/**
 * SQL: returns common table expressions that take the recipients of mails from the remaining quota. If that is too
 * small, the whole statement fails; {@link quotaRefusalOf} knows the error. The statement has the workspace as `$1`.
 *
 * @param recipient name of a common table expression with `environment`, one row for each recipient
 */
export function takeFromQuota(recipient: string): string {
  return `taken_from_quota as materialized (
     select count(*) as count, ${today} as today, ${thisMonth} as this_month
     from ${recipient} where environment = 'live'
   ), lowered_quota as (
     update workspace_quotas set
       day_left = ${leftOf('day', 'today')} - taken_from_quota.count, day = greatest(day, today),
       month_left = ${leftOf('month', 'this_month')} - taken_from_quota.count, month = greatest(month, this_month)
     from taken_from_quota where workspace_id = $1 and taken_from_quota.count > 0
   )`
}

interface LeftRow {
  readonly day_left: string | null
  readonly month_left: string | null
}

const selectLeft = statement<[workspaceId: WorkspaceId], LeftRow>(
  'select_quota_left',
  `select ${leftOf('day', today)} as day_left, ${leftOf('month', thisMonth)} as month_left
   from workspace_quotas where workspace_id = $1`,
)

/** Returns how many recipients a workspace may still have; Infinity if it has no limit. */
export async function quotaLeft(
  db: Knex,
  workspaceId: WorkspaceId,
  environment: Environment,
): Promise<number> {
  if (environment === 'test') return Infinity
  const [row] = await selectLeft(db, workspaceId)
  return row === undefined ? Infinity : Math.min(numberOf(row.day_left), numberOf(row.month_left))
}

/** Returns the reason why a workspace cannot send more mail now; null if it can. */
export async function sendingBlock(
  db: Knex,
  workspaceId: WorkspaceId,
  environment: Environment,
): Promise<'sending_halted' | 'quota_exceeded' | null> {
  if (await isHalted(db, workspaceId)) return 'sending_halted'
  return (await quotaLeft(db, workspaceId, environment)) < 1 ? 'quota_exceeded' : null
}

/**
 * Refuses a message for more recipients than are left, before anything is stored. Others may take the rest meanwhile;
 * then the statement that stores the message fails.
 *
 * @throws ApiError 429 `quota_exceeded`
 */
export async function refuseBeyondQuota(
  db: Knex,
  workspaceId: WorkspaceId,
  environment: Environment,
  recipients: number,
): Promise<void> {
  if (environment === 'test') return
  const [row] = await selectLeft(db, workspaceId)
  if (row === undefined) return
  // If both are used up, the error names the month's end, when sending goes on.
  if (numberOf(row.month_left) < recipients) throw quotaExceeded('month')
  if (numberOf(row.day_left) < recipients) throw quotaExceeded('day')
}

/**
 * Returns the refusal if an error says that the quota is exceeded. Citus mentions the constraint only in the message,
 * which contains the statement's text as well; so the name there has to be followed by a quote.
 */
export function quotaRefusalOf(error: unknown): ApiError | undefined {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  if (code !== checkViolation || typeof message !== 'string') return undefined
  const period = /quota_of_(day|month)(?:_\d+)?["»“”']/.exec(message)?.[1]
  return period === undefined ? undefined : quotaExceeded(period as 'day' | 'month')
}

const checkViolation = '23514'

/**
 * @throws ApiError 429 `quota_exceeded` if the error says that the quota is exceeded, or else the error
 */
export function explainQuota(error: unknown): never {
  throw quotaRefusalOf(error) ?? error
}

function quotaExceeded(period: 'day' | 'month'): ApiError {
  const now = new Date()
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const next = new Date(period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1))
  return new ApiError(
    'quota_exceeded',
    `The workspace has fewer recipients left in this ${period} than the message has. GET /v1/usage shows what the ` +
      `operator allows. The next ${period} begins at ${next.toISOString()}.`,
    { retryAfter: Math.max(1, Math.ceil((next.getTime() - now.getTime()) / 1000)) },
  )
}

function numberOf(left: string | null): number {
  return left === null ? Infinity : Number(left)
}

const selectAccepted = statement<[workspaceId: WorkspaceId], { day: string; month: string }>(
  'select_recipients_accepted',
  `with live as materialized (
     select id from projects where workspace_id = $1 and environment = 'live'
   ), counted as (
     select at, count from (${acceptedByDay('$1', "date_trunc('month', now(), 'UTC')")}) accepted
     where project_id in (select id from live)
   )
   select coalesce(sum(count), 0) as month,
     coalesce(sum(count) filter (where at >= date_trunc('day', now(), 'UTC')), 0) as day
   from counted`,
)

const saveQuota = statement<
  [
    workspaceId: WorkspaceId,
    dayLimit: number | null,
    dayUsed: string,
    monthLimit: number | null,
    monthUsed: string,
  ]
>(
  'save_quota',
  `insert into workspace_quotas (workspace_id, day, day_limit, day_left, month, month_limit, month_left)
   values ($1, ${today}, $2::bigint, $2::bigint - least($3::bigint, $2::bigint),
     ${thisMonth}, $4::bigint, $4::bigint - least($5::bigint, $4::bigint))
   on conflict (workspace_id) do update set
     day = excluded.day, day_limit = excluded.day_limit, day_left = excluded.day_left,
     month = excluded.month, month_limit = excluded.month_limit, month_left = excluded.month_left`,
)

const lockQuota = statement<[workspaceId: WorkspaceId]>(
  'lock_quota',
  'select from workspace_quotas where workspace_id = $1 for update',
)

const deleteQuota = statement<[workspaceId: WorkspaceId]>(
  'delete_quota',
  'delete from workspace_quotas where workspace_id = $1',
)

/**
 * Sets the number of recipients that a workspace may have in a day and a month. Recipients accepted earlier in this
 * day and month count.
 *
 * @param trx a transaction, so that nobody takes from the quota while it is counted anew
 */
export async function setQuota(
  trx: Knex,
  workspaceId: WorkspaceId,
  day: number | undefined,
  month: number | undefined,
): Promise<void> {
  if (day === undefined && month === undefined) {
    await deleteQuota(trx, workspaceId)
    return
  }
  await lockQuota(trx, workspaceId)
  const [accepted] = await selectAccepted(trx, workspaceId)
  await saveQuota(trx, workspaceId, day ?? null, accepted?.day ?? '0', month ?? null, accepted?.month ?? '0')
}

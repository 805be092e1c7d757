import type { components } from '../../../../../generated/api-types.js'
import { greatestUuid, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'

/** The filter that selects which failed runs of an automation are retried. */
export type RetryFilter = components['schemas']['RetryAutomationRunsRequest']

/** The most runs that one request retries. */
export const retriedAtMost = 10_000

/** Numbers of failed runs that are compared with the filter for its total, and for one page. */
const countedAmong = 100_000
const examinedAtMost = 5_000

type Filter = [version: number | null, stepKey: string | null, errorCode: string | null]

/** SQL of the filter's conditions. Its values are $4, $5 and $6. */
const matches = `($4::integer is null or version = $4) and ($5::text is null or step_key = $5)
  and ($6::text is null or error_code = $6)`

/**
 * Returns SQL of the failed runs of the automation $2 after the run $3, the oldest first. The columns are compared as
 * one row with the id, so that no other index has this order.
 */
const failed = (columns: string, limit: string) => `select ${columns} from automation_runs
     where workspace_id = $1 and (automation_id, status, id) > ($2::uuid, 'failed', $3::uuid)
       and (automation_id, status, id) <= ($2::uuid, 'failed', '${greatestUuid}')
     order by automation_id, status, id limit (select ${limit}::integer)`

const count = statement<
  [workspaceId: WorkspaceId, automationId: Uuid, after: Uuid, ...filter: Filter, max: number],
  { count: number }
>(
  'count_failed_automation_runs',
  `select count(*)::integer as count from (
     select from (${failed('version, step_key, error_code', String(countedAmong))}) examined
     where ${matches} limit $7
   ) found`,
)

const selectPage = statement<
  [
    workspaceId: WorkspaceId,
    automationId: Uuid,
    after: Uuid,
    ...filter: Filter,
    max: number,
    failedBefore: Date,
    examined: number,
  ],
  { ids: Uuid[]; last: Uuid | null; examined: number }
>(
  'select_failed_automation_runs',
  `with examined as materialized (${failed('id, version, step_key, error_code, ended_at', '$9')})
   select array(
       select id from examined where ${matches} and ended_at <= $8 order by id limit $7
     ) as ids,
     (select id from examined order by id desc limit 1) as last, (select count(*) from examined)::integer as examined`,
)

function valuesOf({ version, step_key: stepKey, error_code: errorCode }: RetryFilter): Filter {
  return [version ?? null, stepKey ?? null, errorCode ?? null]
}

type Place = readonly [workspaceId: WorkspaceId, automationId: Uuid, after: Uuid]

/**
 * Counts the failed runs to retry, up to the most that one request retries. If they are rare among very many failed
 * runs, it counts among the oldest 100,000.
 */
export async function countFailed(
  db: Parameters<typeof count>[0],
  place: Place,
  filter: RetryFilter,
): Promise<number> {
  const [counted] = await count(db, ...place, ...valuesOf(filter), retriedAtMost)
  return counted?.count ?? 0
}

/** A page of failed runs. */
export interface FailedPage {
  /** Ids of the runs, the oldest first. */
  readonly ids: readonly Uuid[]
  /** Id of the run behind which the next page begins; null if there is none. */
  readonly next: Uuid | null
}

/** Finds the next failed runs to retry. */
export async function findFailed(
  db: Parameters<typeof count>[0],
  place: Place,
  {
    filter,
    max,
    failedBefore,
  }: {
    readonly filter: RetryFilter
    readonly max: number
    /** Time from which on failures are left out. */
    readonly failedBefore: Date
  },
): Promise<FailedPage> {
  const values = valuesOf(filter)
  const examined = values.every((value) => value === null) ? max : examinedAtMost
  const [page] = await selectPage(db, ...place, ...values, max, failedBefore, examined)
  if (page === undefined) return { ids: [], next: null }
  const last = page.ids.at(-1)
  if (last !== undefined && page.ids.length === max) return { ids: page.ids, next: last }
  return { ids: page.ids, next: page.examined === examined ? page.last : null }
}

import type { Knex } from 'knex'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { inTransaction, type Transaction } from '../../../../platform/db/transaction/transaction.js'
import { ApiError, tooBusy } from '../../../../platform/http/errors/api-error.js'
import { FairSemaphore } from '../../../../../base/concurrency/fair-semaphore.js'
import { compileRule } from '../sql/compile.js'
import type { PageSize } from './page-size.js'
import type { ResolvedRule, RuleContext } from '../rules/rule.js'
import { isDisturbed, RuleTimeoutError, runTimedRule, tookMs, type Took } from '../sql/timed-rule.js'

export const walkLimits = { ofOwner: 2, inAll: 4, maxWaitMs: 10_000 }

/** Limits the walks of requests in this process. Each of their statements keeps a connection busy. */
export const walks = new FairSemaphore({
  ...walkLimits,
  tooLate: () => tooBusy('Too many segments are being searched.'),
})

/** The number of times that a slow page is tried again while the database is slow at everything. */
const disturbedAtMost = 5
/**
 * Milliseconds between a slow page and the next one, so that one bad moment of the machine does not count as several.
 */
const pauseMs = 500

/**
 * Looks at a page of contacts in a transaction of its own. If that takes too long, it is tried again with a smaller
 * page.
 *
 * @param workspaceId the workspace of the rule; null if the pages have no rule in them
 * @param look looks at the given number of contacts
 * @throws ApiError 422 `segment_too_costly`; 503 `unavailable` if the database is slow at everything
 */
export async function lookAtPage<T extends Took>(
  db: Knex,
  size: PageSize,
  workspaceId: WorkspaceId | null,
  look: (tx: Transaction, contacts: number) => Promise<T>,
): Promise<T> {
  for (let disturbed = 0; disturbed < disturbedAtMost;) {
    const found = await attempt(db, size, look)
    const isSlow = found === undefined ? size.timedOut() : size.ran(found.took_ms)
    if (isSlow) {
      if (workspaceId === null || (await isDisturbed(db, workspaceId))) disturbed += 1
      else size.blameRule()
    }
    if (found !== undefined) return found
    if (isSlow) await sleep(pauseMs)
  }
  throw new ApiError('unavailable', 'The database is too slow at the moment to search contacts.', {
    retryAfter: 10,
  })
}

/**
 * Tries a page once.
 *
 * @returns undefined if the database has ended the statement
 */
async function attempt<T>(
  db: Knex,
  { contacts }: PageSize,
  look: (tx: Transaction, contacts: number) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await inTransaction(db, (tx) => look(tx, contacts))
  } catch (error) {
    if (error instanceof RuleTimeoutError) return undefined
    throw error
  }
}

/** A range of a project's contacts in the order of their ids, without its ends. */
export interface Stretch {
  readonly above: Uuid
  readonly below: Uuid
  readonly from: 'oldest' | 'newest'
  readonly contacts: number
}

/** Result of a page. */
interface LookedAt extends Took {
  /** The number of contacts that were looked at, which is less than asked for at the end. */
  readonly scanned: number
  /** Id of the last of them; null if there was none. */
  readonly last: Uuid | null
}

/** Finds the contacts of a stretch that a rule selects, in no particular order. */
export async function findInStretch(
  trx: Knex.Transaction,
  rule: ResolvedRule,
  context: RuleContext,
  stretch: Stretch,
): Promise<LookedAt & { readonly found: readonly Uuid[] }> {
  const column = (sql: string) => `coalesce(array_agg(contact.id) filter (where ${sql}), '{}')`
  return lookAt(trx, rule, context, { stretch, foundBy: column })
}

/** Counts the contacts of a stretch that a rule selects. */
export async function countInStretch(
  trx: Knex.Transaction,
  rule: ResolvedRule,
  context: RuleContext,
  stretch: Stretch,
): Promise<LookedAt & { readonly found: number }> {
  return lookAt(trx, rule, context, {
    stretch,
    foundBy: (sql) => `(count(*) filter (where ${sql}))::integer`,
  })
}

/** The columns of a contact that rules look at. */
export const ruleColumns = 'workspace_id, id, project_id, address, name, properties, unsubscribed_at'

/**
 * Looks at the contacts of a stretch. The project is part of the comparison with the ids, not beside it, and the
 * limit is a subquery, as in `searchPage`, so that the index by project is walked, whatever the planner thinks.
 */
async function lookAt<Found>(
  trx: Knex.Transaction,
  rule: ResolvedRule,
  context: RuleContext,
  {
    stretch: { above, below, from, contacts },
    foundBy,
  }: { readonly stretch: Stretch; readonly foundBy: (sql: string) => string },
): Promise<LookedAt & { readonly found: Found }> {
  const values: unknown[] = [context.workspaceId, context.projectId, above, below, contacts]
  const sql = compileRule(rule, context, values)
  const [last, order] = from === 'oldest' ? ['max', ''] : ['min', ' desc']
  const text = `
    select count(*)::integer as scanned, (${last}(contact.id::text collate "C"))::uuid as last,
      ${foundBy(sql)} as found, ${tookMs} as took_ms
    from (
      select ${ruleColumns} from contacts
      where workspace_id = $1::uuid
        and (project_id, id) > ($2::uuid, $3::uuid) and (project_id, id) < ($2::uuid, $4::uuid)
      order by project_id${order}, id${order}
      limit (select $5::integer)
    ) contact`
  return runTimedRule<LookedAt & { readonly found: Found }>(trx, text, values)
}

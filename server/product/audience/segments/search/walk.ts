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

/** The walks of requests in this process. Each statement of one keeps a connection busy. */
export const walks = new FairSemaphore({
  ...walkLimits,
  tooLate: () => tooBusy('Too many segments are being looked through.'),
})

/** So many times is a slow page tried again while the database is slow at everything. */
const disturbedAtMost = 5
/** Between a slow page and the next one, in milliseconds: so a moment of the machine is not taken for several. */
const pauseMs = 500

/**
 * Looks at a page of contacts in a transaction of its own. Where that takes too long, it is tried again with
 * a smaller page.
 *
 * @param workspaceId whose rule it is; null where the pages have no rule in them
 * @param look is told how many contacts to look at
 * @throws ApiError 422 `segment_too_costly`; 503 `unavailable` where the database is slow at everything
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
  throw new ApiError('unavailable', 'The database is too slow at the moment to look through contacts.', {
    retryAfter: 10,
  })
}

/** Undefined where the database has ended the statement. */
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

/** Contacts of a project in the order of their ids, without the ends. */
export interface Stretch {
  readonly above: Uuid
  readonly below: Uuid
  readonly from: 'oldest' | 'newest'
  readonly contacts: number
}

/** What came of a page. */
interface LookedAt extends Took {
  /** How many contacts were looked at: fewer than asked for at the end. */
  readonly scanned: number
  /** The last of them; null where there was none. */
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
  return lookAt(trx, rule, context, stretch, column)
}

/** Counts the contacts of a stretch that a rule selects. */
export async function countInStretch(
  trx: Knex.Transaction,
  rule: ResolvedRule,
  context: RuleContext,
  stretch: Stretch,
): Promise<LookedAt & { readonly found: number }> {
  return lookAt(trx, rule, context, stretch, (sql) => `(count(*) filter (where ${sql}))::integer`)
}

/** The columns of a contact that rules look at. */
export const ruleColumns = 'workspace_id, id, project_id, address, name, properties, unsubscribed_at'

/**
 * The project stands in the comparison with the ids, not beside it, and the limit is a subquery, as in
 * `searchPage`: so the index by project is walked, whatever the planner thinks.
 */
async function lookAt<Found>(
  trx: Knex.Transaction,
  rule: ResolvedRule,
  context: RuleContext,
  { above, below, from, contacts }: Stretch,
  foundBy: (sql: string) => string,
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

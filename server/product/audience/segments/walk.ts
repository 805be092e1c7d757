import type { Knex } from 'knex'
import { performance } from 'node:perf_hooks'
import type { Uuid } from '../../../platform/db/ids.js'
import { runSql } from '../../../platform/db/run-sql.js'
import { inTransaction, type Transaction } from '../../../platform/db/transaction.js'
import { FairSemaphore } from '../../../platform/http/fair-semaphore.js'
import { compileRule } from './compile.js'
import { isStatementTimeout, withStatementTimeout, type PageSize } from './page-size.js'
import type { ResolvedRule, RuleContext } from './rule.js'

export const walkLimits = { ofOwner: 2, inAll: 4, maxWaitMs: 10_000 }

/** The walks of requests in this process. Each statement of one keeps a connection busy. */
export const walks = new FairSemaphore({
  ...walkLimits,
  tooMuch: 'Too many segments are being looked through.',
})

/**
 * Looks at a page of contacts in a transaction of its own. Where that takes too long, it is tried again with
 * a smaller page.
 *
 * @param look is told how many contacts to look at
 * @throws ApiError 422 `segment_too_costly`
 */
export async function lookAtPage<T>(
  db: Knex,
  size: PageSize,
  look: (tx: Transaction, contacts: number) => Promise<T>,
): Promise<T> {
  for (;;) {
    const begin = performance.now()
    try {
      const found = await inTransaction(db, async (tx) => {
        await withStatementTimeout(tx.sql)
        return look(tx, size.contacts)
      })
      size.ran(performance.now() - begin)
      return found
    } catch (error) {
      if (!isStatementTimeout(error)) throw error
      size.timedOut()
    }
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
interface LookedAt {
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
      ${foundBy(sql)} as found
    from (
      select ${ruleColumns} from contacts
      where workspace_id = $1::uuid
        and (project_id, id) > ($2::uuid, $3::uuid) and (project_id, id) < ($2::uuid, $4::uuid)
      order by project_id${order}, id${order}
      limit (select $5::integer)
    ) contact`
  const [row] = await runSql<LookedAt & { readonly found: Found }>(trx, text, values)
  if (row === undefined) throw new Error('an aggregate has returned no row')
  return row
}

import type { Knex } from 'knex'
import type { WorkspaceId } from '../../../../platform/db/ids.js'
import { runSql } from '../../../../platform/db/statements/run-sql.js'
import { serviceStatement, statement } from '../../../../platform/db/statements/statement.js'

/**
 * Statements that have a rule in them are judged by the time that the database took for them. Our own clock also
 * counts what is nobody's rule: a wait for a connection or a lock, a commit, a network that loses packets, a process
 * that was paused.
 */

/** The max duration of a statement that looks at a page of contacts, in milliseconds. */
export const statementMs = 2000

/** SQL: for how many milliseconds the statement has run. Put it into the row of an aggregate, which is made last. */
export const tookMs = `(extract(epoch from clock_timestamp() - statement_timestamp()) * 1000)::double precision`

/** The row of a statement that has {@link tookMs} in it. */
export interface Took {
  readonly took_ms: number
}

/** The database has ended a statement with a rule in it. Its transaction is of no more use. */
export class RuleTimeoutError extends Error {}

/** PostgreSQL's code for a statement that it has ended. */
const queryCanceled = '57014'

/** For a page of contacts, compiling a statement takes longer than running it. */
const limitStatements = serviceStatement<[ms: string]>(
  'limit_statements_of_walk',
  `select set_config('statement_timeout', $1, true), set_config('jit', 'off', true)`,
)
const usualLimit = serviceStatement('usual_limit_after_walk', 'set local statement_timeout to default')

/**
 * Runs SQL that returns a row with {@link tookMs} in it.
 *
 * @typeParam Row has the columns that the statement selects beside `took_ms`
 */
export async function runTimed<Row extends object>(
  trx: Knex.Transaction,
  text: string,
  values: readonly unknown[],
): Promise<Row & Took> {
  const [row] = await runSql<Row & Took>(trx, text, values)
  if (row === undefined) throw new Error('an aggregate has returned no row')
  return row
}

/**
 * Runs SQL that has a rule in it, as {@link runTimed} does. The database ends it after {@link statementMs}; the
 * embedded database does not.
 *
 * @throws RuleTimeoutError
 */
export async function runTimedRule<Row extends object>(
  trx: Knex.Transaction,
  text: string,
  values: readonly unknown[],
): Promise<Row & Took> {
  await limitStatements(trx, String(statementMs))
  const row = await runTimed<Row>(trx, text, values).catch((error: unknown) => {
    if ((error as { code?: unknown } | null)?.code !== queryCanceled) throw error
    throw new RuleTimeoutError('a statement with a rule took too long', { cause: error })
  })
  // What the transaction does with the row may wait for a lock for as long as ever.
  await usualLimit(trx)
  return row
}

/** What a machine with time to spare does in a few milliseconds. */
const compare = statement<[workspaceId: WorkspaceId], Took & { readonly worked: number }>(
  'compare_with_contacts',
  `select count(*)::integer as worked, ${tookMs} as took_ms from (
     select id from contacts where workspace_id = $1 order by id limit 50
   ) contact cross join generate_series(1, 2000)`,
)

/** The rows of {@link compare} take some 10 milliseconds at the most. */
const disturbedMs = 100

/** Whether the database is slow at the moment whatever it is asked, so that a slow page says nothing about its rule. */
export async function isDisturbed(db: Knex, workspaceId: WorkspaceId): Promise<boolean> {
  const [row] = await compare(db, workspaceId)
  return row === undefined || row.took_ms > disturbedMs
}

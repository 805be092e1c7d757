import type { Knex } from 'knex'
import type { WorkspaceId } from '../../../../platform/db/ids.js'
import { runSql } from '../../../../platform/db/statements/run-sql.js'
import { serviceStatement, statement } from '../../../../platform/db/statements/statement.js'

/**
 * Times statements that contain a rule by the database's own clock. Our clock would also count time for which no rule
 * is to blame: a wait for a connection or a lock, a commit, a network that loses packets, a process that was paused.
 */

/** The most milliseconds that a statement that looks at a page of contacts may take. */
export const statementMs = 2000

/** SQL of the milliseconds that the statement has run. It belongs in the row of an aggregate, which is made last. */
export const tookMs = `(extract(epoch from clock_timestamp() - statement_timestamp()) * 1000)::double precision`

/** The row of a statement that has {@link tookMs} in it. */
export interface Took {
  readonly took_ms: number
}

/** Thrown when the database has ended a statement with a rule in it. Its transaction can no longer be used. */
export class RuleTimeoutError extends Error {}

/** PostgreSQL's code for a statement that it has ended. */
const queryCanceled = '57014'

/**
 * Sets the timeout of statements and turns off compiling them, which for a page of contacts takes longer than running
 * them.
 */
const limitStatements = serviceStatement<[ms: string]>(
  'limit_statements_of_walk',
  `select set_config('statement_timeout', $1, true), set_config('jit', 'off', true)`,
)
const usualLimit = serviceStatement('usual_limit_after_walk', 'set local statement_timeout to default')

/**
 * Runs SQL that returns a row with {@link tookMs} in it.
 *
 * @typeParam Row the columns that the statement selects beside `took_ms`
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
  // Later statements of the transaction may wait for a lock for as long as ever.
  await usualLimit(trx)
  return row
}

/** Does work that takes a machine with time to spare a few milliseconds. */
const compare = statement<[workspaceId: WorkspaceId], Took & { readonly worked: number }>(
  'compare_with_contacts',
  `select count(*)::integer as worked, ${tookMs} as took_ms from (
     select id from contacts where workspace_id = $1 order by id limit 50
   ) contact cross join generate_series(1, 2000)`,
)

/**
 * Milliseconds of {@link compare} from which on the database counts as disturbed. Normally it takes some 10 at the
 * most.
 */
const disturbedMs = 100

/**
 * Returns true if the database is slow at everything at the moment, so that a slow page says nothing about its rule.
 */
export async function isDisturbed(db: Knex, workspaceId: WorkspaceId): Promise<boolean> {
  const [row] = await compare(db, workspaceId)
  return row === undefined || row.took_ms > disturbedMs
}

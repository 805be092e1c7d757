import type { Knex } from 'knex'
import { serviceStatement } from '../../../platform/db/statement.js'
import { ApiError } from '../../../platform/http/errors.js'

/** The first page shows what a contact takes. */
const probe = 50
/** The next one, where that was little. */
const usual = 500
/** The max number of contacts of a page. */
export const largestPage = 2000
/** Below this, a rule is too costly: its statements take more than {@link statementMs} for so few contacts. */
const smallest = 125

/** A page that takes less is followed by a larger one, one that takes more by a smaller one. */
const quickMs = 100
const slowMs = 200

/** The max duration of a statement that looks at a page of contacts, in milliseconds. */
const statementMs = 2000

/** Twice what lets the smallest page still be in time, since a machine can be busy for a moment. */
const tooSlowProbeMs = (2 * statementMs * probe) / smallest

/**
 * How many contacts the next statement of a walk looks at. It follows how long the statements take, so that
 * none is long, also on the embedded database, which does not end a statement that takes too long.
 */
export class PageSize {
  #contacts = probe

  get contacts(): number {
    return this.#contacts
  }

  /**
   * A statement has looked at a page in so many milliseconds.
   *
   * @throws ApiError 422 `segment_too_costly` where it should have been ended, and can be no smaller
   */
  ran(ms: number): void {
    if (this.#contacts < smallest) this.#probed(ms)
    else if (ms > statementMs) this.timedOut()
    else if (ms < quickMs) this.#contacts = Math.min(largestPage, this.#contacts * 2)
    else if (ms > slowMs) this.#contacts = Math.max(smallest, Math.floor(this.#contacts / 2))
  }

  #probed(ms: number): void {
    if (ms > tooSlowProbeMs) throw tooCostly()
    const inTime = Math.floor((probe * slowMs) / ms)
    this.#contacts = Math.min(usual, Math.max(smallest, inTime))
  }

  /**
   * A statement was ended because it took too long. Halves the page, which is to be tried again.
   *
   * @throws ApiError 422 `segment_too_costly` where it would become too small
   */
  timedOut(): void {
    const half = Math.floor(this.#contacts / 2)
    if (half < smallest) throw tooCostly()
    this.#contacts = half
  }
}

function tooCostly(): ApiError {
  return new ApiError(
    'segment_too_costly',
    'The rule takes too long for each contact. Use fewer conditions about events and messages, or a shorter `within`.',
  )
}

const limitStatements = serviceStatement<[ms: string]>(
  'limit_statements_of_walk',
  `select set_config('statement_timeout', $1, true), set_config('jit', 'off', true)`,
)

/**
 * Lets no later statement of the transaction take longer than {@link statementMs}. Nor is it compiled: for a
 * page of contacts, that takes longer than to run it.
 */
export async function withStatementTimeout(trx: Knex.Transaction): Promise<void> {
  await limitStatements(trx, String(statementMs))
}

/** PostgreSQL's code for a statement that it has ended. */
const queryCanceled = '57014'

/** Whether a statement was ended because it took too long. Its transaction is of no more use. */
export function isStatementTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === queryCanceled
}

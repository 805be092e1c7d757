import type { Knex } from 'knex'
import { serviceStatement } from '../../platform/db/statements/statement.js'

const turnSortsOff = serviceStatement<[]>(
  'follow_indexes',
  `select set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true),
     set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
)

/**
 * Makes the transaction's ordered statements read along the index of their order. The planner knows nothing about
 * contacts that were imported a moment ago: it expects few of them, and would read and sort all of them for each
 * page.
 */
export async function followIndexes(trx: Knex.Transaction): Promise<void> {
  await turnSortsOff(trx)
}

import type { Knex } from 'knex'
import { ledgerOf } from '../../ledger/record.js'
import { inTransaction } from '../transaction/transaction.js'

/**
 * Runs a single statement whose outcome is recorded in the ledger. If there is a ledger, the statement runs in a
 * transaction, since the ledger has to know before the commit; else by itself.
 */
export function recorded<T>(db: Knex, run: (sql: Knex) => Promise<T>): Promise<T> {
  return ledgerOf(db) === undefined ? run(db) : inTransaction(db, ({ sql }) => run(sql))
}

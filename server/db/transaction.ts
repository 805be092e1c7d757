import type { Knex } from 'knex'

/** One transaction, and what is to happen once it is durable. */
export interface Transaction {
  readonly sql: Knex.Transaction
  /** Runs after the commit and never after a rollback, for example to wake a worker in this process. */
  afterCommit(action: () => void): void
}

/**
 * Runs `work` in a transaction: committed when it resolves, rolled back when it throws. Everything it does to
 * the database goes through `tx.sql`; asking the pool for a second connection meanwhile could wait for ever.
 */
export async function inTransaction<T>(db: Knex, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const actions: (() => void)[] = []
  const result = await db.transaction((sql) => work({ sql, afterCommit: (action) => actions.push(action) }))
  for (const action of actions) action()
  return result
}

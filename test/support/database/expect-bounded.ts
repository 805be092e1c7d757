import type { Knex } from 'knex'
import { expect } from 'vitest'
import { capture, findings } from './explain.js'

/**
 * Holds every statement of some work against PostgreSQL's plan for it. Takes back what the work does, so that its
 * statements find the same again when they are explained.
 *
 * @param maxRows the most rows that one of them may look at
 */
export async function expectBounded(
  db: Knex,
  work: (trx: Knex.Transaction) => Promise<unknown>,
  maxRows: number,
): Promise<void> {
  const sent = await capture(db, async () => {
    const trx = await db.transaction()
    try {
      await work(trx)
    } finally {
      await trx.rollback()
    }
  })
  expect(sent.length).toBeGreaterThan(0)
  for (const [index, statement] of sent.entries()) {
    const settings = sent.slice(0, index).filter(({ sql }) => sql.includes('set_config('))
    expect(await findings(db, statement, maxRows, settings), statement.sql).toEqual([])
  }
}

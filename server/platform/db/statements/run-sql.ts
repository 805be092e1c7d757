import type { Knex } from 'knex'

/**
 * Runs SQL that was put together for this call, with `$1 …` placeholders. It is not prepared by name: there
 * would be as many names as calls. A `?` in the text would be taken for a placeholder, so use no operator
 * with one.
 *
 * @typeParam Row a row of the result
 * @param values in the order of the placeholders
 */
export async function runSql<Row>(db: Knex, text: string, values: readonly unknown[]): Promise<Row[]> {
  if (text.includes('?')) throw new Error('write the statement without question marks')
  const result = (await db.raw(text).options({ values: [...values] })) as { rows: Row[] }
  return result.rows
}

import type { Knex } from 'knex'
import type { TableRows } from './table-rows.js'

/** Inserts rows table by table, with nothing clever. */
export async function insertRows(db: Knex, tables: TableRows): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) await db(table).insert(rows)
}

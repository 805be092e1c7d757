import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  localTables,
  placementOf,
  referenceTables,
} from '../../../../server/platform/db/placement/placement.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'

/** Tests the place of each table of the schema once the database is spread over machines. */

let database: ConnectedDatabase
interface Table {
  readonly name: string
  readonly has_workspace: boolean
  /** The columns of each unique key, those of the primary key first. */
  readonly keys: readonly (readonly string[])[]
}
let tables: readonly Table[]

beforeAll(async () => {
  database = await openMigratedDatabase()
  const { rows } = await database.db.raw<{ rows: Table[] }>(`
    select relname as name,
      exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'workspace_id') as has_workspace,
      coalesce((
        select json_agg((
          select json_agg(attname order by position) from unnest(indkey) with ordinality as key (number, position)
          join pg_attribute on attrelid = pg_class.oid and attnum = number
        ) order by not indisprimary)
        from pg_index where indrelid = pg_class.oid and indisunique
      ), '[]') as keys
    from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace order by relname`)
  tables = rows
})
afterAll(() => database.drop())

test('the exceptions are tables that are there', () => {
  const names = tables.map(({ name }) => name)
  expect([...referenceTables, ...localTables].filter((name) => !names.includes(name))).toEqual([])
})

test('tables without a workspace are not distributed', () => {
  const distributed = tables.filter(({ name }) => placementOf(name) === 'distributed')
  const without = distributed.filter(({ has_workspace }) => !has_workspace).map(({ name }) => name)
  expect(without).toEqual(['workspaces'])
})

test('the keys of a distributed table have the workspace, since a machine knows its own rows only', () => {
  for (const { name, keys } of tables.filter((table) => placementOf(table.name) === 'distributed')) {
    const column = name === 'workspaces' ? 'id' : 'workspace_id'
    expect(
      keys.filter((key) => !key.includes(column)),
      name,
    ).toEqual([])
    expect(keys.length, name).toBeGreaterThan(0)
  }
})

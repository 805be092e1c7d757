import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { allOf, byKey, runSearch, type BoundedSearch } from './bounded-walk.js'
import { rangeOf, type Found, type PageQuery, type TimeWindow } from './pagination.js'

/**
 * Finds one page among a few rows whose ids are known, newest first. Each is looked up by its primary key.
 */
export async function searchAmong<Row extends { id: Uuid }>(
  db: Knex,
  search: BoundedSearch,
  ids: Uuid[],
  { query, window }: { readonly query: PageQuery; readonly window: TimeWindow },
): Promise<Found<Row>> {
  const { from, below } = rangeOf(query, window)
  const values = search.conditions.flatMap((condition) => condition.values)
  const rows = await runSearch<Row>(
    db,
    search,
    `select ${search.columns}
     from (select id from unnest(?::uuid[]) as given (id) where id < ? and id >= ?) known
     ${byKey(search.table, search.alias, 'known', 'id')}
     ${search.join ?? ''}
     where ${search.alias}.id is not null and ${allOf(search.conditions.map(({ sql }) => sql))}
     order by known.id desc
     limit ?`,
    [ids, below, from, ...values, query.limit + 1],
  )
  const page = rows.slice(0, query.limit)
  return { rows: page, next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null }
}

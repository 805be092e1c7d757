import type pg from 'pg'

/**
 * Counts the rows of a workspace in each table that has any. Every table of the schema is asked, whatever its column
 * of workspaces is called. Only the end of its links is to stay behind.
 */
export async function rowsOfWorkspace(sql: pg.Pool, workspaceId: string): Promise<Map<string, number>> {
  const { rows: columns } = await sql.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = current_schema() and table_name <> 'ended_links' and data_type in ('uuid', 'text', 'jsonb', 'json')
       and table_name in (select relname from pg_class where relkind in ('r', 'p') and not relispartition)`,
  )
  const found = new Map<string, number>()
  for (const { table, column } of columns) {
    const { rows } = await sql.query<{ count: number }>(
      `select count(*)::integer as count from ${table} where ${column}::text like '%' || $1 || '%'`,
      [workspaceId],
    )
    const count = rows[0]?.count ?? 0
    if (count > 0) found.set(table, Math.max(count, found.get(table) ?? 0))
  }
  return found
}

import type pg from 'pg'

/** Tables that name a workspace otherwise than by `workspace_id`, and keys of tables that are not `workspace_id, id`. */
const ofWorkspace: Readonly<Record<string, string>> = { workspaces: 'id', ended_links: 'workspace' }
const keys: Readonly<Record<string, string>> = {
  workspaces: 'id',
  users: 'id',
  projects: 'id',
  api_keys: 'id',
  ended_links: 'workspace',
  identity_providers: 'workspace_id',
  identity_domains: 'workspace_id, domain',
}

/** The rows of a workspace, by table. */
export type SavedRows = ReadonlyMap<string, readonly Record<string, unknown>[]>

/** Reads the rows that a workspace has in some tables, so that they can be compared, or put back as a restore does. */
export async function rowsOf(
  sql: pg.Pool,
  workspaceId: string,
  tables: readonly string[],
): Promise<SavedRows> {
  const saved = new Map<string, readonly Record<string, unknown>[]>()
  for (const table of tables) {
    const { rows } = await sql.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${table} t where ${ofWorkspace[table] ?? 'workspace_id'} = $1
       order by ${keys[table] ?? 'id'}`,
      [workspaceId],
    )
    saved.set(
      table,
      rows.map(({ row }) => row),
    )
  }
  return saved
}

/** Makes the rows of a workspace what they were when they were read, as a restore from a backup of that time does. */
export async function putBack(sql: pg.Pool, workspaceId: string, saved: SavedRows): Promise<void> {
  for (const [table, rows] of saved) {
    const key = keys[table] ?? 'workspace_id, id'
    const parts = key.split(', ')
    const [first] = rows
    if (first === undefined) {
      await sql.query(`delete from ${table} where ${ofWorkspace[table] ?? 'workspace_id'} = $1`, [
        workspaceId,
      ])
      continue
    }
    const columns = Object.keys(first)
    const others = columns.filter((column) => !parts.includes(column) && column !== 'workspace_id')
    for (const row of rows)
      await sql.query(
        `insert into ${table} (${columns.join(', ')})
         select ${columns.join(', ')} from jsonb_populate_record(null::${table}, $1::jsonb)
         on conflict (${key}) do update set ${others.map((column) => `${column} = excluded.${column}`).join(', ')}`,
        [JSON.stringify(row)],
      )
  }
}

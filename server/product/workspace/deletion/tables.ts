import type { Knex } from 'knex'

/** A table with rows of workspaces. */
export interface WorkspaceTable {
  readonly name: string
  /** Columns of the table's primary key, without the workspace. */
  readonly key: readonly string[]
}

interface TableRow {
  readonly name: string
  readonly key: string[]
  /** Tables that the table's rows refer to. */
  readonly refers_to: string[]
}

/**
 * Tables whose rows are deleted first, since with them somebody, or the service's own work, would go on in a
 * workspace.
 */
const doors = [
  'sessions',
  'sign_in_links',
  'passkeys',
  'passkey_challenges',
  'sign_in_mails',
  'api_keys',
  'inbound_routes',
  'delivery_queue',
  'webhook_queue',
]

/**
 * Lists every table that has rows of workspaces, as the database itself names them, so that no table is forgotten.
 * All rows of a workspace can be deleted in this order: referring tables precede those that they refer to.
 * `workspaces` is not among them.
 */
export async function tablesOfWorkspaces(db: Knex): Promise<WorkspaceTable[]> {
  const { rows } = await db.raw<{ rows: TableRow[] }>(
    `select class.relname as name,
       array(
         select attribute.attname::text
         from pg_index primary_key cross join unnest(primary_key.indkey) with ordinality as part (number, place)
         join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attnum = part.number
         where primary_key.indrelid = class.oid and primary_key.indisprimary and attribute.attname <> 'workspace_id'
         order by part.place
       ) as key,
       array(
         select other.relname::text from pg_constraint reference join pg_class other on other.oid = reference.confrelid
         where reference.conrelid = class.oid and reference.contype = 'f'
       ) as refers_to
     from pg_class class join pg_attribute owner on owner.attrelid = class.oid and owner.attname = 'workspace_id'
     where class.relkind in ('r', 'p') and not class.relispartition and not owner.attisdropped
       and class.relnamespace = current_schema()::regnamespace
     order by class.relname`,
  )
  const place = (name: string) => (doors.includes(name) ? doors.indexOf(name) : doors.length)
  const waiting = [...rows].sort((one, other) => place(one.name) - place(other.name))
  const ordered: WorkspaceTable[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ name }) =>
      waiting.every((other) => other.name === name || !other.refers_to.includes(name)),
    )
    const [table] = waiting.splice(next, 1)
    if (next < 0 || table === undefined)
      throw new Error('tables of workspaces refer to each other in a circle')
    ordered.push({ name: table.name, key: table.key })
  }
  return ordered
}

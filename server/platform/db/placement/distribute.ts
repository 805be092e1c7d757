import type { Knex } from 'knex'
import { placementOf, type Placement } from './placement.js'

/** Puts the tables of a schema where placement.ts says, in a database that Citus spreads over machines. */

/**
 * The table that all distributed tables are placed with: the rows of a workspace are on the same machine in all of
 * them.
 */
const firstTable = 'messages'

/** A table of the schema, and the place where it belongs. */
export interface PlacedTable {
  readonly name: string
  readonly placement: Placement
  readonly isPlaced: boolean
  /** The size of the table in bytes, with its indexes. */
  readonly bytes: number
  /** The number of rows as PostgreSQL estimates it; -1 if it does not know. */
  readonly rows: number
}

interface Row {
  readonly name: string
  readonly kind: string | null
  readonly bytes: string
  readonly rows: number
}

/** Tells whether the database is distributed: new tables have to be placed then. */
export async function isDistributed(db: Knex): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { present: boolean }[] }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as present`,
  )
  if (rows[0]?.present !== true) return false
  const { rows: placed } = await db.raw<{ rows: unknown[] }>(
    'select 1 from pg_dist_partition where logicalrelid = to_regclass(?)',
    [firstTable],
  )
  return placed.length > 0
}

/**
 * Returns the tables of the schema in the order in which they are placed. May only be called if Citus is installed.
 */
export async function tablesToPlace(db: Knex): Promise<PlacedTable[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select class.relname as name, part.partmethod as kind, pg_total_relation_size(class.oid) as bytes,
       class.reltuples as rows
     from pg_class class
     left join pg_dist_partition part on part.logicalrelid = class.oid
     where class.relkind in ('r', 'p') and not class.relispartition and class.relnamespace = current_schema()::regnamespace
     order by class.relname`,
  )
  const order = (name: string) =>
    placementOf(name) === 'reference' ? 0 : name === firstTable ? 1 : name === 'workspaces' ? 2 : 3
  return rows
    .filter(({ name }) => placementOf(name) !== 'local')
    .map(({ name, kind, bytes, rows: count }) => ({
      name,
      placement: placementOf(name),
      isPlaced: kind !== null,
      bytes: Number(bytes),
      rows: Number(count),
    }))
    .sort((one, other) => order(one.name) - order(other.name))
}

/**
 * Drops the constraints that machines cannot keep up together: foreign keys, and the trigger of the audit log, which
 * guards it against this service's own role if that role owns the table.
 */
export async function dropWhatSpansMachines(trx: Knex): Promise<void> {
  const { rows } = await trx.raw<{ rows: { owner: string; name: string }[] }>(
    `select conrelid::regclass::text as owner, conname as name from pg_constraint
     where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0`,
  )
  for (const { owner, name } of rows) await trx.raw(`alter table ${owner} drop constraint ??`, [name])
  // Citus refuses the statement for a table that is placed, even where there is no trigger.
  const { rows: triggers } = await trx.raw<{ rows: unknown[] }>(
    `select 1 from pg_trigger where tgrelid = 'audit_events'::regclass and tgname = 'audit_events_append_only'`,
  )
  if (triggers.length > 0) await trx.raw('drop trigger audit_events_append_only on audit_events')
}

/** Places a table with its rows, unless it is placed already. The table is locked meanwhile. */
export async function placeTable(trx: Knex, { name, placement, isPlaced }: PlacedTable): Promise<void> {
  if (isPlaced) return
  if (placement === 'reference') {
    await trx.raw('select create_reference_table(?::regclass)', [name])
    return
  }
  const column = name === 'workspaces' ? 'id' : 'workspace_id'
  const neighbour = name === firstTable ? 'none' : firstTable
  await trx.raw('select create_distributed_table(?::regclass, ?, colocate_with => ?)', [
    name,
    column,
    neighbour,
  ])
}

/** Places the tables that a migration has made. */
export async function placeNewTables(trx: Knex): Promise<void> {
  const tables = await tablesToPlace(trx)
  if (tables.every(({ isPlaced }) => isPlaced)) return
  await dropWhatSpansMachines(trx)
  for (const table of tables) await placeTable(trx, table)
}

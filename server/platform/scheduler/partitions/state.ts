import type { Knex } from 'knex'
import { minUuidAt, timeOf, type Uuid } from '../../db/ids.js'
import { gather, serviceStatement } from '../../db/statements/statement.js'

/**
 * The tables that are divided by time once they are large, in the order in which their old partitions go. The key is
 * the id that has a row's time (as in migration 0008); `owner` is the table that the retention of the rows follows.
 */
export const historyTables = [
  { table: 'attempt_conversations', key: 'log_id', owner: 'message_logs' },
  { table: 'message_metadata', key: 'log_id', owner: 'message_logs' },
  { table: 'message_contents', key: 'message_id', owner: 'messages' },
  { table: 'message_attachments', key: 'message_id', owner: 'messages' },
  { table: 'message_logs', key: 'id', owner: 'message_logs' },
  { table: 'messages', key: 'id', owner: 'messages' },
  { table: 'webhook_deliveries', key: 'id', owner: 'webhook_deliveries' },
  { table: 'events', key: 'id', owner: 'events' },
] as const

export type HistoryTable = (typeof historyTables)[number]['table']

/** A partition of ids of a time. The default partition, which takes all others, does not count as one. */
export interface Partition {
  /** The partition's name: `first`, or its first day. */
  readonly part: string
  /** The beginning of the partition; null for the first one, which has all older rows. */
  readonly from: Date | null
  readonly to: Date
  /** The number of rows as PostgreSQL estimates it; -1 if it does not know. */
  readonly rows: number
}

/** The division of a table. */
export interface Division {
  readonly table: HistoryTable
  /** False if the table is not divided yet. */
  readonly isDivided: boolean
  /** The partitions in their order. */
  readonly partitions: readonly Partition[]
  /** The bound by which the default partition is to become a partition; null if it stays. */
  readonly closing: Closing | null
}

/** A bound of the default partition, which may have nothing at or after `to` any more. */
export interface Closing {
  readonly to: Date
  /** True if all rows in it are known to be before the bound. */
  readonly isValid: boolean
}

interface Row {
  readonly table: HistoryTable
  readonly divided: boolean
  readonly partition: string | null
  readonly bound: string | null
  readonly rows: number
  readonly closing: string | null
  readonly valid: boolean | null
}

const selectDivisions = serviceStatement<[tables: readonly string[]], Row>(
  'select_history_partitions',
  `select parent.relname as table, parent.relkind = 'p' as divided, part.relname as partition,
     pg_get_expr(part.relpartbound, part.oid) as bound, coalesce(part.reltuples, -1) as rows,
     pg_get_constraintdef(closing.oid) as closing, closing.convalidated as valid
   from pg_class parent
   left join pg_inherits link on link.inhparent = parent.oid
   left join pg_class part on part.oid = link.inhrelid
   left join pg_constraint closing
     on closing.conrelid = part.oid and closing.conname = parent.relname || '_default_bound'
   where parent.relnamespace = current_schema()::regnamespace and parent.relkind in ('r', 'p')
     and parent.relname = any($1::text[])`,
)

/** Reads the divisions of the tables of the history. */
export async function readDivisions(db: Knex): Promise<Division[]> {
  const tables = historyTables.map(({ table }) => table)
  const rows = await selectDivisions(db, tables)
  return tables.map((table) => divisionOf(table, rows))
}

function divisionOf(table: HistoryTable, all: readonly Row[]): Division {
  const rows = all.filter((row) => row.table === table)
  const partitions = rows.flatMap((row) => partitionOf(row) ?? [])
  return {
    table,
    isDivided: rows.some(({ divided }) => divided),
    partitions: partitions.sort((one, other) => one.to.getTime() - other.to.getTime()),
    closing: rows.map(closingOf).find((closing) => closing !== null) ?? null,
  }
}

function partitionOf({ table, partition, bound, rows }: Row): Partition | undefined {
  const [, from, to] = bound?.match(/^FOR VALUES FROM \((.+)\) TO \('(.{36})'\)$/) ?? []
  const end = timeIn(to)
  if (partition === null || from === undefined || end === null) return undefined
  return {
    part: partition.slice(table.length + 1),
    from: timeIn(from.match(/^'(.{36})'$/)?.[1]),
    to: end,
    rows,
  }
}

function closingOf({ closing, valid }: Row): Closing | null {
  const to = timeIn(closing?.match(/< '(.{36})'/)?.[1])
  return to === null ? null : { to, isValid: valid === true }
}

function timeIn(id: string | undefined): Date | null {
  return id === undefined ? null : timeOf(id)
}

/** Returns the ids of a partition: from the first one on (null: from the least), and below the other. */
export function idsOf({ from, to }: Pick<Partition, 'from' | 'to'>): [from: Uuid | null, below: Uuid] {
  return [from === null ? null : minUuidAt(from), minUuidAt(to)]
}

const selectLongestRetention = gather<[], { days: number }>(
  'select_longest_retention',
  'select retention_days as days from workspaces order by retention_days desc limit 1',
)

/** Returns the longest retention of all workspaces in days, or 0 if there is no workspace. */
export async function longestRetention(db: Knex): Promise<number> {
  return (await selectLongestRetention(db))[0]?.days ?? 0
}

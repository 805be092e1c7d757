import type { Knex } from 'knex'
import { serviceStatement } from '../../db/statements/statement.js'

/** The range of recorded events, as numbers that `events.recorded_in` has. */
export interface EventExtent {
  /** The number below which all transactions have ended. */
  readonly settled: string
  /** The number that no transaction has reached. */
  readonly next: string
}

/**
 * SQL: makes the settled transactions stay settled, even if the server is killed. The id of a transaction is durable
 * with the rows that the transaction has written on that server. If the database is spread over machines, an event is
 * written on another one: the id that it has of this one is not durable for a moment, and would be given again after
 * a crash, to an event that nobody who has read on would see. A transaction that writes, and ends with the statement,
 * makes all of them durable.
 */
const settleDurably = `case when to_regclass('pg_catalog.pg_dist_partition') is not null
       and pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn()
       then pg_logical_emit_message(true, 'postseal', '') end`

/** SQL: the row of an {@link EventExtent}. */
export const selectExtent = `select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ahead as settled,
       pg_snapshot_xmax(pg_current_snapshot())::text::bigint + ahead as next,
       ${settleDurably} as durable
     from event_order`

const select = serviceStatement<[], EventExtent>('select_event_extent', selectExtent)

/** Reads the range of recorded events. Any later read has all events of the settled transactions. */
export async function readExtent(db: Knex): Promise<EventExtent> {
  const [extent] = await select(db)
  if (extent === undefined) throw new Error('event_order has its one row')
  return extent
}

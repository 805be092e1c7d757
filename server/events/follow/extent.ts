import type { Knex } from 'knex'
import { serviceStatement } from '../../db/statement.js'

/** How far events have been recorded, as numbers that `events.recorded_in` has. */
export interface EventExtent {
  /** Transactions whose numbers are below have ended. */
  readonly settled: string
  /** No transaction has reached this number. */
  readonly next: string
}

/** SQL: the row of an {@link EventExtent}. */
export const selectExtent = `select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ahead as settled,
       pg_snapshot_xmax(pg_current_snapshot())::text::bigint + ahead as next
     from event_order`

const select = serviceStatement<[], EventExtent>('select_event_extent', selectExtent)

/** Reads how far events have been recorded. What is read after it has all events of the settled transactions. */
export async function readExtent(db: Knex): Promise<EventExtent> {
  const [extent] = await select(db)
  if (extent === undefined) throw new Error('event_order has its one row')
  return extent
}

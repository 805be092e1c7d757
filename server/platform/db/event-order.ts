import type { Knex } from 'knex'
import { advisoryLocks } from './transaction/advisory-locks.js'
import { gather, serviceStatement } from './statements/statement.js'
import { inTransaction } from './transaction/transaction.js'

/**
 * The order in which events were recorded: `events.recorded_in` is the id of the event's transaction, a number that
 * never becomes less within one cluster of PostgreSQL. When a database is restored, the ids of transactions begin
 * again at lesser numbers. A column default that adds a larger offset to them then lets the order go on from where it
 * was.
 */

/**
 * The number by which a restored database jumps ahead. Whoever follows events may have been further than the backup
 * was, by fewer transactions than this; 2^63 has room for millions of restores.
 */
const leap = 2n ** 40n

interface Extent {
  /** The greatest number that an event has; null if there is no event. */
  readonly greatest: string | null
  /** The number that the next transaction would get. */
  readonly next: string
  readonly ahead: string
}

/** Finds the greatest number by one look-up per workspace, at the end of its index. */
const selectGreatest = gather<[], { greatest: string }>(
  'select_greatest_event_order',
  `select latest.recorded_in as greatest
   from workspaces
   cross join lateral (
     select recorded_in from events
     where workspace_id = workspaces.id
     order by recorded_in desc limit 1
   ) latest
   order by latest.recorded_in desc limit 1`,
)

const selectNext = serviceStatement<[], { ahead: string; next: string }>(
  'select_next_event_order',
  `select ahead, pg_snapshot_xmax(pg_current_snapshot())::text::bigint + ahead as next from event_order`,
)

async function readExtent(db: Knex): Promise<Extent | undefined> {
  // In this order: events recorded between the two queries are below `next`.
  const [latest] = await selectGreatest(db)
  const [order] = await selectNext(db)
  return order && { ...order, greatest: latest?.greatest ?? null }
}

const setOrder = serviceStatement<[ahead: string]>('set_event_order', 'select set_event_order($1::bigint)')

/**
 * Lets the order of events go on if the database is another one than before, such as a restored dump: one of its
 * events was recorded in a transaction whose id is yet to come. To be called before events are recorded.
 */
export async function keepEventOrder(db: Knex): Promise<void> {
  const extent = await readExtent(db)
  if (extent === undefined || !isPast(extent)) return
  await inTransaction(db, async ({ sql }) => {
    // If two processes start together, one of them finds the work done.
    await sql.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.hold])
    const now = await readExtent(sql)
    if (now !== undefined && isPast(now)) await goAhead(sql, now)
  })
}

function isPast({ greatest, next }: Extent): boolean {
  return greatest !== null && BigInt(greatest) >= BigInt(next)
}

/**
 * Lets the order of events go on after all events that may have been recorded since the backup that the database was
 * restored from.
 */
export async function continueEventOrder(trx: Knex): Promise<void> {
  const extent = await readExtent(trx)
  if (extent !== undefined) await goAhead(trx, extent)
}

async function goAhead(trx: Knex, { greatest, next, ahead }: Extent): Promise<void> {
  const reached = [greatest ?? '0', next].map(BigInt).reduce((a, b) => (a > b ? a : b))
  const further = String(BigInt(ahead) + reached - BigInt(next) + leap)
  await setOrder(trx, further)
}

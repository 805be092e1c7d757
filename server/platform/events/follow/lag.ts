import type { Knex } from 'knex'
import { Gauge, type Registry } from 'prom-client'
import { cached } from '../../db/cached.js'
import { timeOf, type Uuid } from '../../db/ids.js'
import { gather } from '../../db/statements/statement.js'
import { readExtent } from './extent.js'

/** Finds the oldest event that is held up, by one look-up per workspace along its index. */
const selectOldestHeld = gather<[settled: string], { id: Uuid }>(
  'select_oldest_held_event',
  `select held.id
   from workspaces
   cross join lateral (
     select id from events
     where workspace_id = workspaces.id and recorded_in >= $1::bigint
     order by recorded_in, id limit 1
   ) held
   order by held.id limit 1`,
)

/**
 * Returns the age in seconds of the oldest event that followers do not get yet; 0 if there is none. A transaction in
 * progress holds it up, in whichever database of the server: see read.ts. The service's own role has all rights that
 * this needs.
 */
export async function followLagSeconds(db: Knex): Promise<number> {
  const { settled, next } = await readExtent(db)
  // No transaction of the server is in progress.
  if (settled === next) return 0
  const [oldest] = await selectOldestHeld(db, settled)
  // The id is of the clock of the process that recorded the event, which may be ahead.
  return oldest === undefined ? 0 : Math.max(0, Date.now() - timeOf(oldest.id).getTime()) / 1000
}

/** Registers the metric of the lag of following. */
export function followMetrics(registry: Registry, db: Knex): void {
  const lag = cached(() => followLagSeconds(db))
  new Gauge({
    name: 'postseal_followed_events_lag_seconds',
    help: 'The age of the oldest event that followers do not get yet because a transaction on the database server is open; 0 if none is waiting.',
    registers: [registry],
    async collect() {
      this.set((await lag()) ?? NaN)
    },
  })
}

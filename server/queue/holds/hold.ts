import type { Knex } from 'knex'
import { advisoryLocks } from '../../db/advisory-locks.js'
import { statement } from '../../db/statement.js'
import { migrationMs } from '../../db/time-limits.js'
import { inTransaction } from '../../db/transaction.js'

/**
 * A held start: what a restored database has in its queues was probably sent after its backup. So it is held,
 * that is due at infinity, until the operator releases or drops it. What is queued later goes as usual.
 */

const begin = statement<[name: string], { name: string }>(
  'begin_hold',
  'insert into queue_holds (name) values ($1) on conflict (name) do nothing returning name',
)

/** Leases are those of processes before the restore: what they had in flight is held, too. */
const holdAll = ['delivery_queue', 'webhook_queue'].map((table) =>
  statement<[], never>(
    `hold_${table}`,
    `update ${table} set held_due_at = due_at, due_at = 'infinity', lease = null where due_at < 'infinity'`,
  ),
)

/**
 * Holds everything that is queued, once for each name. Processes that start together take turns, and each
 * must call this before its workers and HTTP start: so nothing that one of them accepts is held by another.
 *
 * @param name the name of the restore
 * @returns whether this call has held it; false if it was done before
 */
export async function holdQueues(db: Knex, name: string): Promise<boolean> {
  return inTransaction(
    db,
    async ({ sql }) => {
      await sql.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.hold])
      if ((await begin(sql, name)).length === 0) return false
      for (const hold of holdAll) await hold(sql)
      return true
    },
    { maxMs: migrationMs },
  )
}

/** How much is held. */
export interface HeldCount {
  readonly deliveries: number
  readonly webhooks: number
}

const count = statement<[], { deliveries: string; webhooks: string }>(
  'count_held',
  `select (select count(*) from delivery_queue where due_at = 'infinity') as deliveries,
     (select count(*) from webhook_queue where due_at = 'infinity') as webhooks
   where exists (select from queue_holds where released_at is null)`,
)

/**
 * Counts what is held. It reads the queues only after a held start whose mail was not yet released or
 * dropped.
 */
export async function countHeld(db: Knex): Promise<HeldCount> {
  const [row] = await count(db)
  return { deliveries: Number(row?.deliveries ?? 0), webhooks: Number(row?.webhooks ?? 0) }
}

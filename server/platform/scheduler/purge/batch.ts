import type { Knex } from 'knex'
import { advisoryLocks } from '../../db/transaction/advisory-locks.js'
import { nilUuid, type Uuid } from '../../db/ids.js'
import { serviceStatement } from '../../db/statements/statement.js'
import { inTransaction } from '../../db/transaction/transaction.js'

/** The numbers of deleted rows, by table. */
export type Purged = Readonly<Record<string, number>>

/** A batch's result: the deleted rows, and the id at which the next batch goes on; null if there is nothing left. */
export interface PurgeBatch {
  readonly purged: Purged
  readonly next: Uuid | null
}

const tryLock = serviceStatement<[number], { mine: boolean }>(
  'try_lock_purge',
  'select pg_try_advisory_xact_lock($1) as mine',
)

/**
 * Purges batch by batch, each in a transaction of its own, so that nobody waits long for a row and a stop loses
 * nothing. One process purges at a time: two would wait for each other's rows.
 *
 * @param purge purges rows that follow the id
 * @param report called with each batch that was committed
 * @returns whether it came to its end: not if another process is purging, or the service stops
 */
export async function inBatches(
  db: Knex,
  stopping: AbortSignal,
  purge: (trx: Knex, after: Uuid) => Promise<PurgeBatch>,
  report: (purged: Purged) => void,
): Promise<boolean> {
  let position: Uuid | null = nilUuid
  while (position !== null) {
    if (stopping.aborted) return false
    const after: Uuid = position
    const batch: PurgeBatch | undefined = await inTransaction(db, async ({ sql: trx }) => {
      const [lock] = await tryLock(trx, advisoryLocks.purge)
      return lock?.mine ? purge(trx, after) : undefined
    })
    if (batch === undefined) return false
    report(batch.purged)
    position = batch.next
  }
  return true
}

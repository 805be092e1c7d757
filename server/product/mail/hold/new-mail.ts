import type { Knex } from 'knex'
import { advisoryLocks } from '../../../platform/db/transaction/advisory-locks.js'
import { serviceStatement } from '../../../platform/db/statements/statement.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { holdDeliveriesOfAll } from './hold-queues.js'

/**
 * Holds new mail after a held start, if the operator chose to hold it as well (POSTSEAL_START_HELD_NEW): the service
 * accepts it, and the delivery worker holds it in place of sending it, until the operator releases or drops it.
 */

const selectOpen = serviceStatement<[], { open: boolean }>(
  'select_hold_of_new_mail',
  'select exists (select from queue_holds where holds_new and released_at is null) as open',
)

const end = serviceStatement<[]>(
  'end_hold_of_new_mail',
  'update queue_holds set holds_new = false where holds_new',
)

/** Returns whether new mail is held at present. */
export async function isNewMailHeld(db: Knex): Promise<boolean> {
  const [row] = await selectOpen(db)
  return row?.open === true
}

/**
 * Ends the hold of new mail: when this resolves, no process holds new mail any more. Mail that was held stays held
 * until it is released.
 */
export async function endHoldOfNewMail(db: Knex): Promise<void> {
  await inTransaction(db, async ({ sql }) => {
    await sql.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.hold])
    await end(sql)
  })
}

/**
 * Returns a function that a worker calls before it claims something: it tells whether new mail is held and, if so,
 * holds all mail that is queued now. Such a hold only ever begins before the workers do, so the function queries it
 * only until it is over.
 */
export function newMailHolder(db: Knex): () => Promise<boolean> {
  let isOver = false
  return async () => {
    if (isOver) return false
    const holds = await inTransaction(db, async ({ sql }) => {
      // A transaction that ends the hold waits for those that hold something; later ones see that it has ended.
      await sql.raw('select pg_advisory_xact_lock_shared(?)', [advisoryLocks.hold])
      if (!(await isNewMailHeld(sql))) return false
      await holdDeliveriesOfAll(sql)
      return true
    })
    isOver = !holds
    return holds
  }
}

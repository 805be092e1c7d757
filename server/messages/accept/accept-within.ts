import type { Wakes } from '../../queue/wakes.js'
import type { Uuid } from '../../db/ids.js'
import type { Transaction } from '../../db/transaction.js'
import type { NewMessage } from '../admit/new-message.js'
import { presentAccepted } from './present.js'
import { refuseUnstored, storeTogether, unitOf } from './store.js'

/**
 * Accepts a message in the transaction of what it goes with, so that there is never one without the other. Whether
 * its recipient is suppressed has been looked up.
 *
 * @throws ApiError 423 `sending_halted`
 */
export async function acceptWithin(
  tx: Transaction,
  workspaceId: Uuid,
  message: NewMessage,
  wakes: Wakes,
): Promise<void> {
  const unit = unitOf(message, undefined, presentAccepted(message), false)
  const [result] = await storeTogether(tx.sql, workspaceId, [unit], () => tx.afterCommit(wakes.webhooks))
  if (result === undefined) throw new Error('a message that was stored has no result')
  refuseUnstored(result)
  tx.afterCommit(wakes.delivery)
}

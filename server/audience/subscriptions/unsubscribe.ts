import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import type { Transaction } from '../../db/transaction.js'
import { insertEvent } from '../../events/insert-event.js'
import { recordConsent, type ConsentProof } from './consents.js'
import { unsubscribedEvent } from './events.js'
import type { SubscriptionRow } from './rows.js'

/**
 * Ends a subscription and with it its round: the links of its opt-in mails confirm nothing any more. One that
 * has ended stays as it is.
 *
 * @param row locked
 * @param logId the delivery whose link was used
 * @returns the subscription as it is now
 */
export async function unsubscribe(
  tx: Transaction,
  row: SubscriptionRow,
  at: Date,
  proof: ConsentProof,
  logId?: Uuid,
): Promise<SubscriptionRow> {
  if (row.status === 'unsubscribed') return row
  const changes = { unsubscribed_at: at, updated_at: at }
  const { workspace_id, id } = row
  await tx
    .sql('subscriptions')
    .where({ workspace_id, id })
    .update({ ...changes, state: 'unsubscribed' })
  await recordConsent(tx.sql, row, 'unsubscribed', at, proof)
  const delivery = logId === undefined ? undefined : await findDelivery(tx.sql, workspace_id, logId)
  await insertEvent(tx.sql, workspace_id, unsubscribedEvent(row, proof.source, delivery))
  return { ...row, ...changes, status: 'unsubscribed' }
}

interface LogRow {
  readonly workspace_id: Uuid
  readonly id: Uuid
  readonly message_id: Uuid
}

/** Undefined where it is past the retention window: old mail can still be left by. */
async function findDelivery(trx: Knex.Transaction, workspaceId: Uuid, logId: Uuid) {
  const ofDelivery = { workspace_id: workspaceId, id: logId }
  const log = await trx<LogRow>('message_logs').where(ofDelivery).first()
  return log && { messageId: log.message_id, logId }
}

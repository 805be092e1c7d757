import type { Knex } from 'knex'
import { isAddressToken } from '../../../platform/auth/address-tokens.js'
import { newUuid, toTypeId, type Uuid } from '../../../platform/db/ids.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { insertEvent } from '../../../platform/events/insert-event.js'
import { programIn } from '../../../platform/events/program-of-mail.js'
import { addressFaultOf } from '../../delivery/bounce/address-fault.js'
import { classify } from '../../delivery/bounce/classify.js'
import type { ReturnedDelivery } from '../../delivery/bounce/return-path.js'
import type { SmtpReply } from '../../delivery/smtp/reply.js'
import type { WholeAttempt } from '../../mail/stored-attempt.js'
import { countReturned, countReturnedOf } from './count.js'
import { lockLog } from '../../mail/record/returned-log.js'
import { lockReturned, markBounced, unqueueReturned } from '../../mail/record/returned.js'
import { suppressFor } from './suppress.js'

/** The result of recording a report about a delivery. */
export type RecordedBounce =
  /** The bounce is now in the log. */
  | { readonly kind: 'recorded'; readonly live: boolean; readonly campaignId: Uuid | null }
  /**
   * Nothing changes: the bounce is in the log already, or the delivery had ended before, or retention deleted the
   * log.
   */
  | { readonly kind: 'known' }
  /**
   * A worker has the delivery in flight and has not recorded yet that it was accepted. The report has to come
   * again.
   */
  | { readonly kind: 'early' }

/** The content of a delivery status notification. */
export interface BounceReport {
  readonly reply: SmtpReply
  /**
   * True if the report is about the recipient's own mailbox, not about a mailbox that their mail was forwarded to.
   */
  readonly isOwn: boolean
}

/** Reason for not suppressing an address: another member of the alias may have received the message. */
const passedOn =
  'The report names another recipient, to whom an alias or a forward had passed the message on. The address is not suppressed.'

/**
 * Records that a delivery came back after a server had accepted it, in one transaction: the log's attempt, the event,
 * the count for halting, and the suppression of the address if the bounce calls for it. A second copy of the report
 * changes nothing.
 *
 * @param countedBy this process's own id in the totals
 */
export function recordBounce(
  db: Knex,
  delivery: ReturnedDelivery,
  report: BounceReport,
  countedBy: Uuid,
): Promise<RecordedBounce> {
  const { workspaceId, logId } = delivery
  return inTransaction(db, async ({ sql: trx }) => {
    const [queued] = await lockReturned(trx, workspaceId, logId)
    if (queued?.held === true) return { kind: 'early' }
    const log = await lockLog(trx, workspaceId, logId)
    // A delivery that is deferred or queued was sent all the same: its connection broke before the server's reply.
    if (log === undefined || !['delivered', 'deferred', 'queued'].includes(log.status))
      return { kind: 'known' }
    // The delivery bounced or failed, and is being opened again at this moment.
    if (queued === undefined && log.status !== 'delivered') return { kind: 'early' }

    const reason = classify(report.reply)
    // The server's words about an erased person may reveal more than the address.
    const reply = isAddressToken(log.address) ? { ...report.reply, text: '' } : report.reply
    const error = report.isOwn ? null : passedOn
    const attempt: WholeAttempt = {
      at: new Date().toISOString(),
      outcome: 'bounced',
      via: 'dsn',
      reply,
      class: reason,
      error,
      server: null,
      tls: null,
      duration_ms: null,
      source: null,
    }
    const bounced = log.bounced_before ? 0 : 1
    await markBounced(trx, workspaceId, logId, JSON.stringify(attempt), bounced > 0)
    if (queued !== undefined) await unqueueReturned(trx, workspaceId, logId)
    const live = log.environment === 'live'
    let suppressed = false
    if (live) {
      await countReturned(trx, workspaceId, countedBy, {
        // A delivered one was counted as settled before; one that bounced before was counted as both.
        settled: log.delivered_at === null ? bounced : 0,
        bounced,
        complained: 0,
      })
      const fault = addressFaultOf(reason)
      // A server that gave up after a temporary "user unknown" has not said that there is no such user.
      if (report.isOwn && (fault === 'soft' || (fault === 'hard' && reply.code >= 500)))
        suppressed = await suppressFor(trx, workspaceId, log.address, { fault, logId, reply })
    }
    await countReturnedOf(trx, workspaceId, countedBy, {
      campaignId: log.campaign_id,
      bounced,
      complained: 0,
    })
    await insertEvent(trx, workspaceId, {
      id: newUuid(),
      projectId: log.project_id,
      environment: log.environment,
      type: 'message.bounced',
      data: {
        message_id: toTypeId('msg', log.message_id),
        log_id: toTypeId('log', logId),
        recipient: log.recipient,
        category: log.category,
        ...programIn({ campaignId: log.campaign_id, automationId: log.automation_id }),
        attempt: log.attempts + 1,
        via: 'dsn',
        reply,
        class: reason,
        suppressed,
        error,
      },
    })
    return { kind: 'recorded', live, campaignId: log.campaign_id }
  })
}

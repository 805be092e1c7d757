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

/** What came of a report about a delivery. */
export type RecordedBounce =
  /** The bounce is now in the log. */
  | { readonly kind: 'recorded'; readonly live: boolean; readonly campaignId: Uuid | null }
  /** Nothing changes: it is there already, or the delivery had ended before, or retention took the log. */
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
   * Whether the report is about the recipient's own mailbox, not about a mailbox that their mail was
   * forwarded to.
   */
  readonly isOwn: boolean
}

/** Another member of an alias may have received the message, so the address is not suppressed. */
const passedOn =
  'The report names another recipient, to whom an alias or a forward had passed the message on. The address is not suppressed.'

/**
 * Records that a delivery came back after a server had taken it, in one transaction: the log's attempt, the
 * event, what is counted to halt on, and whether the address is suppressed. A second copy of the report finds
 * nothing to do.
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
    // It was bounced or failed, and is being opened again at this moment.
    if (queued === undefined && log.status !== 'delivered') return { kind: 'early' }

    const reason = classify(report.reply)
    // Of somebody who was erased the server's words may say more than the address.
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
        // One that was delivered was counted as settled then, and one that bounced before is counted as both.
        settled: log.delivered_at === null ? bounced : 0,
        bounced,
        complained: 0,
      })
      const fault = addressFaultOf(reason)
      // A server that gave up on "user unknown" for now has not said that there is none.
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

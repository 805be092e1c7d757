import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import type { ReturnedDelivery, ReturnPath } from '../delivery/bounce/return-path.js'
import { domainOf, foldAddress, normalizeDomain } from '../../../base/addresses/address.js'
import { haltWhereNeeded } from '../workspace/halting/halt-by-rate.js'
import { expectAuthentic } from './dmarc/authentic.js'
import { isFeedbackProvider } from '../../platform/config/feedback-providers.js'
import type { InboundKind } from './metrics.js'
import type { ReportRecipient } from './recipients.js'
import { recordBounce, type RecordedBounce } from './record/bounce.js'
import { recordComplaint, recordUnverifiedComplaint } from './record/complaint.js'
import { recipientOfLog } from '../mail/record/returned-log.js'
import { deliveryOfMessageId, deliveryOfReturnPath } from './reports/complained-delivery.js'
import { statusFor, type DsnRecipient } from './reports/dsn.js'
import { knownTypeOf, type Feedback } from './reports/feedback.js'
import type { MailParsing, ParseJob } from './parsing/jobs.js'
import { SmtpRefusal } from '../../mail/smtp-listener/refusal.js'

/**
 * An incoming message. For a large message, `source` has only its first bytes: a report makes its statements there.
 */
export interface Received extends Omit<ParseJob, 'as'> {
  readonly recipients: readonly ReportRecipient[]
}

/** Decides what a message is and records the facts that it reports. Knows nothing of sockets. */
export type Receive = (received: Received) => Promise<InboundKind>

/**
 * Types of reports that are not a person's complaint: the opposite of one, or a finding about authentication (RFC
 * 6591).
 */
const noComplaint: readonly string[] = ['not-spam', 'auth-failure', 'dmarc']

export interface ReceiverOptions {
  readonly db: Knex
  readonly returnPath: ReturnPath
  readonly parsing: MailParsing
  /** Domains and addresses whose reports are believed even if they name no return path. */
  readonly feedbackProviders: readonly string[]
  /** Pauses campaigns that bounce or are complained about too often. Never throws. */
  readonly brake: (workspaceId: WorkspaceId, campaignIds: readonly Uuid[]) => Promise<void>
  readonly log: Logger
}

/**
 * Returns the receiver of reports. Nothing here ever sends mail, least of all in answer to `<>`.
 *
 * @throws SmtpRefusal if the message has to come again, or a person wrote it; the database's failures
 */
export function returnedMailReceiver(options: ReceiverOptions): Receive {
  const { db, returnPath, parsing, feedbackProviders, log } = options
  /** Id of this process's own rows in the totals. */
  const countedBy = newUuid()

  return async (mail) => {
    const { sender, recipients } = mail
    // Only a complaint that proves nothing else needs its sender authenticated.
    const parsed = await parsing.parse({ ...mail, as: 'report', authentication: undefined })
    const report = 'unreadable' in parsed ? undefined : parsed.report
    if (report === undefined || report.kind === 'none') {
      // Refusing a program's message would make a server return it to somebody who never sees it. A person who wrote
      // to an address that nobody reads learns so from their own server.
      if (sender === '' || report?.automatic === true) return 'ignored'
      throw new SmtpRefusal(550, '5.6.0 This address takes delivery reports only')
    }
    const from = 'unreadable' in parsed || parsed.from === undefined ? undefined : foldAddress(parsed.from)
    let kind: InboundKind = 'unmatched'
    for (const recipient of recipients) {
      if (recipient.kind === 'sign-in') {
        if (kind === 'unmatched') kind = 'sign_in'
        continue
      }
      const own =
        report.kind === 'dsn'
          ? await takeStatuses(recipient, report.statuses)
          : await takeFeedback(recipient, report.feedback, mail, from)
      if (own !== 'unmatched') kind = own
    }
    return kind
  }

  async function takeStatuses(
    recipient: ReportRecipient,
    statuses: readonly DsnRecipient[],
  ): Promise<InboundKind> {
    // A delivery is known by the address that its report goes to, and by nothing that the report says.
    if (recipient.kind !== 'return-path') return 'unmatched'
    const { delivery } = recipient
    const address = await recipientOfLog(db, delivery.workspaceId, delivery.logId)
    if (address === undefined) return 'unmatched'
    const matched = statusFor(address, statuses)
    if (matched?.status.action !== 'failed') return 'status'
    const report = { reply: matched.status.reply, isOwn: matched.isOwn }
    return settled(delivery, await recordBounce(db, delivery, report, countedBy), 'bounce')
  }

  async function takeFeedback(
    recipient: ReportRecipient,
    feedback: Feedback,
    mail: Received,
    from: string | undefined,
  ): Promise<InboundKind> {
    if (noComplaint.includes(feedback.type)) return 'status'
    const proven =
      recipient.kind === 'return-path' ? recipient.delivery : deliveryOfReturnPath(feedback, returnPath)
    const delivery = proven ?? (await deliveryOfMessageId(db, feedback))
    if (delivery === undefined) return 'unmatched'
    if (proven === undefined && !(await isByProvider(mail, from)))
      return keepUnverified(delivery, feedback, from)
    return settled(delivery, await recordComplaint(db, delivery, feedback, countedBy), 'complaint')
  }

  /**
   * @throws SmtpRefusal 451 if the DNS gives no answer
   */
  async function isByProvider(mail: Received, from: string | undefined): Promise<boolean> {
    if (from === undefined || !isFeedbackProvider(from, feedbackProviders)) return false
    // If live mail goes to the sink, reports come from this machine, and nobody can be authenticated.
    if (mail.authentication === undefined) return true
    const parsed = await parsing.parse({ ...mail, as: 'report' })
    if ('unreadable' in parsed) return false
    try {
      expectAuthentic(parsed.auth)
      return true
    } catch (error) {
      if (error instanceof SmtpRefusal && error.responseCode >= 500) return false
      throw error
    }
  }

  async function keepUnverified(
    delivery: ReturnedDelivery,
    feedback: Feedback,
    from: string | undefined,
  ): Promise<InboundKind> {
    const fromDomain = from === undefined ? undefined : normalizeDomain(domainOf(from))
    const complaint = { feedback_type: knownTypeOf(feedback), from_domain: fromDomain ?? null }
    if (!(await recordUnverifiedComplaint(db, delivery, complaint))) return 'known'
    const of = { workspace_id: toTypeId('ws', delivery.workspaceId), log_id: toTypeId('log', delivery.logId) }
    log.info(
      { ...of, from_domain: complaint.from_domain },
      'a complaint could not be verified and has no effect',
    )
    return 'complaint_unverified'
  }

  async function settled(
    { workspaceId }: ReturnedDelivery,
    recorded: RecordedBounce,
    kind: 'bounce' | 'complaint',
  ): Promise<InboundKind> {
    if (recorded.kind === 'early') throw new SmtpRefusal(451, '4.3.2 Too early, try again later')
    if (recorded.kind === 'known') return 'known'
    // The campaign is paused first, so that its rates do not halt the workspace.
    if (recorded.campaignId !== null) await options.brake(workspaceId, [recorded.campaignId])
    if (recorded.live) await haltWhereNeeded(db, workspaceId, log)
    return kind
  }
}

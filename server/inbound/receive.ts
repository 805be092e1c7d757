import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { newUuid } from '../db/ids.js'
import type { ReturnedDelivery, ReturnPath } from '../delivery/bounce/return-path.js'
import { haltWhereNeeded } from '../workspace/halting/halt-by-rate.js'
import type { InboundKind } from './metrics.js'
import type { Recipient } from './recipients.js'
import { recordBounce, type Recorded } from './record/bounce.js'
import { recordComplaint } from './record/complaint.js'
import { recipientOfLog } from './record/log.js'
import { complainedDelivery } from './reports/complained-delivery.js'
import { statusFor, type RecipientStatus } from './reports/dsn.js'
import type { Feedback } from './reports/feedback.js'
import { readReport } from './reports/read-report.js'
import { Refusal } from './smtp/refusal.js'

/** A message that has arrived. */
export interface Received {
  /** The envelope sender, empty for `<>`. */
  readonly sender: string
  readonly recipients: readonly Recipient[]
  /** Its first bytes, which hold what a report has to say. */
  readonly raw: Buffer
}

/** Decides what a message is and records what it says. Knows nothing of sockets. */
export type Receive = (received: Received) => Promise<InboundKind>

/** Reports that are not a person's complaint: the opposite of one, or a finding about authentication (RFC 6591). */
const noComplaint: readonly string[] = ['not-spam', 'auth-failure', 'dmarc']

/**
 * Nothing here ever sends mail, least of all in answer to `<>`.
 *
 * @throws Refusal where the message has to come again, or a person wrote it; the database's failures
 */
export function receiver(options: {
  readonly db: Knex
  readonly returnPath: ReturnPath
  readonly log: Logger
}): Receive {
  const { db, returnPath, log } = options
  /** This process's own rows in the totals. */
  const countedBy = newUuid()

  return async ({ sender, recipients, raw }) => {
    const report = readReport(raw)
    if (report.kind === 'none') {
      // To refuse what a program wrote would make a server return it to somebody who never sees it. A person who wrote to
      // an address that nobody reads is told, by their own server.
      if (sender === '' || report.automatic) return 'ignored'
      throw new Refusal(550, '5.6.0 This address takes delivery reports only')
    }
    let kind: InboundKind = 'unmatched'
    for (const recipient of recipients) {
      const own =
        report.kind === 'dsn'
          ? await takeStatuses(recipient, report.statuses)
          : await takeFeedback(recipient, report.feedback)
      if (own !== 'unmatched') kind = own
    }
    return kind
  }

  async function takeStatuses(
    recipient: Recipient,
    statuses: readonly RecipientStatus[],
  ): Promise<InboundKind> {
    // A delivery is known by the address that its report goes to, and by nothing that the report says.
    if (recipient.kind !== 'return-path') return 'unmatched'
    const { delivery } = recipient
    const address = await recipientOfLog(db, delivery.workspaceId, delivery.logId)
    if (address === undefined) return 'unmatched'
    const status = statusFor(address, statuses)
    if (status?.action !== 'failed') return 'status'
    return settled(delivery, await recordBounce(db, delivery, status.reply, countedBy), 'bounce')
  }

  async function takeFeedback(recipient: Recipient, feedback: Feedback): Promise<InboundKind> {
    if (noComplaint.includes(feedback.type)) return 'status'
    const delivery =
      recipient.kind === 'return-path'
        ? recipient.delivery
        : await complainedDelivery(db, feedback, returnPath)
    if (delivery === undefined) return 'unmatched'
    return settled(delivery, await recordComplaint(db, delivery, feedback, countedBy), 'complaint')
  }

  async function settled(
    { workspaceId }: ReturnedDelivery,
    recorded: Recorded,
    kind: 'bounce' | 'complaint',
  ): Promise<InboundKind> {
    if (recorded.kind === 'early') throw new Refusal(451, '4.3.2 Too early, try again later')
    if (recorded.kind === 'known') return 'known'
    if (recorded.live) await haltWhereNeeded(db, workspaceId, log)
    return kind
  }
}

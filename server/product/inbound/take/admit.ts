import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { memoryCounter, type Quota } from '../../../platform/http/rate-limit/counter.js'
import { foldAddress } from '../../../../base/addresses/address.js'
import { SmtpRefusal } from '../../../mail/smtp-listener/refusal.js'
import type { RouteRecipient } from '../recipients.js'
import { storedOf, type Stored } from '../routes/stored.js'
import { refusalOf, verdictOn } from '../routes/verdict.js'
import { atMostEntries } from '../../../../base/caches/at-most-entries.js'

/** Quotas of incoming mail. Each process counts for itself. */
export interface InboundQuotas {
  /** Quota of a sender, for a workspace. */
  readonly sender: Quota
  readonly route: Quota
}

export const defaultInboundQuotas: InboundQuotas = {
  sender: { max: 60, windowSeconds: 60 },
  route: { max: 600, windowSeconds: 60 },
}

/** Milliseconds for which the size of a workspace's messages is remembered. */
const storageMs = 1_000

/** Mail that a client announces. */
export interface AnnouncedMail {
  /** The envelope sender, empty for `<>`. */
  readonly sender: string
  readonly clientAddress: string
  /** Size that MAIL declares (RFC 1870); 0 if it declares none. */
  readonly declaredBytes: number
  /** Recipients that were accepted before. */
  readonly earlier: readonly RouteRecipient[]
}

/** Admits a recipient, or refuses it before anything of the message has been sent. */
export type AdmitRecipient = (recipient: RouteRecipient, mail: AnnouncedMail) => Promise<void>

/**
 * Decides whether a route takes mail that is announced: whether the route is enabled, does not block the sender, and
 * has room. Each message counts once for its sender and once for each route.
 *
 * The promise rejects with an SmtpRefusal if the route does not take the mail, or with the failure of the database.
 *
 * @param maxBytes size of the largest message
 */
export function recipientAdmission(db: Knex, quotas: InboundQuotas, maxBytes: number): AdmitRecipient {
  const bySender = memoryCounter(quotas.sender)
  const byRoute = memoryCounter(quotas.route)
  const storage = new LRUCache<WorkspaceId, Stored>({
    ...atMostEntries(10_000),
    ttl: storageMs,
    fetchMethod: (workspaceId) => storedOf(db, workspaceId),
  })

  return async ({ route }, { sender, clientAddress, declaredBytes, earlier }) => {
    const { workspace_id: workspaceId } = route
    const stored = (await storage.fetch(workspaceId)) ?? (await storedOf(db, workspaceId))
    const verdict = verdictOn(route, sender, stored)
    if (verdict !== 'accepted') throw refusalOf(verdict)
    if (declaredBytes > maxBytes) throw new SmtpRefusal(552, '5.3.4 The message is too large')
    if (stored.bytes + declaredBytes > stored.maxBytes) throw refusalOf('storage_full')

    const before = earlier.map((each) => each.route)
    if (!before.some(({ workspace_id }) => workspace_id === workspaceId)) {
      // Anybody may use the null sender, so the client counts in its place.
      const subject = sender === '' ? `<> ${clientAddress}` : foldAddress(sender)
      const { fits } = await bySender.take(`${workspaceId} ${subject}`, 1)
      if (!fits) throw new SmtpRefusal(452, '4.7.1 Too many messages from this sender, try again later')
    }
    if (!before.some(({ id }) => id === route.id)) {
      const { fits } = await byRoute.take(route.id, 1)
      if (!fits) throw new SmtpRefusal(452, '4.7.1 Too many messages for this address, try again later')
    }
  }
}

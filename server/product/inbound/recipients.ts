import type { ReplyAddresses } from '../delivery/bounce/reply-address.js'
import { signInReturnPath, type ReturnedDelivery, type ReturnPath } from '../delivery/bounce/return-path.js'
import { reportAddress } from '../domains/dmarc/report-address.js'
import { normalizeAddress } from '../../mail/address.js'
import type { RouteFinder } from './routes/find.js'
import { resolveRoute, type ResolvedRoute } from './routes/resolve.js'

/** An address that reports come back to. */
export type ReportRecipient =
  /** The envelope sender of a delivery of ours. */
  | { readonly kind: 'return-path'; readonly delivery: ReturnedDelivery }
  /** The envelope sender of sign-in mail. */
  | { readonly kind: 'sign-in' }
  /** The address that an operator gives to the feedback loops of mailbox providers. */
  | { readonly kind: 'feedback' }
  /** The address that DMARC aggregate reports and TLS reports go to. */
  | { readonly kind: 'dmarc-report' }

/** An address that a workspace receives mail at. */
export interface RouteRecipient extends ResolvedRoute {
  readonly kind: 'route'
  /** As it came in RCPT, normalized. */
  readonly address: string
}

/** Whom the receiver takes mail for. */
export type Recipient = ReportRecipient | RouteRecipient

/** Finds out whom an address stands for; undefined where it is none of ours. */
export type ResolveRecipient = (address: string) => Promise<Recipient | undefined>

/** What its promise rejects with is the failure of the database. */
export function recipientResolver(
  returnPath: ReturnPath,
  replies: ReplyAddresses,
  routes: RouteFinder,
): ResolveRecipient {
  return async (address) => {
    // The SMTP library shows a domain in its own script.
    const normal = normalizeAddress(address)
    const own = reportRecipientOf(normal, returnPath)
    if (own !== undefined) return own
    const resolved = await resolveRoute(normal, replies, routes)
    return resolved && { kind: 'route', address: normal, ...resolved }
  }
}

function reportRecipientOf(address: string, returnPath: ReturnPath): ReportRecipient | undefined {
  if (address.toLowerCase() === `fbl@${returnPath.domain}`) return { kind: 'feedback' }
  if (address.toLowerCase() === signInReturnPath(returnPath.domain)) return { kind: 'sign-in' }
  if (address.toLowerCase() === reportAddress(returnPath.domain)) return { kind: 'dmarc-report' }
  const delivery = returnPath.read(address)
  return delivery && { kind: 'return-path', delivery }
}

import type { ReplyAddresses } from '../delivery/bounce/reply-address.js'
import { signInReturnPath, type ReturnedDelivery, type ReturnPath } from '../delivery/bounce/return-path.js'
import { reportAddress } from '../domains/dmarc/report-address.js'
import type { VerifiedReturnPaths } from '../domains/return-path/verified-names.js'
import { domainOf, normalizeAddress } from '../../../base/addresses/address.js'
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

/** An address at which a workspace receives mail. */
export interface RouteRecipient extends ResolvedRoute {
  readonly kind: 'route'
  /** Address from RCPT, normalized. */
  readonly address: string
}

/** A recipient that the receiver accepts mail for. */
export type Recipient = ReportRecipient | RouteRecipient

/** Finds the recipient that an address stands for; undefined if it is none of ours. */
export type ResolveRecipient = (address: string) => Promise<Recipient | undefined>

/** Returns the function that resolves recipients; its promise rejects with failures of the database. */
export function recipientResolver(
  returnPath: ReturnPath,
  replies: ReplyAddresses,
  routes: RouteFinder,
  verified: VerifiedReturnPaths,
): ResolveRecipient {
  return async (address) => {
    // The SMTP library shows a domain in its own script.
    const normal = normalizeAddress(address)
    const own = reportRecipientOf(normal, returnPath)
    if (own !== undefined && (await isTaken(own, normal))) return own
    const resolved = await resolveRoute(normal, replies, routes)
    return resolved && { kind: 'route', address: normal, ...resolved }
  }

  /**
   * Returns whether reports are accepted at the address's domain: that of the service, or one that mail has left
   * with.
   */
  async function isTaken(recipient: ReportRecipient, address: string): Promise<boolean> {
    const domain = domainOf(address)
    if (domain === returnPath.domain.toLowerCase()) return true
    if (recipient.kind === 'sign-in') return false
    const of = recipient.kind === 'return-path' ? recipient.delivery.workspaceId : undefined
    return verified.includes(domain, of)
  }
}

/** Returns the recipient that an address stands for if its domain is that of a return path. */
function reportRecipientOf(address: string, returnPath: ReturnPath): ReportRecipient | undefined {
  const domain = domainOf(address)
  const folded = address.toLowerCase()
  if (folded === `fbl@${domain}`) return { kind: 'feedback' }
  if (folded === signInReturnPath(domain)) return { kind: 'sign-in' }
  if (folded === reportAddress(domain)) return { kind: 'dmarc-report' }
  const delivery = returnPath.read(address)
  return delivery && { kind: 'return-path', delivery }
}

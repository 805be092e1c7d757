import type { ReturnedDelivery, ReturnPath } from '../delivery/bounce/return-path.js'
import { reportAddress } from '../domains/dmarc/report-address.js'
import { normalizeAddress } from '../mail-address.js'

/** Whom the receiver takes mail for. */
export type Recipient =
  /** The envelope sender of a delivery of ours. */
  | { readonly kind: 'return-path'; readonly delivery: ReturnedDelivery }
  /** The address that an operator gives to the feedback loops of mailbox providers. */
  | { readonly kind: 'feedback' }
  /** The address that DMARC aggregate reports go to. */
  | { readonly kind: 'dmarc-report' }

/** @returns undefined where the address is none of ours */
export function recipientOf(address: string, returnPath: ReturnPath): Recipient | undefined {
  // The SMTP library shows a domain in its own script.
  const normal = normalizeAddress(address)
  if (normal.toLowerCase() === `fbl@${returnPath.domain}`) return { kind: 'feedback' }
  if (normal.toLowerCase() === reportAddress(returnPath.domain)) return { kind: 'dmarc-report' }
  const delivery = returnPath.read(normal)
  return delivery && { kind: 'return-path', delivery }
}

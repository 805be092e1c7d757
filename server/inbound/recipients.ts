import type { ReturnedDelivery, ReturnPath } from '../delivery/bounce/return-path.js'
import { normalizeAddress } from '../mail-address.js'

/** Whom the receiver takes mail for. */
export type Recipient =
  /** The envelope sender of a delivery of ours. */
  | { readonly kind: 'return-path'; readonly delivery: ReturnedDelivery }
  /** The address that an operator gives to the feedback loops of mailbox providers. */
  | { readonly kind: 'feedback' }

/** @returns undefined where the address is none of ours */
export function recipientOf(address: string, returnPath: ReturnPath): Recipient | undefined {
  // The SMTP library shows a domain in its own script.
  const normal = normalizeAddress(address)
  if (normal.toLowerCase() === `fbl@${returnPath.domain}`) return { kind: 'feedback' }
  const delivery = returnPath.read(normal)
  return delivery && { kind: 'return-path', delivery }
}

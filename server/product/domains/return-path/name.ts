import { aligned } from '../../../mail/dmarc/same-organization.js'
import type { SendingSetup } from '../sending-setup.js'

/** What stands before a domain in the name of its own return path, where nobody has said otherwise. */
export const defaultReturnPathLabel = 'bounces'

/**
 * The longest name of a return path in octets: an address has at most 254 (RFC 5321, section 4.5.3.1.3), and 64 of them
 * are `b+`, the token and the `@`.
 */
export const longestReturnPathName = 190

/** The domain that a return path is of, and what stands before it. */
export interface LabelledDomain {
  /** As A-labels in lower case. */
  readonly name: string
  readonly returnPathLabel: string
}

/** The name of a domain's own return path, whether it is of use or not. */
export function returnPathName({ name, returnPathLabel }: LabelledDomain): string {
  return `${returnPathLabel}.${name}`
}

/**
 * Whether a domain has any use for a return path of its own: not where mail stays in the sink, where the service's is
 * aligned already (RFC 9989, section 4.4), or where the address would be too long.
 */
export function usesOwnReturnPath(domain: LabelledDomain, setup: SendingSetup): boolean {
  if (setup.staysHere || aligned(setup.returnPathDomain, domain.name, false)) return false
  return returnPathName(domain).length <= longestReturnPathName
}

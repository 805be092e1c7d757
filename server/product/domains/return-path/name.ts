import { aligned } from '../../../mail/dmarc/same-organization.js'
import type { SendingSetup } from '../sending-setup.js'

/** Default label before a domain's name in the name of its own return path. */
export const defaultReturnPathLabel = 'bounces'

/**
 * The longest name of a return path in octets: an address has at most 254 (RFC 5321, section 4.5.3.1.3), and 64 of
 * them are `b+`, the token and the `@`.
 */
export const longestReturnPathName = 190

/** A domain and the label of its return path. */
export interface LabelledDomain {
  /** Name as A-labels in lower case. */
  readonly name: string
  readonly returnPathLabel: string
}

/** Returns the name of a domain's own return path, whether it is used or not. */
export function returnPathName({ name, returnPathLabel }: LabelledDomain): string {
  return `${returnPathLabel}.${name}`
}

/**
 * Returns whether a return path of its own is of any use to a domain: not if mail stays in the sink, if the service's
 * is aligned already (RFC 9989, section 4.4), or if the address would be too long.
 */
export function usesOwnReturnPath(domain: LabelledDomain, setup: SendingSetup): boolean {
  if (setup.staysHere || aligned(setup.returnPathDomain, domain.name, false)) return false
  return returnPathName(domain).length <= longestReturnPathName
}

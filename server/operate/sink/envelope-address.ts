import { foldAddress, isInternational, normalizeAddress } from '../../../base/addresses/address.js'

/**
 * An envelope address as the sender wrote it. The SMTP library shows a domain in its own script, where the
 * API and everybody else who compares addresses have its A-labels.
 */
export function writtenAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (!isInternational(address.slice(at + 1))) return address
  const normal = normalizeAddress(address)
  return address.slice(0, at) + normal.slice(normal.lastIndexOf('@'))
}

/** Compares with one address without regard to case and script. */
export function addressMatcher(wanted: string): (address: string) => boolean {
  const folded = foldAddress(wanted)
  return (address) => address.toLowerCase() === folded
}

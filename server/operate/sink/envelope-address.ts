import { foldAddress, isInternational, normalizeAddress } from '../../../base/addresses/address.js'

/**
 * Returns an envelope address as the sender wrote it. The SMTP library shows a domain in its own script, while the
 * API and everybody else who compares addresses use its A-labels.
 */
export function writtenAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (!isInternational(address.slice(at + 1))) return address
  const normal = normalizeAddress(address)
  return address.slice(0, at) + normal.slice(normal.lastIndexOf('@'))
}

/** Returns a function that compares addresses with one address without regard to case and script. */
export function addressMatcher(wanted: string): (address: string) => boolean {
  const folded = foldAddress(wanted)
  return (address) => address.toLowerCase() === folded
}

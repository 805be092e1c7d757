import { readAddress } from '../../../../base/addresses/address.js'

/** The recipient pattern of a route in the form that is stored: folded, its domain as A-labels. */
export interface RouteRecipient {
  /** An address, `local+*@domain` or `*@domain`. */
  readonly recipient: string
  readonly domain: string
}

/**
 * Reads the recipient pattern that somebody wrote for a route.
 *
 * @returns undefined if it is no address, or has a `*` elsewhere than alone or behind a last `+`
 */
export function readRouteRecipient(given: string): RouteRecipient | undefined {
  // An asterisk is a letter like others in a local part (RFC 5322, section 3.2.3).
  const read = readAddress(given)
  if (read === undefined) return undefined
  const at = read.address.lastIndexOf('@')
  const local = read.address.slice(0, at)
  if (local !== '*' && local.replace(/(?<=.\+)\*$/, '').includes('*')) return undefined
  return { recipient: read.address, domain: read.address.slice(at + 1) }
}

/**
 * Returns the recipient patterns of routes that an address may belong to, the most specific first: the address
 * itself, `local+*@domain` from the longest local part to the shortest, `*@domain`.
 *
 * @param address folded (`base/addresses/address.ts`); its local part has at most 64 octets, so candidates are few
 */
export function candidatesOf(address: string): string[] {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at)
  const found = [address]
  for (let plus = address.lastIndexOf('+', at); plus > 0; plus = address.lastIndexOf('+', plus - 1)) {
    found.push(`${address.slice(0, plus)}+*${domain}`)
  }
  found.push(`*${domain}`)
  return found
}

/** Addresses to which a record asks for reports, in the order of the record (RFC 9989, section 4.6). */
export interface ReportUris {
  /** Plain addresses of the valid `mailto:` URIs. */
  readonly addresses: readonly string[]
  /** Pieces that are not a URI, or not one that reports can be sent to. */
  readonly invalid: readonly string[]
}

/**
 * Pattern of an address without anything that a URI would have to escape. The rest is a size, which RFC 9989 has
 * dropped.
 */
const mailto = /^mailto:([^@\s!,;?]+@[^@\s!,;?]+)(?:\?[^!\s]*)?(?:!\d+[kmgt]?)?$/i

/** Reads the value of `rua` or `ruf`. */
export function reportUris(value: string): ReportUris {
  const addresses: string[] = []
  const invalid: string[] = []
  for (const uri of urisIn(value)) {
    const address = addressIn(uri)
    if (address === undefined) invalid.push(uri)
    else addresses.push(address)
  }
  return { addresses, invalid }
}

/** Returns each URI of the value, right or wrong. */
export function urisIn(value: string): string[] {
  return value
    .split(',')
    .map((uri) => uri.trim())
    .filter((uri) => uri !== '')
}

/**
 * Returns the address in a URI.
 *
 * @returns undefined if it is not a `mailto:` URI of an address
 */
export function addressIn(uri: string): string | undefined {
  const address = mailto.exec(uri)?.[1]
  if (address === undefined) return undefined
  try {
    return decodeURIComponent(address)
  } catch {
    return undefined
  }
}

/** Returns whether a piece is an address that lacks its `mailto:`, which is the usual slip. */
export function isBareAddress(uri: string): boolean {
  return addressIn(`mailto:${uri}`) !== undefined && !uri.includes(':')
}

/** Returns whether two addresses are the same: no receiver distinguishes mailboxes of reports by case. */
export function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

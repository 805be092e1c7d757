import { getDomain } from 'tldts'
import { DnsFailure, type Resolver } from '../../../../mail/dns/resolver.js'
import { normalizeDomain } from '../../../../../base/addresses/address.js'
import { isPublicAddress } from '../../../../mail/network/address-guard.js'
import { plainAddress } from '../../../../mail/network/address-ranges.js'

/** The verified name of an address. */
export interface SourceName {
  readonly hostname: string | null
  /** The registered domain that the name is below. */
  readonly network: string | null
}

export const noName: SourceName = { hostname: null, network: null }

/** Most names of an address that are looked up: it can have any number, and each is a question. */
const namesAtMost = 5

/**
 * Finds the name of an address that leads back to it (RFC 1912, section 2.1; "iprev" in RFC 8601, section 3): the
 * address's owner can choose any name, so a name that does not lead back is worth nothing.
 *
 * @returns undefined if the DNS gave no answer
 */
export async function nameOf(
  address: string,
  resolver: Pick<Resolver, 'names' | 'addresses'>,
): Promise<SourceName | undefined> {
  if (!isPublicAddress(address)) return noName
  const names = await unlessFailed(resolver.names(address))
  if (names === undefined) return undefined
  let answered = true
  for (const given of names.records.slice(0, namesAtMost)) {
    // A stranger has chosen this text, so anything but a host name is dropped.
    const hostname = normalizeDomain(given)
    if (hostname === undefined) continue
    const addresses = await unlessFailed(resolver.addresses(hostname))
    if (addresses === undefined) answered = false
    else if (addresses.records.some((one) => plainAddress(one) === plainAddress(address)))
      return { hostname, network: getDomain(hostname) }
  }
  return answered ? noName : undefined
}

async function unlessFailed<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof DnsFailure) return undefined
    throw error
  }
}

import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { contains, plainAddress } from './address-ranges.js'

/**
 * Decides whether a connection may go to an address that a stranger has named. Pass it the very address that is
 * connected to, after resolving: a name can resolve to another one a moment later.
 */
export type AddressGuard = (address: string) => boolean

/**
 * Makes a guard that lets through addresses on the public internet that are not this machine's.
 *
 * @param allowed ranges that may be connected to wherever they are
 */
export function addressGuard(allowed: readonly string[]): AddressGuard {
  return (address) => {
    // The DNS never answers with names, zones or the older notations of an address (0x7f.1).
    if (isIP(address) === 0 || address.includes('%')) return false
    if (allowed.some((range) => contains(range, address))) return true
    return isPublic(ipaddr.process(address)) && !isOwn(address)
  }
}

/** Returns whether an address belongs to the public internet, as far as its number tells. */
export function isPublicAddress(address: string): boolean {
  return isIP(address) !== 0 && !address.includes('%') && isPublic(ipaddr.process(address))
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const range = address.range()
  if (address instanceof ipaddr.IPv4) return range === 'unicast'
  const embedded = embeddedAddress(address, range)
  if (embedded !== undefined) return isPublic(embedded) && !isOwn(embedded.toString())
  // Only this range has been assigned to the internet by IANA so far; the rest leads nowhere, or somewhere it should
  // not.
  return range === 'unicast' && address.match(ipaddr.IPv6.parseCIDR('2000::/3'))
}

/** Returns the IPv4 address that a translator or a tunnel would pass the connection on to. */
function embeddedAddress(address: ipaddr.IPv6, range: string): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray()
  // NAT64 with the well-known prefix, which a network of IPv6 only reaches every IPv4 host by (RFC 6052). The
  // prefix of RFC 8215 is for private use.
  if (range === 'rfc6052' && address.match(ipaddr.IPv6.parseCIDR('64:ff9b::/96')))
    return new ipaddr.IPv4(bytes.slice(12))
  // RFC 3056.
  if (range === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6))
  return undefined
}

/** Returns whether this host has an address. Interfaces come and go, so they are read each time. */
export function isOwn(address: string): boolean {
  const plain = plainAddress(address)
  return Object.values(networkInterfaces()).some((one) =>
    one?.some((own) => plainAddress(own.address) === plain),
  )
}

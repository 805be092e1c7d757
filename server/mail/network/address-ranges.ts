import ipaddr from 'ipaddr.js'
import { isIPv4 } from 'node:net'
import { isLocalhost } from '../../../base/addresses/localhost.js'
import { hostNameOf } from './host-header.js'

/** Handles ranges of addresses (RFC 4632): a single address, or one with a prefix length. */

/** Ranges of this machine. */
export const loopbackRanges: readonly string[] = ['127.0.0.0/8', '::1/128']

/**
 * Returns whether a text is a range in its usual form. Texts that other programs read differently are not: "10" for
 * 0.0.0.10, octal and hexadecimal parts, zones. IPv4-mapped IPv6 is not either, since a client's address is taken out
 * of its mapped form and such a range would match nobody.
 */
export function isRange(text: string): boolean {
  const { IPv4, IPv6 } = ipaddr
  if (!text.includes(':')) return IPv4.isValidFourPartDecimal(text) || IPv4.isValidCIDRFourPartDecimal(text)
  if (text.includes('%') || !(IPv6.isValid(text) || IPv6.isValidCIDR(text))) return false
  const [address] = rangeOf(text)
  return address.range() !== 'ipv4Mapped'
}

/** Returns whether an address is in a range. A text that is not an address is in none. */
export function contains(range: string, ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  const [start, bits] = rangeOf(range)
  return address.kind() === start.kind() && address.match(start, bits)
}

/** Returns whether every address of the inner range is in the outer one. */
export function covers(outer: string, inner: string): boolean {
  const [outerStart, outerBits] = rangeOf(outer)
  const [innerStart, innerBits] = rangeOf(inner)
  return (
    outerStart.kind() === innerStart.kind() &&
    innerBits >= outerBits &&
    innerStart.match(outerStart, outerBits)
  )
}

function rangeOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  return ipaddr.parseCIDR(text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`)
}

/** Returns an address as people write it: IPv4 without the IPv6 form that a dual-stack socket gives it. */
export function plainAddress(ip: string): string {
  // Most addresses are in this form already, and the library would try every other form before it accepts one.
  if (isIPv4(ip)) return ip
  const mapped = ip.startsWith(mappedPrefix) ? ip.slice(mappedPrefix.length) : ''
  if (isIPv4(mapped)) return mapped
  return ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip
}

/** Prefix with which a dual-stack socket writes an IPv4 address (RFC 4291, section 2.5.5.2). */
const mappedPrefix = '::ffff:'

/** Returns whether a URL leads to this machine, by its name or address (RFC 6761, section 6.3). */
export function isLoopbackUrl(url: string): boolean {
  return isLoopbackName(hostNameOf(new URL(url)))
}

/** Returns whether a host is this machine. The caller gives a name in lower case, or an address without brackets. */
export function isLoopbackName(host: string): boolean {
  if (isLocalhost(host)) return true
  return loopbackRanges.some((range) => contains(range, host))
}

/**
 * Returns the network of one subscriber: an IPv4 address, or the first 64 bits of an IPv6 address (RFC 6177), whose
 * holder can use any number of addresses in it.
 */
export function subscriberNetwork(ip: string): string {
  const plain = plainAddress(ip)
  if (!ipaddr.IPv6.isValid(plain)) return plain
  const bytes = ipaddr.IPv6.parse(plain.split('%')[0] ?? '').toByteArray()
  return `${new ipaddr.IPv6([...bytes.slice(0, 8), ...Array<number>(8).fill(0)]).toString()}/64`
}

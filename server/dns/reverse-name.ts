import ipaddr from 'ipaddr.js'

/**
 * The name that the DNS has an address under (RFC 1035, section 3.5; RFC 3596, section 2.5).
 *
 * @param address IPv4 or IPv6
 * @throws Error where it is neither
 */
export function reverseName(address: string): string {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return `${parsed.toByteArray().reverse().join('.')}.in-addr.arpa`
  const digits = Buffer.from(parsed.toByteArray()).toString('hex')
  return `${[...digits].reverse().join('.')}.ip6.arpa`
}

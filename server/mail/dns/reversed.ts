import ipaddr from 'ipaddr.js'

/**
 * Returns an address in the form of DNS names, with its last part first: the octets of IPv4 (RFC 1035, section 3.5),
 * the digits of IPv6 (RFC 3596, section 2.5). An IPv6 address that stands for an IPv4 one is unchanged.
 *
 * @throws Error if it is not an address
 */
export function reversedAddress(address: string): string {
  const parsed = ipaddr.parse(address)
  const bytes = Buffer.from(parsed.toByteArray())
  const parts = parsed.kind() === 'ipv4' ? [...bytes] : [...bytes.toString('hex')]
  return parts.reverse().join('.')
}

import type { SendingSetup } from '../../sending-setup.js'

/**
 * What allows this service to send with its return path: the addresses that its operator has named, else those of this host. A
 * relay sends from addresses that only its operator knows.
 */
export function expectedSpf({ direct, hostname, namedAddresses }: SendingSetup): string | null {
  const named = namedAddresses.map((range) => `ip${range.includes(':') ? 6 : 4}:${range}`)
  if (named.length > 0) return `v=spf1 ${named.join(' ')} -all`
  return direct ? `v=spf1 a:${hostname} -all` : null
}

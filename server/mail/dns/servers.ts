import { getServers } from 'node:dns'
import { isIP } from 'node:net'

export interface DnsServer {
  readonly address: string
  readonly port: number
}

/** Returns the servers of POSTSEAL_DNS_SERVERS, `address` or `address:port`, or the system's if none are given. */
export function dnsServers(given: readonly string[]): DnsServer[] {
  return (given.length > 0 ? given : getServers()).map((text) => {
    if (isIP(text)) return { address: text, port: 53 }
    const [, address = text, port = '53'] = /^\[?([^\]]+?)\]?(?::(\d+))?$/.exec(text) ?? []
    return { address, port: Number(port) }
  })
}

/** Returns a server in the form that node:dns takes. */
export function serverText({ address, port }: DnsServer): string {
  return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`
}

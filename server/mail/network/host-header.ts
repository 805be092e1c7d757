import { isIPv6 } from 'node:net'

/** The host that a request is for. */
export interface RequestedHost {
  /** Name in lower case, without a last dot; an IPv6 address without its brackets. */
  readonly name: string
  /** Port; undefined if it is the usual one of the scheme. */
  readonly port: number | undefined
}

/** Labels as browsers send them, and names of machines within a network, which may have an underscore. */
const form = /^(?:\[([\da-f:.]+)\]|((?:[\da-z_-]+\.)*[\da-z_-]+)\.?)(?::(\d{0,5}))?$/i

/** Longest name of the DNS, in characters, without its last dot. */
const longestName = 253

/**
 * Reads a Host header, or a part of one that a proxy has put elsewhere (RFC 9110, section 7.2; RFC 3986, section
 * 3.2.2). All code that needs to know which host a request is for uses this, so that no other spelling of a name gets
 * past it.
 *
 * @returns undefined if it is not one that a browser sends
 */
export function hostIn(header: string): RequestedHost | undefined {
  const [matched, ipv6, name = '', digits = ''] = form.exec(header) ?? []
  if (matched === undefined || name.length > longestName) return undefined
  if (ipv6 !== undefined && !isIPv6(ipv6)) return undefined
  const port = digits === '' ? undefined : Number(digits)
  if (port !== undefined && port > 65_535) return undefined
  return { name: (ipv6 ?? name).toLowerCase(), port }
}

/** Returns the name of a URL's host, in the form in which {@link hostIn} returns that of a request. */
export function hostNameOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

import type { Request } from 'express'
import ipaddr from 'ipaddr.js'
import { contains, isRange, loopbackRanges } from '../../../mail/network/address-ranges.js'
import { hostIn, hostNameOf, type RequestedHost } from '../../../mail/network/host-header.js'
import { hostOf } from '../connection/request-head.js'

export interface ReaderGuardOptions {
  /** Networks in CIDR notation, or single addresses. */
  readonly allow: readonly string[]
  /** The service's own URL. Its host is accepted in the Host header. */
  readonly publicUrl: string
  /** The subject and verb that begin a refusal, such as `The sink is`. */
  readonly subject: string
  /** The environment variable that `allow` comes from, for refusals. */
  readonly variable: string
  /**
   * The readers whose Host header is checked: all of them, or only those on this machine. Programs on other
   * machines may reach the service by names that it does not know.
   */
  readonly checkHostOf: 'everybody' | 'this machine'
}

// Headers that proxies add. Any of them means that the connection's address is not the reader's.
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const

/**
 * Decides whether a client may read a resource that is restricted to some addresses. Two ways around an
 * address check are closed:
 *
 * - A proxy on this host makes every visitor look local. While Express trusts no proxy, a request that went
 *   through one is refused. (A proxy that adds no header cannot be told apart from a local reader.)
 * - A web page can point its own domain at 127.0.0.1 and read through the visitor's browser (DNS rebinding). The
 *   browser then sends that domain as Host, so only IP addresses, `localhost` and the host of the public URL are
 *   accepted.
 *
 * @returns a function that returns the reason for a refusal, as a sentence that quotes nothing from the
 *   request, or undefined if the request may pass
 * @throws Error if a network or the public URL is malformed: a guard must not start half configured
 */
export function readerGuard(options: ReaderGuardOptions): (req: Request) => string | undefined {
  const { allow, subject, variable, checkHostOf } = options
  const malformed = allow.find((range) => !isRange(range))
  if (malformed !== undefined) throw new Error(`"${malformed}" is not a range of addresses`)
  const hosts = new Set(['localhost', hostNameOf(new URL(options.publicUrl))])
  return (req) => {
    const address = req.ip ?? ''
    if (!req.app.get('trust proxy') && proxyHeaders.some((name) => req.headers[name] !== undefined)) {
      return `${subject} not shown through a proxy that POSTSEAL_TRUSTED_PROXIES does not list.`
    }
    if (!isWithin(allow, address)) {
      return `${subject} shown to the addresses in ${variable} only, which are this machine's unless it is set.`
    }
    const checksHost = checkHostOf === 'everybody' || isWithin(loopbackRanges, address)
    if (checksHost && !(isAllowedHost(hostOf(req), hosts) && isAllowedForwardedHost(req, hosts))) {
      return `${subject} shown under the name of this service, localhost or an IP address only.`
    }
    return undefined
  }
}

function isWithin(ranges: readonly string[], address: string): boolean {
  return ranges.some((range) => contains(range, address))
}

function isAllowedHost(host: RequestedHost | undefined, names: ReadonlySet<string>): boolean {
  return host !== undefined && (names.has(host.name) || ipaddr.isValid(host.name))
}

/**
 * Tells whether the host in X-Forwarded-Host is accepted. A rebound page's script can set this header itself, so it
 * is checked in addition to Host, never instead of it.
 */
function isAllowedForwardedHost(req: Request, hosts: ReadonlySet<string>): boolean {
  const forwarded = req.headers['x-forwarded-host']
  if (forwarded === undefined) return true
  return [forwarded]
    .flat()
    .every((value) => value.split(',').every((host) => isAllowedHost(hostIn(host.trim()), hosts)))
}

import { hostNameOf, type RequestedHost } from '../../mail/network/host-header.js'
import { linkBase, publicUrl, trackingUrl } from '../../platform/http/connection/public-url.js'
import { trackingLinks, type TrackingLinks } from '../../product/tracking/links.js'
import type { RoleContext } from './context.js'

/**
 * The addresses by which opens and clicks come in: of the workspace's own host, of the tracking
 * host, or else the service's own.
 *
 * @param httpPort the port that HTTP is bound to, as far as that is known
 */
export function trackingLinksOf(
  { config, keyRing, workspaceHosts }: RoleContext,
  httpPort: number,
): TrackingLinks {
  return trackingLinks(keyRing.of('tracking'), linkBase(workspaceHosts, trackingUrl(config, httpPort)))
}

/**
 * Tells the host that has tracked links alone from every other. It is known by its name, whatever port a request names;
 * where it has the name of the service itself, by its port.
 */
export function trackingHostTest(
  { config }: RoleContext,
  httpPort: number,
): (host: RequestedHost | undefined) => boolean {
  const [own, main] = [new URL(trackingUrl(config, httpPort)), new URL(publicUrl(config, httpPort))] as const
  const name = hostNameOf(own)
  if (name !== hostNameOf(main)) return (host) => host?.name === name
  if (own.host === main.host) return () => false
  return (host) => host?.name === name && (host.port ?? usualPortOf(own)) === portOf(own)
}

function portOf(url: URL): number {
  return url.port === '' ? usualPortOf(url) : Number(url.port)
}

function usualPortOf({ protocol }: URL): number {
  return protocol === 'https:' ? 443 : 80
}

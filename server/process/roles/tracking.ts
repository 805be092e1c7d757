import { linkBase, publicUrl, trackingUrl } from '../../platform/http/public-url.js'
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

/** The host that has tracked links alone; undefined where they are on the service's own. */
export function ownTrackingHost({ config }: RoleContext, httpPort: number): string | undefined {
  const host = new URL(trackingUrl(config, httpPort)).host
  return host === new URL(publicUrl(config, httpPort)).host ? undefined : host
}

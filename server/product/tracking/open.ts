import { hostNameOf, type RequestedHost } from '../../mail/network/host-header.js'
import { linkBase, trackingUrl } from '../../platform/http/connection/public-url.js'
import type { ServiceContext } from '../../platform/service/context.js'
import { trackingLinks } from './links.js'
import { hitRecorder } from './recorder.js'
import { trackingRouter } from './router.js'

/** Opens and clicks of mail. */
export type Tracking = ReturnType<typeof openTracking>

/** Opens the addresses by which opens and clicks come in, and what records them. */
export function openTracking(context: ServiceContext) {
  const { clock, config, db, keyRing, parts, publicUrl, registry, wakes, workspaceHosts } = context
  const url = trackingUrl(config, context.httpPort)
  const links = trackingLinks(keyRing.of('tracking'), linkBase(workspaceHosts, url))
  return {
    /** Makes links of the workspace's own host, of the tracking host, or else of the service. */
    links,
    /** Tells the host that serves nothing but tracked links from every other. */
    isTrackingHost: trackingHostTest(new URL(url), new URL(publicUrl)),
    /** Serves the image and the links of tracked mail. */
    router: () => {
      const recorder = hitRecorder({ db, wakes, log: context.logOf('api'), registry })
      parts.add('opens and clicks', () => recorder.close())
      return trackingRouter({ links, recorder, now: clock, ended: context.endedLinks })
    },
  }
}

/**
 * Tells the host that has tracked links alone from every other. It is known by its name, whatever port a request names;
 * where it has the name of the service itself, by its port.
 */
function trackingHostTest(own: URL, main: URL): (host: RequestedHost | undefined) => boolean {
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

import { isIPv6 } from 'node:net'
import type { Config } from '../../config/config.js'
import type { WorkspaceId } from '../../db/ids.js'
import type { WorkspaceHosts } from '../../db/workspace-hosts.js'

/** The settings that determine the service's URLs, besides the port that HTTP is bound to. */
type Addresses = Pick<Config, 'publicUrl' | 'host'>

/**
 * Returns the public URL, without a trailing slash. Links in mails, the samples of the reference and
 * `credentials.json` use it. It is the URL that the operator set (POSTSEAL_PUBLIC_URL), or else the address
 * on this machine.
 *
 * @param port the port that HTTP is bound to; with PORT=0 it is unknown before that
 */
export function publicUrl(addresses: Addresses, port: number): string {
  return addresses.publicUrl ?? localUrl(addresses.host, port)
}

/**
 * Returns the URL that tracked links begin with, without a trailing slash: that of the tracking host
 * (POSTSEAL_TRACKING_URL), or else the public URL.
 */
export function trackingUrl(addresses: Addresses & Pick<Config, 'trackingUrl'>, port: number): string {
  return addresses.trackingUrl ?? publicUrl(addresses, port)
}

/** The beginning of links in mail, without a trailing slash: the same for all mail, or that of a workspace. */
export type LinkBase = string | ((workspaceId: WorkspaceId) => string)

/**
 * Returns the beginning of links in a workspace's mail: the workspace's own host, if it has one, with the scheme and
 * the port of the usual URL.
 *
 * @param usual the URL for all other workspaces
 */
export function linkBase(hosts: Pick<WorkspaceHosts, 'hostOf'>, usual: string): LinkBase {
  const { protocol, port } = new URL(usual)
  return (workspaceId) => {
    const host = hosts.hostOf(workspaceId)
    return host === undefined ? usual : `${protocol}//${host}${port === '' ? '' : `:${port}`}`
  }
}

export function linkBaseOf(base: LinkBase, workspaceId: WorkspaceId): string {
  return typeof base === 'string' ? base : base(workspaceId)
}

/**
 * Returns the hosts by which the service is reached from outside, as far as the operator has set them: the host of
 * tracked links and that of everything else. Hosts of workspaces lead to one of these.
 */
export function serviceHosts({
  publicUrl: main,
  trackingUrl: tracking,
}: Pick<Config, 'publicUrl' | 'trackingUrl'>): string[] {
  const urls = [tracking, main].filter((url) => url !== undefined)
  return [...new Set(urls.map((url) => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')))]
}

/**
 * Returns the URL by which this machine reaches a service, without a trailing slash.
 *
 * @param host the address that HTTP listens on; undefined means every address of this machine
 */
export function localUrl(host: string | undefined, port: number): string {
  if (host === undefined) return `http://localhost:${port}`
  // These mean every address, so they are not addresses to connect to.
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

import { version } from '../../../platform/config/version.js'

/** Where to, as the parts of a WHATWG URL. */
export interface Endpoint {
  readonly protocol: string
  /** An IPv6 address stands in brackets in a URL, and without them where a connection is made. */
  readonly hostname: string
  /** Empty for the scheme's own. */
  readonly port: string
}

export function portOf({ protocol, port }: Endpoint): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

/** Host and port, as people read them. */
export function addressOf(endpoint: Endpoint): string {
  const { hostname } = endpoint
  const host = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname
  return `${host}:${portOf(endpoint)}`
}

/** What webhooks say of their sender. */
export const userAgent = `Postseal/${version}`

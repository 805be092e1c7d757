import { version } from '../../../platform/config/version.js'

/** Destination of a request, as the parts of a WHATWG URL. */
export interface Endpoint {
  readonly protocol: string
  /** Host name, or an address; an IPv6 address stands in brackets in a URL, and without them here, for connecting. */
  readonly hostname: string
  /** Port; empty for the scheme's own. */
  readonly port: string
}

export function portOf({ protocol, port }: Endpoint): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

/** Returns host and port as people read them. */
export function addressOf(endpoint: Endpoint): string {
  const { hostname } = endpoint
  const host = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname
  return `${host}:${portOf(endpoint)}`
}

/** `User-Agent` of webhooks. */
export const userAgent = `Postseal/${version}`

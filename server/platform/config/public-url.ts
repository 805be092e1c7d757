import { ConfigError } from './config-error.js'
import type { Environment } from './variables/environment.js'
import { parseUrl } from '../../../base/addresses/parse-url.js'

/**
 * Reads an address of this service on the web, and drops a trailing slash.
 *
 * @throws ConfigError if the text is not an http or https address
 */
export function publicUrlOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = parseUrl(text)
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError(`${name} takes an http or https address, not "${text}".`)
  }
  return url.href.replace(/\/+$/, '')
}

/**
 * Reads the address that links in mail begin with. Mail that leaves the house has links to unsubscribe with one
 * click, which mailbox providers follow by https only (RFC 8058, section 3.1). A trial can do without.
 *
 * @param staysHere whether all mail stays in the sink
 * @throws ConfigError if mail leaves the house and the address is not https
 */
export function readPublicUrl(env: Environment, staysHere: boolean): string | undefined {
  const url = env.read('POSTSEAL_PUBLIC_URL', publicUrlOf)
  const allowsHttp = env.boolean('POSTSEAL_ALLOW_HTTP', false)
  if (staysHere || allowsHttp || url?.startsWith('https:') === true) return url
  const found = url === undefined ? 'is required' : `takes an https address, not "${url}",`
  throw new ConfigError(
    `POSTSEAL_PUBLIC_URL ${found} unless POSTSEAL_TRANSPORT is "sink": mailbox providers follow unsubscribe links ` +
      'only over https. POSTSEAL_ALLOW_HTTP=true lifts this requirement for trials.',
  )
}

import type { KeySource } from '../../../platform/auth/key-source.js'
import type { Uuid } from '../../../platform/db/ids.js'
import { idToken } from './id-token.js'

/** The message that a reply answers, and the inbound route that takes the reply. */
export interface RepliedMessage {
  readonly messageId: Uuid
  readonly routeId: Uuid
  /** The route's domain, in lower case. */
  readonly domain: string
}

/**
 * Makes and reads the Reply-To of a message that names an inbound route, `r+<token>@<domain of the route>`. The token
 * is authenticated and bound to the domain, so whoever writes to it has had the message, or got the address from
 * somebody who had it.
 */
export interface ReplyAddresses {
  addressOf(message: RepliedMessage): string
  /**
   * Returns the message and the route that an address stands for, or undefined if we did not make it. Case does not
   * matter. The caller finds out whether the route still exists.
   */
  read(address: string): RepliedMessage | undefined
}

/**
 * The longest domain of a route for which there are reply addresses, in octets: an address has at most 254 (RFC 5321,
 * section 4.5.3.1.3), and 64 of them come before the domain.
 */
export const longestReplyDomain = 190

const form = /^r\+([^@]+)@([^@]+)$/i

/**
 * @param keys the keys that sign links: people answer mail that is months old, when the keys of return paths are gone
 */
export function replyAddresses(keys: KeySource): ReplyAddresses {
  const tokens = idToken(keys, 'reply')
  return {
    addressOf: ({ messageId, routeId, domain }) => {
      const at = domain.toLowerCase()
      return `r+${tokens.make([messageId, routeId], at)}@${at}`
    },
    read: (address) => {
      const [, token = '', at = ''] = form.exec(address) ?? []
      const domain = at.toLowerCase()
      const ids = tokens.read(token, domain)
      return ids && { messageId: ids[0], routeId: ids[1], domain }
    },
  }
}

import type { KeySource } from '../../../platform/auth/key-source.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { idToken } from './id-token.js'

/** The delivery that a bounce is about. */
export interface ReturnedDelivery {
  readonly workspaceId: WorkspaceId
  readonly logId: Uuid
}

/**
 * Makes and reads the envelope sender of a delivery, `b+<token>@<domain>`, by which its bounce is recognized (RFC
 * 5321, section 4.5.5). The token is authenticated, so nobody can forge a bounce for a delivery that was not theirs
 * to return.
 */
export interface ReturnPath {
  /** The service's own domain, for all mail without a return path of its sender's own. */
  readonly domain: string
  /**
   * Makes the envelope sender of a delivery.
   *
   * @param domain domain of the sender's own return path, if the mail leaves with it
   */
  addressOf(delivery: ReturnedDelivery, domain?: string): string
  /**
   * Returns the delivery that an address stands for, or undefined if we did not make its token. Any domain is read:
   * the caller checks that mail is accepted for it.
   */
  read(address: string): ReturnedDelivery | undefined
}

/**
 * Returns the envelope sender of the service's own mail, for signing in. It names no message, so a bounce to it
 * changes nothing.
 */
export function signInReturnPath(domain: string): string {
  return `sign-in@${domain}`
}

const form = /^b\+([^@]+)@[^@]+$/i

/** @param keys the keys that sign return paths */
export function returnPath(domain: string, keys: KeySource): ReturnPath {
  // Tokens have no label, because the addresses of deliveries in flight have none.
  const tokens = idToken(keys, '')
  return {
    domain,
    addressOf: ({ workspaceId, logId }, own = domain) => `b+${tokens.make([workspaceId, logId])}@${own}`,
    read: (address) => {
      const [, token = ''] = form.exec(address) ?? []
      const ids = tokens.read(token)
      return ids && { workspaceId: ids[0] as WorkspaceId, logId: ids[1] }
    },
  }
}

import type { KeySource } from '../../../platform/auth/key-source.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { idToken } from './id-token.js'

/** The delivery that a bounce is about. */
export interface ReturnedDelivery {
  readonly workspaceId: WorkspaceId
  readonly logId: Uuid
}

/**
 * The envelope sender of a delivery, `b+<token>@<domain>`, by which its bounce is known again (RFC 5321,
 * section 4.5.5). The token is authenticated, so nobody can make up a bounce for a delivery that was not
 * theirs to return.
 */
export interface ReturnPath {
  /** The service's own, for all that has no other. */
  readonly domain: string
  /** @param domain that of the sender's own return path, where the mail leaves with that one */
  addressOf(delivery: ReturnedDelivery, domain?: string): string
  /**
   * The delivery that an address stands for, or undefined where we did not make its token. Its domain may be any:
   * whether mail is taken for it is for the caller to find out.
   */
  read(address: string): ReturnedDelivery | undefined
}

/**
 * The envelope sender of the service's own mail, for signing in. It names no mail: a bounce is of nobody's
 * message, and changes nothing.
 */
export function signInReturnPath(domain: string): string {
  return `sign-in@${domain}`
}

const form = /^b\+([^@]+)@[^@]+$/i

/** @param keys the keys that sign return paths */
export function returnPath(domain: string, keys: KeySource): ReturnPath {
  // No label: the addresses of deliveries that are on their way have none.
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

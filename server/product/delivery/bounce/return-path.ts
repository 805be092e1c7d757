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
  readonly domain: string
  addressOf(delivery: ReturnedDelivery): string
  /** The delivery that an address stands for, or undefined where we did not make it. */
  read(address: string): ReturnedDelivery | undefined
}

/**
 * The envelope sender of the service's own mail, for signing in. It names no mail: a bounce is of nobody's
 * message, and changes nothing.
 */
export function signInReturnPath(domain: string): string {
  return `sign-in@${domain}`
}

const form = /^b\+([^@]+)@([^@]+)$/i

/** @param keys the keys that sign return paths */
export function returnPath(domain: string, keys: KeySource): ReturnPath {
  // No label: the addresses of deliveries that are on their way have none.
  const tokens = idToken(keys, '')
  return {
    domain,
    addressOf: ({ workspaceId, logId }) => `b+${tokens.make([workspaceId, logId])}@${domain}`,
    read: (address) => {
      const [, token = '', at = ''] = form.exec(address) ?? []
      if (at.toLowerCase() !== domain) return undefined
      const ids = tokens.read(token)
      return ids && { workspaceId: ids[0] as WorkspaceId, logId: ids[1] }
    },
  }
}

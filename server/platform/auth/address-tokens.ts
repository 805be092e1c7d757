import { createHmac } from 'node:crypto'
import type { Uuid, WorkspaceId } from '../db/ids.js'
import { presentKey, type KeySource } from './key-source.js'

/**
 * Makes the token that stands for an erased address: nobody can read the address out of it, but whoever has the
 * address and the service's key can tell that the token is the address's. It has no @, so it is never taken for an
 * address.
 */
export type AddressTokens = (workspaceId: WorkspaceId, projectId: Uuid | null, address: string) => string

/**
 * Makes tokens: HMAC-SHA256 (RFC 2104) of an address within its workspace, or within one project of it.
 *
 * @param keys the erasure keys. There is only ever one: making a token again would need the erased address
 */
export function addressTokens(keys: KeySource): AddressTokens {
  return (workspaceId, projectId, address) =>
    `#${createHmac('sha256', presentKey(keys))
      .update(JSON.stringify([workspaceId, projectId, address]))
      .digest('base64url')}`
}

/** Tells whether a text is a token; it may be an address or a token. */
export function isAddressToken(text: string): boolean {
  // An address may begin with the sign as well.
  return text.startsWith('#') && !text.includes('@')
}

import { SealedError, type Sealer } from '../../auth/sealed.js'
import type { KeyUse } from './claim.js'

/**
 * Keeps the secret of a reply that shows one. Clients repeat a request whose reply was lost, and the secret is stored
 * nowhere else in a form that can be read. So it is kept for a while, sealed, with the idempotency key.
 */

/** The time within which a repetition gets the secret, by the database's clock. */
export const secretKeptFor = '10 minutes'

/** Returns the place for which the secret of a use of a key is sealed. */
export function sealedReplyPlace({ workspaceId, projectId, operation, key }: KeyUse): readonly string[] {
  return ['idempotency_keys', workspaceId, projectId, operation, key]
}

/**
 * Seals a secret.
 *
 * @param secret null if the reply has none
 */
export function sealSecret(sealer: Sealer, use: KeyUse, secret: string | null): Buffer | null {
  return secret === null ? null : sealer.seal(Buffer.from(secret), sealedReplyPlace(use))
}

/**
 * Returns the part of a body that is kept: all but the secret, and the reason why a late repetition has none. A body
 * without a secret says that itself.
 */
export function withoutSecret<Body extends { readonly secret: string | null }>(body: Body): object {
  return body.secret === null ? body : { ...body, secret: null, secret_withheld: 'shown_before' }
}

/**
 * Returns the first reply's body with its secret, if that is still kept.
 *
 * @param sealed null if none is kept; a secret that no key opens counts as gone
 */
export function withSecret(sealer: Sealer, use: KeyUse, body: unknown, sealed: Buffer | null): unknown {
  if (sealed === null) return body
  try {
    const secret = sealer.open(sealed, sealedReplyPlace(use)).toString()
    return { ...(body as object), secret, secret_withheld: null }
  } catch (error) {
    if (error instanceof SealedError) return body
    throw error
  }
}

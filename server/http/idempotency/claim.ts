import canonicalize from 'canonicalize'
import { createHash } from 'node:crypto'
import { nilUuid, type Uuid } from '../../db/ids.js'
import type { Principal } from '../../auth/principal.js'
import { authorityOf, type Authority } from './authority.js'

/**
 * Idempotency keys. A key is claimed by a unique insert in the transaction of the effect, so the two are
 * committed or rolled back together: an error releases its key, a crash leaves neither. A second request with
 * the key waits at the insert until the first one's fate is known.
 *
 * Most mutations run in a transaction of their own (`run-once.ts`). Sends share theirs, and claim their keys in
 * the statement that stores the messages (`messages/accept/`).
 */

/** How long a key is kept. */
export const keptFor = '24 hours'

/** What a key belongs to. */
export interface KeyUse {
  readonly workspaceId: Uuid
  readonly projectId: Uuid
  readonly operation: string
  readonly key: string
}

/** What a key belongs to and what it was used for. */
export interface IdempotencyClaim extends KeyUse {
  /** A digest of what was asked for. */
  readonly fingerprint: Buffer
  /** The rights of the request's credential. */
  readonly authority: Authority
}

/** A claim's fingerprint is the same whatever the order of keys and the white space (RFC 8785). */
export function claimOf(
  principal: Principal,
  operation: string,
  key: string,
  asked: { readonly path?: unknown; readonly query?: object; readonly body: unknown },
): IdempotencyClaim {
  const { path = {}, query = {}, body } = asked
  const canonical =
    canonicalize({ path, body: body ?? null, ...(Object.keys(query).length > 0 && { query }) }) ?? ''
  return {
    workspaceId: principal.workspaceId,
    projectId: principal.kind === 'projectKey' ? principal.projectId : nilUuid,
    operation,
    key,
    fingerprint: createHash('sha256').update(canonical).digest(),
    authority: authorityOf(principal),
  }
}

/**
 * Returns the claim of a send. Its idempotency key belongs to the message's project, so that a repetition sends the
 * message once, whether it comes with a key of the project or of its workspace.
 */
export function claimWithinProject(claim: IdempotencyClaim, projectId: Uuid): IdempotencyClaim {
  return { ...claim, projectId }
}

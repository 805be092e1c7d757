import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../db/ids.js'
import { statement } from '../../db/statements/statement.js'
import { ApiError } from '../errors/api-error.js'
import { mayDoAllOf, type Authority, keptFor, type IdempotencyClaim, type KeyUse } from './claim.js'
import { secretKeptFor } from './kept-secret.js'

/** A reply as it is sent. */
export interface KeptReply {
  readonly status: number
  readonly body: unknown
  /** True if the body's `secret` is kept apart from the rest, sealed, and for a short time. */
  readonly showsSecret?: true
}

/** The use of an idempotency key, the credential that used it, and the reply. */
export interface Kept {
  readonly fingerprint: Buffer
  /**
   * The rights of the credential; null if the operation itself checks the credential of a repetition, as sends do.
   */
  readonly authority: Authority | null
  readonly status: number
  readonly body: unknown
  /** The secret that is null in the body, while it is kept. */
  readonly sealed_secret: Buffer | null
}

/** The reply to the first request with a key, and whether its repetition may get the same reply. */
export interface FirstReply {
  readonly reply: KeptReply
  /** The secret that is null in the reply's body, while it is kept. */
  readonly sealedSecret: Buffer | null
  /** False if the first request's credential had rights that the repetition's credential lacks. */
  readonly mayBeRepeated: boolean
}

const selectReply = statement<
  [workspaceId: WorkspaceId, projectId: Uuid, operation: string, key: string],
  Kept
>(
  'select_idempotent_reply',
  `select fingerprint, authority, status, body,
     case when created_at >= now() - interval '${secretKeptFor}' then sealed_secret end as sealed_secret
   from idempotency_keys
   where workspace_id = $1 and project_id = $2 and operation = $3 and key = $4
     and created_at >= now() - interval '${keptFor}'`,
)

/** Returns the stored record of the first request with a key, or undefined if there was none. */
export async function findKept(db: Knex, use: KeyUse): Promise<Kept | undefined> {
  return (await selectReply(db, use.workspaceId, use.projectId, use.operation, use.key))[0]
}

/**
 * Returns the reply to the first request, and whether the request of this claim may get it as well.
 *
 * @throws ApiError 409 `idempotency_conflict` if the key was used for something else
 */
export function firstReplyOf(kept: Kept, { fingerprint, authority }: IdempotencyClaim): FirstReply {
  if (!kept.fingerprint.equals(fingerprint)) {
    throw new ApiError(
      'idempotency_conflict',
      'This idempotency key was used with a different body. Send that body again, or use a new key.',
    )
  }
  return {
    reply: { status: kept.status, body: kept.body },
    sealedSecret: kept.sealed_secret,
    mayBeRepeated: kept.authority === null || mayDoAllOf(authority, kept.authority),
  }
}

/**
 * Finds the reply to the first request with a key, or undefined if there was none.
 *
 * @throws ApiError 409 `idempotency_conflict` if the key was used for something else
 */
export async function findFirstReply(db: Knex, claim: IdempotencyClaim): Promise<FirstReply | undefined> {
  const kept = await findKept(db, claim)
  return kept && firstReplyOf(kept, claim)
}

/** Makes the error for a repetition whose credential may do less than the first request's. */
export function beyondAuthority(): ApiError {
  return new ApiError(
    'idempotency_conflict',
    'This idempotency key was used with a credential that has more permissions than this one. Use a new key.',
  )
}

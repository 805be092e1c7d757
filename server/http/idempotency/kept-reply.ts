import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import { ApiError } from '../errors.js'
import { keptFor, type IdempotencyClaim, type KeyUse } from './claim.js'

/** A reply as it is sent and, with less in it where a secret is shown once, as it is kept. */
export interface KeptReply {
  readonly status: number
  readonly body: unknown
  readonly replayBody?: unknown
}

/** What a key was used for, and what that was answered. */
interface Kept {
  readonly fingerprint: Buffer
  readonly status: number
  readonly body: unknown
}

const selectReply = statement<[workspaceId: Uuid, projectId: Uuid, operation: string, key: string], Kept>(
  'select_idempotent_reply',
  `select fingerprint, status, body from idempotency_keys
   where workspace_id = $1 and project_id = $2 and operation = $3 and key = $4
     and created_at >= now() - interval '${keptFor}'`,
)

/** What is kept of the first request with a key, or undefined where there was none. */
export async function findKept(db: Knex, use: KeyUse): Promise<Kept | undefined> {
  return (await selectReply(db, use.workspaceId, use.projectId, use.operation, use.key))[0]
}

/**
 * What the first request was answered, to one that repeats it.
 *
 * @throws ApiError 409 `idempotency_conflict` where the key was used for something else
 */
export function replyOf(kept: Kept, { fingerprint }: IdempotencyClaim): KeptReply {
  if (!kept.fingerprint.equals(fingerprint)) {
    throw new ApiError(
      'idempotency_conflict',
      'This idempotency key was used with another body. Send that body again, or use a new key.',
    )
  }
  return { status: kept.status, body: kept.body }
}

/**
 * What the first request with a key was answered, or undefined where there was none.
 *
 * @throws ApiError 409 `idempotency_conflict` where the key was used for something else
 */
export async function findKeptReply(db: Knex, claim: IdempotencyClaim): Promise<KeptReply | undefined> {
  const kept = await findKept(db, claim)
  return kept && replyOf(kept, claim)
}

import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import { ApiError } from '../errors.js'
import { keptFor, type IdempotencyClaim } from './claim.js'

/** A reply as it is sent and, with less in it where a secret is shown once, as it is kept. */
export interface KeptReply {
  readonly status: number
  readonly body: unknown
  readonly replayBody?: unknown
}

const selectReply = statement<
  [workspaceId: Uuid, projectId: Uuid, operation: string, key: string],
  { fingerprint: Buffer; status: number; body: unknown }
>(
  'select_idempotent_reply',
  `select fingerprint, status, body from idempotency_keys
   where workspace_id = $1 and project_id = $2 and operation = $3 and key = $4
     and created_at >= now() - interval '${keptFor}'`,
)

/**
 * What the first request with a key was answered, or undefined where there was none.
 *
 * @throws ApiError 409 `idempotency_conflict` where the key was used for something else
 */
export async function findKeptReply(db: Knex, claim: IdempotencyClaim): Promise<KeptReply | undefined> {
  const [kept] = await selectReply(db, claim.workspaceId, claim.projectId, claim.operation, claim.key)
  if (kept === undefined) return undefined
  if (!kept.fingerprint.equals(claim.fingerprint)) {
    throw new ApiError(
      'idempotency_conflict',
      'This idempotency key was used with another body. Send that body again, or use a new key.',
    )
  }
  return { status: kept.status, body: kept.body }
}

import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import { inTransaction, type Transaction } from '../../db/transaction.js'
import { keptFor, type IdempotencyClaim } from './claim.js'
import { findKeptReply, type KeptReply } from './kept-reply.js'
import { defaultWaitMs, inProgress, Turns } from './turns.js'

/** PostgreSQL's code for a lock that was not had in time. */
const lockNotAvailable = '55P03'

type Address = [workspaceId: Uuid, projectId: Uuid, operation: string, key: string]

/** Sets how long this transaction waits for a lock, and claims a key, which waits for whoever is claiming it. */
const claimKey = statement<[...Address, fingerprint: Buffer, waitMs: string], { claimed: true }>(
  'claim_idempotency_key',
  `insert into idempotency_keys as k (workspace_id, project_id, operation, key, fingerprint)
   select $1, $2, $3, $4, $5 where set_config('lock_timeout', $6, true) is not null
   on conflict (workspace_id, project_id, operation, key) do update
     set fingerprint = excluded.fingerprint, status = null, body = null, created_at = now()
     where k.created_at < now() - interval '${keptFor}'
   returning true as claimed`,
)

const keepReply = statement<[...Address, status: number, body: string]>(
  'keep_idempotent_reply',
  `update idempotency_keys set status = $5, body = $6
   where workspace_id = $1 and project_id = $2 and operation = $3 and key = $4`,
)

/** Runs mutations under their idempotency keys, each in a transaction of its own. */
export class Idempotency {
  private readonly turns: Turns

  constructor(
    private readonly db: Knex,
    private readonly waitMs = defaultWaitMs,
  ) {
    this.turns = new Turns(waitMs)
  }

  /**
   * Runs `effect` in a transaction with the claim, or answers what the first request with this key was answered.
   *
   * @throws ApiError 409 `idempotency_conflict` where the key was used for something else, 409
   *   `idempotency_in_progress` where the first request takes longer than this one can wait
   */
  run<Reply extends KeptReply>(
    claim: IdempotencyClaim,
    effect: (tx: Transaction) => Promise<Reply>,
  ): Promise<{ reply: Reply | KeptReply; replayed: boolean }> {
    return this.turns.take(claim, () =>
      inTransaction(this.db, async (tx) => {
        const address: Address = [claim.workspaceId, claim.projectId, claim.operation, claim.key]
        if (await this.claim(tx, address, claim.fingerprint)) {
          const reply = await effect(tx)
          const kept = JSON.stringify(reply.replayBody ?? reply.body ?? null)
          await keepReply(tx.sql, ...address, reply.status, kept)
          return { reply, replayed: false }
        }
        const kept = await findKeptReply(tx.sql, claim)
        if (kept === undefined) throw new Error('a claimed idempotency key is gone')
        return { reply: kept, replayed: true }
      }),
    )
  }

  private async claim(tx: Transaction, address: Address, fingerprint: Buffer): Promise<boolean> {
    try {
      return (await claimKey(tx.sql, ...address, fingerprint, String(this.waitMs))).length > 0
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
      throw inProgress(error)
    }
  }
}

import type { Knex } from 'knex'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import { inTransaction, type Transaction } from '../../db/transaction.js'
import { keptFor, type IdempotencyClaim } from './claim.js'
import { beyondAuthority, findFirstReply, type KeptReply } from './kept-reply.js'
import { defaultWaitMs, inProgress, KeyedMutex } from './keyed-mutex.js'

/** PostgreSQL's code for a lock that was not had in time. */
const lockNotAvailable = '55P03'

type Address = [workspaceId: Uuid, projectId: Uuid, operation: string, key: string]

/** Sets how long this transaction waits for a lock, and claims a key, which waits for whoever is claiming it. */
const claimKey = statement<
  [...Address, fingerprint: Buffer, authority: string, waitMs: string],
  { claimed: true }
>(
  'claim_idempotency_key',
  `insert into idempotency_keys as k (workspace_id, project_id, operation, key, fingerprint, authority)
   select $1, $2, $3, $4, $5, $6::jsonb where set_config('lock_timeout', $7, true) is not null
   on conflict (workspace_id, project_id, operation, key) do update
     set fingerprint = excluded.fingerprint, authority = excluded.authority, status = null, body = null,
       created_at = now()
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
  private readonly turns: KeyedMutex

  constructor(
    private readonly db: Knex,
    private readonly waitMs = defaultWaitMs,
  ) {
    this.turns = new KeyedMutex(waitMs)
  }

  /**
   * Runs `effect` in a transaction with the claim, or returns the reply to the first request with this key. If the
   * credential of a repetition may do less than the first one's, `effect` runs in a transaction that is always rolled
   * back. The repetition thus learns nothing that it could not learn from a request of its own.
   *
   * @throws ApiError 409 `idempotency_conflict` if the key was used for something else, or by a credential that may do
   *   more; 409 `idempotency_in_progress` if the first request takes longer than this one can wait; any error of
   *   `effect`
   */
  run<Reply extends KeptReply>(
    claim: IdempotencyClaim,
    effect: (tx: Transaction) => Promise<Reply>,
  ): Promise<{ reply: Reply | KeptReply; replayed: boolean }> {
    return this.turns.run(claim, () =>
      inTransaction(this.db, async (tx) => {
        const address: Address = [claim.workspaceId, claim.projectId, claim.operation, claim.key]
        if (await this.claim(tx, address, claim)) {
          const reply = await effect(tx)
          const kept = JSON.stringify(reply.replayBody ?? reply.body ?? null)
          await keepReply(tx.sql, ...address, reply.status, kept)
          return { reply, replayed: false }
        }
        const first = await findFirstReply(tx.sql, claim)
        if (first === undefined) throw new Error('a claimed idempotency key is gone')
        if (!first.mayBeRepeated) {
          await effect(tx)
          throw beyondAuthority()
        }
        return { reply: first.reply, replayed: true }
      }),
    )
  }

  private async claim(
    tx: Transaction,
    address: Address,
    { fingerprint, authority }: IdempotencyClaim,
  ): Promise<boolean> {
    const waitMs = String(this.waitMs)
    try {
      return (await claimKey(tx.sql, ...address, fingerprint, JSON.stringify(authority), waitMs)).length > 0
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
      throw inProgress(error)
    }
  }
}

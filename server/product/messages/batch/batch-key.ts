import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { retryBrokenOff } from '../../../platform/db/transaction/retry-transient.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { inDatabaseTurn } from '../../../platform/http/operation/database-turns.js'
import { hasRunOut, type IdempotencyClaim } from '../../../platform/http/idempotency/claim.js'
import { beyondAuthority, firstReplyOf, type Kept } from '../../../platform/http/idempotency/kept-reply.js'
import { inProgress, KeyTurns } from '../../../platform/http/idempotency/turns.js'
import { erasedAddress, redactorOf, type Redactor } from '../../audience/erasure/redact.js'
import { foldAddress } from '../../../../base/addresses/address.js'
import { runInSlices, type Steps } from '../../../../base/time/time-slice.js'

type BatchResult = components['schemas']['BatchResult']

/**
 * Handles the idempotency key of a batch as a whole. The items of a batch are accepted in many transactions, so the
 * key is claimed in a transaction before them and the reply is kept in one after them. In between, another body under
 * the key is refused.
 *
 * The same body runs again while there is no reply: the process of the earlier request may have died. That is
 * harmless, since each item has a key of its own. Within a process such requests take turns.
 *
 * An address may be erased after an item with it was accepted: the reply is kept without it.
 */

type Address = [workspaceId: WorkspaceId, projectId: Uuid, operation: string, key: string]

const ofKey = 'workspace_id = $1 and project_id = $2 and operation = $3 and key = $4'

const claimBatch = statement<
  [...Address, fingerprint: Buffer, authority: string],
  { readonly claimed: true }
>(
  'claim_batch',
  `insert into idempotency_keys as k (workspace_id, project_id, operation, key, fingerprint, authority, runs, created_at)
   values ($1, $2, $3, $4, $5, $6::jsonb, 1, now())
   on conflict (workspace_id, project_id, operation, key) do update
     set fingerprint = excluded.fingerprint, authority = excluded.authority, runs = 1, status = null, body = null,
       created_at = excluded.created_at
     where ${hasRunOut}
   returning true as claimed`,
)

type KeptBatch = Omit<Kept, 'status' | 'sealed_secret'> & {
  readonly status: number | null
  readonly own: boolean
}

const lockBatch = statement<[...Address, authority: string], KeptBatch>(
  'lock_batch',
  `select fingerprint, authority, status, body, authority = $5::jsonb as own from idempotency_keys
   where ${ofKey} for update`,
)

const joinBatch = statement<[...Address, authority: string]>(
  'join_batch',
  `update idempotency_keys set runs = runs + 1, authority = $5::jsonb where ${ofKey}`,
)

const keepBatch = statement<[...Address, body: string]>(
  'keep_batch_reply',
  `update idempotency_keys set runs = 0, status = 200, body = $5 where ${ofKey}`,
)

const leaveBatch = statement<Address>(
  'leave_batch',
  `update idempotency_keys set runs = runs - 1 where ${ofKey} and status is null`,
)

const releaseBatch = statement<Address>(
  'release_batch',
  `delete from idempotency_keys where ${ofKey} and status is null and runs <= 0`,
)

export class BatchKeys {
  readonly #turns = new KeyTurns()
  readonly #db: Knex

  constructor(db: Knex) {
    this.#db = db
  }

  /**
   * Sends a batch under its idempotency key, or returns the reply to the first request with the key.
   *
   * @param claim the request's claim, by the whole body
   * @throws ApiError 409 `idempotency_conflict` if the key was used for something else, or by a credential that
   *   may do more; 409 `idempotency_in_progress` if the first request in this process takes too long; any error
   *   of `send`, which releases the key
   */
  run(
    claim: IdempotencyClaim,
    send: () => Promise<BatchResult>,
  ): Promise<{ readonly result: BatchResult; readonly replayed: boolean }> {
    // An item's key is stored under the operation's own name.
    const operation = `${claim.operation}:whole`
    const address: Address = [claim.workspaceId, claim.projectId, operation, claim.key]
    return this.#turns.run({ ...claim, operation }, async () => {
      const first = await this.#begin(address, claim)
      if (first !== undefined) return { result: first, replayed: true }
      try {
        return await this.#keep(address, claim, await send())
      } catch (error) {
        // If the database is away, the key stays with this body, which can be sent again.
        await this.#inTransaction(address, (sql) => release(sql, address)).catch(() => undefined)
        throw error
      }
    })
  }

  /** Claims the key, or returns the reply to the first request with it. */
  #begin(address: Address, claim: IdempotencyClaim): Promise<BatchResult | undefined> {
    const authority = JSON.stringify(claim.authority)
    return this.#inTransaction(address, async (sql) => {
      if ((await claimBatch(sql, ...address, claim.fingerprint, authority)).length > 0) return undefined
      const [kept] = await lockBatch(sql, ...address, authority)
      if (kept === undefined) throw inProgress()
      const { mayBeRepeated } = firstReplyOf({ ...kept, status: 200, sealed_secret: null }, claim)
      if (!mayBeRepeated) throw beyondAuthority()
      if (kept.status !== null) return kept.body as BatchResult
      await joinBatch(sql, ...address, authority)
      return undefined
    })
  }

  async #keep(address: Address, claim: IdempotencyClaim, result: BatchResult) {
    return this.#inTransaction(address, async (sql) => {
      const [kept] = await lockBatch(sql, ...address, JSON.stringify(claim.authority))
      // A credential that may do more has taken the key meanwhile: its reply must not be returned to this one.
      if (kept?.own !== true || !kept.fingerprint.equals(claim.fingerprint)) {
        return { result, replayed: false }
      }
      const replayed = kept.status !== null
      const whole = replayed ? withAccepted(kept.body as BatchResult, result) : result
      const erased = await erasedSince(sql, claim.workspaceId, whole)
      // As in an erasure, a key that names the address itself cannot stay.
      if (erased.some((redactor) => redactor.isNamedIn(claim.key))) {
        await release(sql, address)
      } else {
        const kept = await runInSlices(without(erased, whole))
        await keepBatch(sql, ...address, JSON.stringify(kept))
      }
      return { result: whole, replayed }
    })
  }

  /** Runs work in a transaction of its own, which has no effect outside of it. */
  #inTransaction<T>([workspaceId]: Address, work: (sql: Knex.Transaction) => Promise<T>): Promise<T> {
    const transaction = () => inTransaction(this.#db, ({ sql }) => work(sql))
    return retryBrokenOff(() => inDatabaseTurn(this.#db, workspaceId, transaction))
  }
}

function* without(erased: readonly Redactor[], body: unknown): Steps<unknown> {
  let kept = body
  for (const redactor of erased) kept = yield* redactor.json(kept)
  return kept
}

/** Ends a run that keeps no reply. The last run with a key frees it. */
async function release(sql: Knex.Transaction, address: Address): Promise<void> {
  await leaveBatch(sql, ...address)
  await releaseBatch(sql, ...address)
}

/**
 * Returns the reply of the request that ended first, with the items that another request with the key had accepted
 * meanwhile: no reply may call an item rejected that was sent.
 */
function withAccepted(first: BatchResult, other: BatchResult): BatchResult {
  const data = first.data.map((item, index) => {
    const also = other.data[index]
    return item.status === 'rejected' && also?.status === 'accepted' ? also : item
  })
  const accepted = data.filter(({ status }) => status === 'accepted').length
  return { data, accepted, rejected: data.length - accepted }
}

/** Locks logs in order, as erasures lock them. Only erasures and retention wait for this lock. */
const lockErased = statement<
  [workspaceId: WorkspaceId, logIds: readonly Uuid[], erased: string],
  { id: Uuid }
>(
  'lock_logs_of_batch',
  `with locked as (
     select id, recipient from message_logs where workspace_id = $1 and id = any($2::uuid[])
     order by id for key share
   )
   select id from locked where recipient = $3`,
)

/**
 * Returns a function that removes, from a batch's reply, the recipients that were erased since its messages were
 * stored. The caller keeps the reply in the same transaction.
 *
 * An erasure changes the logs of messages before it searches kept replies, and waits here for the lock of a log. So
 * either its change of the log is seen here, or its search comes after this transaction and finds the reply.
 */
export async function erasedSince(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  { data }: components['schemas']['BatchResult'],
): Promise<Redactor[]> {
  const recipients = data.flatMap(({ message }) => message?.recipients ?? [])
  const emails = new Map(recipients.map(({ log_id, email }) => [fromTypeId('log', log_id), email]))
  const erased = await lockErased(trx, workspaceId, [...emails.keys()], erasedAddress)
  const addresses = new Set(erased.map(({ id }) => foldAddress(emails.get(id) ?? '')))
  addresses.delete(erasedAddress)
  return [...addresses].map(redactorOf)
}

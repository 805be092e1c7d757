import type { Knex } from 'knex'
import { hasRunOut, type IdempotencyClaim } from './claim.js'
import { findFirstReply, type KeptReply, beyondAuthority, findKept, firstReplyOf } from './kept-reply.js'
import { sealSecret, withoutSecret, withSecret } from './kept-secret.js'
import type { Sealer } from '../../auth/sealed.js'
import { inDatabaseTurn } from '../operation/database-turns.js'
import type { Uuid, WorkspaceId } from '../../db/ids.js'
import { statement } from '../../db/statements/statement.js'
import { inTransaction, limitLockWait, type Transaction } from '../../db/transaction/transaction.js'
import { defaultWaitMs, inProgress, KeyTurns } from './turns.js'
import { createHash } from 'node:crypto'
import type { ByteStream } from '../body/stream-body.js'

/** The prepared effect of a request, or the reply to the first request with its key. */
export type PreparedEffect<Effect> = { readonly kept: KeptReply } | { readonly effect: Effect }

/**
 * Prepares a mutation, unless its key was already used and the credential may get the first reply. If the
 * preparation fails, the key is looked up once more: the first request may have ended meanwhile and have
 * caused the failure itself, for example by taking a name.
 *
 * @throws ApiError 409 `idempotency_conflict` if the key was used for something else; any error of `prepare`
 */
export async function prepareOnce<Effect>(
  db: Knex,
  claim: IdempotencyClaim,
  prepare: () => Promise<Effect>,
): Promise<PreparedEffect<Effect>> {
  const first = await findFirstReply(db, claim)
  if (first?.mayBeRepeated === true) return { kept: first.reply }
  try {
    return { effect: await prepare() }
  } catch (error) {
    const meanwhile = await findFirstReply(db, claim)
    if (meanwhile?.mayBeRepeated !== true) throw error
    return { kept: meanwhile.reply }
  }
}

/** PostgreSQL's code for a lock that was not available in time. */
const lockNotAvailable = '55P03'

type Address = [workspaceId: WorkspaceId, projectId: Uuid, operation: string, key: string]

/** Claims a key. It waits for any request that is claiming the key. */
const claimKey = statement<[...Address, fingerprint: Buffer, authority: string], { claimed: true }>(
  'claim_idempotency_key',
  `insert into idempotency_keys as k (workspace_id, project_id, operation, key, fingerprint, authority, created_at)
   values ($1, $2, $3, $4, $5, $6::jsonb, now())
   on conflict (workspace_id, project_id, operation, key) do update
     set fingerprint = excluded.fingerprint, authority = excluded.authority, status = null, body = null,
       created_at = excluded.created_at
     where ${hasRunOut}
   returning true as claimed`,
)

const keepReply = statement<[...Address, status: number, body: string, secret: Buffer | null]>(
  'keep_idempotent_reply',
  `update idempotency_keys set status = $5, body = $6, sealed_secret = $7
   where workspace_id = $1 and project_id = $2 and operation = $3 and key = $4`,
)

/** Runs mutations under their idempotency keys, each in a transaction of its own. */
export class Idempotency {
  readonly #turns: KeyTurns
  readonly #db: Knex
  readonly #sealer: Sealer
  readonly #waitMs: number

  /**
   * @param sealer seals the secret of a reply
   */
  constructor(db: Knex, sealer: Sealer, waitMs = defaultWaitMs) {
    this.#db = db
    this.#sealer = sealer
    this.#waitMs = waitMs
    this.#turns = new KeyTurns(waitMs)
  }

  /**
   * Runs `effect` in a transaction with the claim, or returns the reply to the first request with this key.
   * If the credential of a repetition may do less than the first one's, `effect` runs in a transaction that
   * is always rolled back. The repetition thus learns nothing that it could not learn from a request of its
   * own.
   *
   * @throws ApiError 409 `idempotency_conflict` if the key was used for something else, or by a credential
   *   that may do more; 409 `idempotency_in_progress` if the first request takes longer than this one can
   *   wait; any error of `effect`
   */
  run<Reply extends KeptReply>(
    claim: IdempotencyClaim,
    effect: (tx: Transaction) => Promise<Reply>,
  ): Promise<{ reply: Reply | KeptReply; replayed: boolean }> {
    return this.#turns.run(claim, () =>
      inDatabaseTurn(this.#db, claim.workspaceId, () =>
        inTransaction(this.#db, (tx) => this.#claimed(tx, claim, effect)),
      ),
    )
  }

  async #claimed<Reply extends KeptReply>(
    tx: Transaction,
    claim: IdempotencyClaim,
    effect: (tx: Transaction) => Promise<Reply>,
  ): Promise<{ reply: Reply | KeptReply; replayed: boolean }> {
    const address: Address = [claim.workspaceId, claim.projectId, claim.operation, claim.key]
    if (await this.#claim(tx, address, claim)) {
      const reply = await effect(tx)
      await this.#keep(tx, address, claim, reply)
      return { reply, replayed: false }
    }
    const first = await findFirstReply(tx.sql, claim)
    if (first === undefined) throw new Error('a claimed idempotency key is gone')
    if (!first.mayBeRepeated) {
      await effect(tx)
      throw beyondAuthority()
    }
    const { status, body } = first.reply
    const whole = withSecret(this.#sealer, claim, body, first.sealedSecret)
    return { reply: { status, body: whole }, replayed: true }
  }

  async #keep(tx: Transaction, address: Address, claim: IdempotencyClaim, reply: KeptReply) {
    const { status, body, showsSecret } = reply
    if (showsSecret === undefined) {
      return keepReply(tx.sql, ...address, status, JSON.stringify(body ?? null), null)
    }
    const shown = body as { secret: string | null }
    const kept = JSON.stringify(withoutSecret(shown))
    return keepReply(tx.sql, ...address, status, kept, sealSecret(this.#sealer, claim, shown.secret))
  }

  async #claim(tx: Transaction, address: Address, claim: IdempotencyClaim): Promise<boolean> {
    await limitLockWait(tx.sql, claim.workspaceId, this.#waitMs)
    try {
      return (
        (await claimKey(tx.sql, ...address, claim.fingerprint, JSON.stringify(claim.authority))).length > 0
      )
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
      throw inProgress(error)
    }
  }
}

/** Runs the effect that the preparation of a body has left to do. */
export type Effect<Reply> = (tx: Transaction) => Promise<Reply>

/**
 * Runs mutations whose body is read as it arrives under their idempotency keys. A key's request is known only once
 * all of the body is read, so the key is claimed at the end. The work on the body meanwhile must be harmless if it is
 * done twice: that happens if the process ends before the claim, or another process has the same request.
 */
export class Uploads {
  readonly #turns = new KeyTurns()
  readonly #db: Knex
  readonly #idempotency: Idempotency

  constructor(db: Knex, idempotency: Idempotency) {
    this.#db = db
    this.#idempotency = idempotency
  }

  /**
   * Prepares an effect from the body and runs it, or returns the reply to the first request with this key. A body
   * that comes with a known key is read to its end, to be compared, and nothing else is done with it.
   *
   * @param claimFor returns the claim for a body, by the digest of its bytes
   * @throws ApiError 409 `idempotency_conflict`, 409 `idempotency_in_progress`, any error of the body and of
   *   `prepare`
   */
  run<Reply extends KeptReply>(
    claimFor: (digest: string) => IdempotencyClaim,
    body: ByteStream,
    prepare: (body: ByteStream) => Promise<Effect<Reply>>,
  ): Promise<{ reply: Reply | KeptReply; replayed: boolean }> {
    // Whatever the body, it is the same key.
    const use = claimFor('')
    return this.#turns.run(use, async () => {
      const kept = await findKept(this.#db, use)
      const digested = digesting(body)
      try {
        if (kept !== undefined) {
          const first = firstReplyOf(kept, claimFor(await digested.digest()))
          if (!first.mayBeRepeated) throw beyondAuthority()
          return { reply: first.reply, replayed: true }
        }
        const effect = await prepare(digested.body)
        return await this.#idempotency.run(claimFor(await digested.digest()), effect)
      } finally {
        await digested.close()
      }
    })
  }
}

/**
 * Passes a body on, and returns the digest of all of its bytes at the end, whether its reader has read that far or
 * not.
 */
function digesting(body: ByteStream) {
  const hash = createHash('sha256')
  const chunks = body[Symbol.asyncIterator]()
  const next = async () => {
    const step = await chunks.next()
    if (step.done !== true) hash.update(step.value)
    return step
  }
  return {
    body: { [Symbol.asyncIterator]: () => ({ next }) } satisfies ByteStream,
    digest: async () => {
      while ((await next()).done !== true);
      return hash.digest('hex')
    },
    close: async () => void (await chunks.return?.()),
  }
}

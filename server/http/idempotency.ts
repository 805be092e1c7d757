import canonicalize from 'canonicalize'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { nilUuid, type Uuid } from '../db/ids.js'
import { statement } from '../db/statement.js'
import { inTransaction, type Transaction } from '../db/transaction.js'
import type { Principal } from '../workspace/principal.js'
import { ApiError } from './errors.js'

/**
 * Idempotency keys. A key is claimed by a unique insert in the transaction of the effect, so the two are
 * committed or rolled back together: an error releases its key, a crash leaves neither. A second request with
 * the key waits at the insert until the first one's fate is known.
 */

/** How long a key is kept. */
export const keptFor = '24 hours'

/** How long a request waits for another one with its key, in milliseconds: here, and then once in the database. */
const defaultWaitMs = 10_000

/** PostgreSQL's code for a lock that was not had in time. */
const lockNotAvailable = '55P03'

/** What a key belongs to and what it was used for. */
export interface IdempotencyClaim {
  readonly workspaceId: Uuid
  readonly projectId: Uuid
  readonly operation: string
  readonly key: string
  readonly fingerprint: Buffer
}

/** A reply as it is sent and, with less in it where a secret is shown once, as it is kept. */
export interface KeptReply {
  readonly status: number
  readonly body: unknown
  readonly replayBody?: unknown
}

type Claimed = [Uuid, Uuid, string, string]

const claimKey = statement<[...Claimed, Buffer], { claimed: true }>(
  'claim_idempotency_key',
  `insert into idempotency_keys as k (workspace_id, project_id, operation, key, fingerprint)
   values ($1, $2, $3, $4, $5)
   on conflict (workspace_id, project_id, operation, key) do update
     set fingerprint = excluded.fingerprint, status = null, body = null, created_at = now()
     where k.created_at < now() - interval '${keptFor}'
   returning true as claimed`,
)

const keepReply = statement<[...Claimed, number, string]>(
  'keep_idempotent_reply',
  `update idempotency_keys set status = $5, body = $6
   where workspace_id = $1 and project_id = $2 and operation = $3 and key = $4`,
)

const selectReply = statement<Claimed, { fingerprint: Buffer; status: number; body: unknown }>(
  'select_idempotent_reply',
  `select fingerprint, status, body from idempotency_keys
   where workspace_id = $1 and project_id = $2 and operation = $3 and key = $4`,
)

/** A digest of what a request asks for, the same whatever the order of keys and the white space (RFC 8785). */
export function claimOf(
  principal: Principal,
  operation: string,
  key: string,
  request: { path: unknown; body: unknown },
): IdempotencyClaim {
  const canonical = canonicalize({ path: request.path, body: request.body ?? null }) ?? ''
  return {
    workspaceId: principal.workspaceId,
    projectId: principal.kind === 'projectKey' ? principal.projectId : nilUuid,
    operation,
    key,
    fingerprint: createHash('sha256').update(canonical).digest(),
  }
}

/** Runs mutations under their idempotency keys. */
export class Idempotency {
  /** Requests of this process by key: a second one waits here rather than with a database connection in hand. */
  private readonly running = new Map<string, Promise<unknown>>()

  constructor(
    private readonly db: Knex,
    private readonly waitMs = defaultWaitMs,
  ) {}

  /**
   * Runs `effect` in a transaction with the claim, or answers what the first request with this key was answered.
   *
   * @throws ApiError 409 `idempotency_conflict` where the key was used for something else, 409
   *   `idempotency_in_progress` where the first request takes longer than this one can wait
   */
  async run<Reply extends KeptReply>(
    claim: IdempotencyClaim,
    effect: (tx: Transaction) => Promise<Reply>,
  ): Promise<{ reply: Reply | KeptReply; replayed: boolean }> {
    const name = JSON.stringify([claim.workspaceId, claim.projectId, claim.operation, claim.key])
    const before = this.running.get(name)
    const turn = before === undefined ? Promise.resolve() : this.turn(before)
    const mine = turn.then(() => this.claimAndRun(claim, effect))
    // One that gave up waiting has not ended the turn of those before it.
    const settled = Promise.allSettled([before, mine])
    this.running.set(name, settled)
    void settled.then(() => {
      if (this.running.get(name) === settled) this.running.delete(name)
    })
    return mine
  }

  /** Waits for the requests before this one, with a limit: what they wait for themselves may not come back. */
  private async turn(before: Promise<unknown>): Promise<void> {
    const limit = new AbortController()
    const late = sleep(this.waitMs, true, { signal: limit.signal }).catch(() => true)
    const gaveUp = await Promise.race([before.then(() => false), late])
    limit.abort()
    if (gaveUp) throw inProgress()
  }

  private async claimAndRun<Reply extends KeptReply>(
    claim: IdempotencyClaim,
    effect: (tx: Transaction) => Promise<Reply>,
  ): Promise<{ reply: Reply | KeptReply; replayed: boolean }> {
    const address: Claimed = [claim.workspaceId, claim.projectId, claim.operation, claim.key]
    return inTransaction(this.db, async (tx) => {
      if (await this.claim(tx, address, claim.fingerprint)) {
        const reply = await effect(tx)
        await keepReply(
          tx.sql,
          ...address,
          reply.status,
          JSON.stringify(reply.replayBody ?? reply.body ?? null),
        )
        return { reply, replayed: false }
      }
      const [kept] = await selectReply(tx.sql, ...address)
      if (kept === undefined) throw new Error('a claimed idempotency key is gone')
      if (!kept.fingerprint.equals(claim.fingerprint)) {
        throw new ApiError(
          'idempotency_conflict',
          'This idempotency key was used with another body. Send that body again, or use a new key.',
        )
      }
      return { reply: { status: kept.status, body: kept.body }, replayed: true }
    })
  }

  private async claim(tx: Transaction, address: Claimed, fingerprint: Buffer): Promise<boolean> {
    try {
      await tx.sql.raw(`set local lock_timeout = ${this.waitMs}`)
      const rows = await claimKey(tx.sql, ...address, fingerprint)
      await tx.sql.raw('set local lock_timeout = 0')
      return rows.length > 0
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
      throw inProgress(error)
    }
  }
}

function inProgress(cause?: unknown): ApiError {
  return new ApiError(
    'idempotency_in_progress',
    'The first request with this idempotency key has not ended yet. Ask again shortly.',
    { headers: { 'Retry-After': '1' }, cause },
  )
}

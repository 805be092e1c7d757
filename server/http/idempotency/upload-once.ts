import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type { Transaction } from '../../db/transaction.js'
import type { ByteStream } from '../body/stream-body.js'
import type { IdempotencyClaim } from './claim.js'
import { beyondAuthority, findKept, firstReplyOf, type KeptReply } from './kept-reply.js'
import type { Idempotency } from './run-once.js'
import { KeyedMutex } from './keyed-mutex.js'

/** Brings the effect about that a body's preparation has left to do. */
export type Effect<Reply> = (tx: Transaction) => Promise<Reply>

/**
 * Runs mutations under their idempotency keys whose body is read as it arrives. What a key was used for is known only once all of
 * the body is read, so the key is claimed at the end. What is done with the body meanwhile must be harmless when it is done
 * twice: where the process ends before the claim, or another process has the same request, it is.
 */
export class Uploads {
  private readonly turns = new KeyedMutex()

  constructor(
    private readonly db: Knex,
    private readonly idempotency: Idempotency,
  ) {}

  /**
   * Prepares an effect from the body and runs it, or answers what the first request with this key was answered. A body that
   * comes with a key of before is read to its end, to be compared, and nothing else is done with it.
   *
   * @param claimFor the claim for a body, by the digest of its bytes
   * @throws ApiError 409 `idempotency_conflict`, 409 `idempotency_in_progress`, what the body and `prepare` throw
   */
  run<Reply extends KeptReply>(
    claimFor: (digest: string) => IdempotencyClaim,
    body: ByteStream,
    prepare: (body: ByteStream) => Promise<Effect<Reply>>,
  ): Promise<{ reply: Reply | KeptReply; replayed: boolean }> {
    // Whatever the body, it is the same key.
    const use = claimFor('')
    return this.turns.run(use, async () => {
      const kept = await findKept(this.db, use)
      const digested = digesting(body)
      try {
        if (kept !== undefined) {
          const first = firstReplyOf(kept, claimFor(await digested.digest()))
          if (!first.mayBeRepeated) throw beyondAuthority()
          return { reply: first.reply, replayed: true }
        }
        const effect = await prepare(digested.body)
        return await this.idempotency.run(claimFor(await digested.digest()), effect)
      } finally {
        await digested.close()
      }
    })
  }
}

/** The same body, with a digest of all of its bytes at the end, whether its reader has read that far or not. */
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

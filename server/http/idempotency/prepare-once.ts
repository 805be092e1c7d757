import type { Knex } from 'knex'
import type { IdempotencyClaim } from './claim.js'
import { findKeptReply, type KeptReply } from './kept-reply.js'

/** What a request needs ahead of its effect, or what the first one with its key was answered. */
export type Prepared<Effect> = { readonly kept: KeptReply } | { readonly effect: Effect }

/**
 * Prepares a mutation unless its key was used already. Where it cannot be prepared the key is looked up once more: the first
 * request may have ended meanwhile and brought about just what is in the way, such as a name that is taken.
 *
 * @throws ApiError 409 `idempotency_conflict` where the key was used for something else; what `prepare` throws
 */
export async function prepareOnce<Effect>(
  db: Knex,
  claim: IdempotencyClaim,
  prepare: () => Promise<Effect>,
): Promise<Prepared<Effect>> {
  const kept = await findKeptReply(db, claim)
  if (kept !== undefined) return { kept }
  try {
    return { effect: await prepare() }
  } catch (error) {
    const meanwhile = await findKeptReply(db, claim)
    if (meanwhile === undefined) throw error
    return { kept: meanwhile }
  }
}

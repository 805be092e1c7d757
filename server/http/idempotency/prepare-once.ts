import type { Knex } from 'knex'
import type { IdempotencyClaim } from './claim.js'
import { findFirstReply, type KeptReply } from './kept-reply.js'

/** What a request needs ahead of its effect, or what the first one with its key was answered. */
export type PreparedEffect<Effect> = { readonly kept: KeptReply } | { readonly effect: Effect }

/**
 * Prepares a mutation, unless its key was already used and the credential may get the first reply. If the preparation
 * fails, the key is looked up once more: the first request may have ended meanwhile and have caused the failure itself,
 * for example by taking a name.
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

import type { Knex } from 'knex'
import type { AuditEntry } from '../../audit/entry.js'
import type { LateEntries } from '../../audit/late-entries.js'
import { recordAudit } from '../../audit/record.js'
import type { Principal } from '../../auth/principal.js'
import { retryBrokenOff } from '../../db/transaction/retry-transient.js'
import { inTransaction, type Transaction } from '../../db/transaction/transaction.js'
import { succeededEntry } from '../operation/audit-entry.js'
import { isByteStream } from '../body/stream-body.js'
import type { TakeTurn } from '../operation/database-turns.js'
import type { HandlerReply, WholeReply } from '../reply/send-reply.js'
import type { IdempotencyClaim } from './claim.js'
import { prepareOnce, type Idempotency, type Uploads } from './run-once.js'

/** A handler as the binder sees it: the contract has checked the types by the time it is called. */
export type AnyHandler = AnyRead | AnyMutation
export type AnyRead = (request: object) => Promise<HandlerReply>
type AnyMutation =
  | AnyRead
  | { readonly inSharedTransaction: (request: object) => Promise<SharedReply> }
  | { readonly outsideTransaction: AnyRead; readonly waitsForOthers?: true }
  | { readonly prepare: (request: object) => Promise<AnyRead> }

type SharedReply = HandlerReply & { readonly lateEntry?: AuditEntry }

/** The two classes that run mutations under their idempotency keys. */
export interface Once {
  readonly idempotency: Idempotency
  readonly uploads: Uploads
}

/** The idempotency claim and audit entry of a mutation; both are absent if nobody is authenticated. */
interface Companions {
  readonly claimFor: ((body: unknown) => IdempotencyClaim) | undefined
  readonly entry: AuditEntry | undefined
  readonly once: Once
}

/** Runs a mutation in the way that its handler wants. */
export async function mutate(
  handler: AnyMutation,
  request: { readonly body: unknown; readonly principal: Principal | null; readonly inTurn: TakeTurn },
  { claimFor, entry, once }: Companions,
  { db, audit }: { readonly db: Knex; readonly audit: Pick<LateEntries, 'add'> },
): Promise<HandlerReply> {
  const { body, principal, inTurn } = request
  if ('inSharedTransaction' in handler) {
    const reply = await handler.inSharedTransaction({ ...request, claim: claimFor?.(body), entry })
    if (reply.lateEntry !== undefined) audit.add(reply.lateEntry)
    return reply
  }
  if ('outsideTransaction' in handler) {
    const work = () => handler.outsideTransaction({ ...request, db })
    // Strangers sign in, for which other servers may take long to answer.
    return principal === null || handler.waitsForOthers === true ? work() : inTurn(work)
  }
  if (claimFor === undefined) {
    const effect = 'prepare' in handler ? await handler.prepare({ ...request, db }) : handler
    const work = () => inTransaction(db, (tx) => recorded(effect, { ...request, tx }, entry))
    return retryBrokenOff(() => inTurn(work))
  }
  if ('prepare' in handler && isByteStream(body)) {
    const { reply, replayed } = await once.uploads.run(claimFor, body, async (read) => {
      const effect = await handler.prepare({ ...request, body: read, db })
      return (tx) => recorded(effect, { tx }, entry)
    })
    return { ...reply, replayed }
  }
  const claim = claimFor(body)
  const prepared =
    'prepare' in handler
      ? await prepareOnce(db, claim, () => handler.prepare({ ...request, db }))
      : { effect: handler }
  if ('kept' in prepared) return { ...prepared.kept, replayed: true }
  const { reply, replayed } = await retryBrokenOff(() =>
    once.idempotency.run(claim, (tx) => recorded(prepared.effect, { ...request, tx }, entry)),
  )
  return { ...reply, replayed }
}

/** Runs an effect, and writes its entry in the same transaction. */
async function recorded(
  effect: AnyRead,
  request: { readonly tx: Transaction },
  entry: AuditEntry | undefined,
): Promise<WholeReply> {
  const reply = (await effect(request)) as WholeReply
  if (entry !== undefined) await recordAudit(request.tx.sql, [succeededEntry(entry, reply)])
  return reply
}

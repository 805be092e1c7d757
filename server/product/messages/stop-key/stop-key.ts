import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, timeOf, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { recordInLedger } from '../../../platform/ledger/record.js'
import { presentApiKey, type ApiKeyRow } from '../../workspace/keys/api-keys.js'
import { cancelMailOf, type CancelledMail } from '../../mail/change/cancel-of-key.js'

/** Choices for stopping a key that has leaked. */
export interface StopRequest {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
  /** True if the key's waiting mail is still sent. */
  readonly keepMail: boolean
  /** Milliseconds for which mail is cancelled. */
  readonly maxMs: number
}

/** Actions of a process when keys were stopped. */
export interface Stopping {
  /** Forgets a key, by the hash of its secret. */
  readonly forget: (secretHash: Buffer) => void
  readonly wakeWebhooks: () => void
}

export interface StoppedKey {
  readonly reply: components['schemas']['StoppedApiKey']
  /** True if all waiting mail was looked at. */
  readonly isThrough: boolean
}

/**
 * Selects the keys that a key has issued. Their entries are few, and have an index by their operation. The key stands
 * outside the barrier, since there may be millions of other entries of it.
 */
const selectIssued = statement<[workspaceId: WorkspaceId, keyId: Uuid], { resource_id: string }>(
  'select_keys_issued_by_key',
  `select resource_id from (
     select resource_id, resource_type, actor_id, outcome from audit_events
     where workspace_id = $1 and operation = 'createApiKey' offset 0
   ) issued
   where actor_id = $2 and outcome = 'succeeded' and resource_type = 'api_key'`,
)

const selectChanges = statement<
  [workspaceId: WorkspaceId, keyIds: readonly Uuid[]],
  { operation: string; count: number; last: Uuid }
>(
  'select_changes_of_keys',
  `select operation, count(*)::integer as count, (array_agg(entry.id order by entry.id desc))[1] as last
   from unnest($2::uuid[]) as key (id) cross join lateral (
     select operation, outcome, id from audit_events
     where workspace_id = $1 and actor_id = key.id order by workspace_id desc, actor_id desc, id desc limit 10000
   ) entry
   where outcome = 'succeeded' group by operation order by count(*) desc, operation`,
)

/**
 * Stops a key that has leaked: revokes it and the keys that it issued, cancels their mail, and returns what they did.
 * The caller must be allowed to revoke the key. Each step is committed by itself, and the whole can be repeated.
 */
export async function stopKey(
  db: Knex,
  { workspaceId, id, keepMail, maxMs }: StopRequest,
  { forget, wakeWebhooks }: Stopping,
): Promise<StoppedKey> {
  const until = performance.now() + maxMs
  const { key, issued } = await revokeAll(db, workspaceId, id)
  for (const { secret_hash: hash } of [key, ...issued]) forget(hash)
  const ids = [key.id, ...issued.map((row) => row.id)] as const
  const mail: CancelledMail = keepMail
    ? { cancelled: 0, inFlight: 0, isThrough: true }
    : await cancelMailOf(db, workspaceId, ids, { until, wakeWebhooks })
  const changes = await selectChanges(db, workspaceId, ids)
  const reply = {
    api_key: presentApiKey(key),
    issued_keys: issued.map(presentApiKey),
    cancelled: mail.cancelled,
    in_flight: mail.inFlight,
    complete: mail.isThrough && mail.inFlight === 0,
    changes: changes.map(({ operation, count, last }) => ({
      operation,
      count,
      last_at: timeOf(last).toISOString(),
    })),
  }
  return { reply, isThrough: mail.isThrough }
}

/**
 * Revokes the key first, and then those it has issued: an issuing key's row is locked, so it issues no others after
 * this.
 */
async function revokeAll(db: Knex, workspaceId: WorkspaceId, id: Uuid) {
  return inTransaction(db, async ({ sql }) => {
    const revoke = async (ids: readonly Uuid[]): Promise<ApiKeyRow[]> => {
      for (const each of ids)
        recordInLedger(sql, { kind: 'api_key_revoked', workspaceId, id: each, state: {} })
      return sql<ApiKeyRow>('api_keys')
        .where('workspace_id', workspaceId)
        .whereIn('id', [...ids])
        .update({ revoked_at: sql.raw('coalesce(revoked_at, (select now()))') })
        .returning('*')
    }
    const [key] = await revoke([id])
    if (key === undefined) throw new Error('a key that was found is gone')
    const entries = await selectIssued(sql, workspaceId, id)
    const issued = await revoke(entries.map(({ resource_id: each }) => fromTypeId('key', each)))
    return { key, issued: issued.sort((one, other) => (one.id < other.id ? -1 : 1)) }
  })
}

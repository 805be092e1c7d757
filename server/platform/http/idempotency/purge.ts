import type { WorkspaceId } from '../../db/ids.js'
import { dayMs } from '../../db/retention.js'
import { sameKey } from '../../db/statements/same-key.js'
import { statement } from '../../db/statements/statement.js'
import { workspacesWith } from '../../db/statements/workspaces-with.js'
import { expiring, keptForMs, untilFewer, type PurgeTask } from '../../scheduler/purge/task.js'
import { keptFor } from './claim.js'
import { secretKeptFor } from './kept-secret.js'

const pastTime = `sealed_secret is not null and created_at < now() - interval '${secretKeptFor}'`

const emptySecrets = statement<[workspaceId: WorkspaceId, max: number], { count: number }>(
  'empty_reply_secrets',
  `with past as materialized (
     select project_id, operation, key from idempotency_keys where workspace_id = $1 and ${pastTime}
     order by created_at limit $2 for update skip locked
   ), emptied as (
     update idempotency_keys kept set sealed_secret = null from past
     where kept.workspace_id = $1 and ${sameKey('kept', 'past', ['project_id', 'operation', 'key'])} and ${pastTime}
     returning 1
   )
   select count(*)::integer as count from emptied`,
)

/** Purges the secrets that are kept with idempotency keys, which stay for longer. There are few at any time. */
export const replySecretsTask: PurgeTask = {
  workspaces: workspacesWith('idempotency_keys', 'created_at', { name: 'reply_secrets', where: pastTime }),
  purge: untilFewer('reply_secrets', (trx, { workspaceId }, max) => emptySecrets(trx, workspaceId, max)),
}

/**
 * Purges idempotency keys. A key that is claimed anew at this moment is locked, and passed over. Its time is compared
 * again when it is deleted: it may have been claimed between the two.
 */
export const idempotencyKeysTask = expiring({
  table: 'idempotency_keys',
  workspaces: workspacesWith('idempotency_keys', 'created_at'),
  keptUntil: keptForMs(dayMs),
  name: 'delete_old_idempotency_keys',
  sql: `with old as materialized (
     select project_id, operation, key from idempotency_keys
     where workspace_id = $1 and created_at < now() - interval '${keptFor}'
     order by created_at limit $2
     for update skip locked
   ), gone as (
     delete from idempotency_keys kept using old
     where kept.workspace_id = $1 and ${sameKey('kept', 'old', ['project_id', 'operation', 'key'])}
       and kept.created_at < now() - interval '${keptFor}'
     returning 1
   )`,
  rest: (_scope, max) => [max] as const,
})

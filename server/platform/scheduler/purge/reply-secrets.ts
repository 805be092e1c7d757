import { nilUuid, type WorkspaceId } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import { secretKeptFor } from '../../http/idempotency/kept-secret.js'
import { sameKey } from '../../db/same-key.js'
import type { PurgeTask } from './batch.js'
import { workspacesWith } from '../../db/workspaces-with.js'

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

/** The secrets that are kept with idempotency keys, which stay for longer. There are few at any time. */
export const replySecretsTask: PurgeTask = {
  workspaces: workspacesWith('idempotency_keys', 'created_at', { name: 'reply_secrets', where: pastTime }),
  purge: async (trx, { workspaceId }, _after, max) => {
    const [emptied] = await emptySecrets(trx, workspaceId, max)
    const count = emptied?.count ?? 0
    return { purged: { reply_secrets: count }, next: count < max ? null : nilUuid }
  },
}

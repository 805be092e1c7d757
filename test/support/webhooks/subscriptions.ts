import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { newUuid, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'

/** Fields of a subscription to insert; by default it has all events of the workspace. */
export interface SubscriptionFields {
  readonly url?: string
  readonly events?: readonly string[]
  readonly projectId?: Uuid
  readonly environment?: 'live' | 'test'
  readonly enabled?: boolean
  readonly deleted?: boolean
}

/** Writes a subscription past the API, in any state and to any address. It has no secret. */
export async function insertSubscription(
  sql: pg.Pool | pg.Client,
  workspaceId: WorkspaceId,
  fields: SubscriptionFields = {},
): Promise<Uuid> {
  const id = newUuid()
  const enabled = fields.enabled ?? true
  await sql.query(
    `insert into webhook_subscriptions
       (workspace_id, id, url, events, project_id, environment, enabled, disabled_reason, disabled_at, deleted_at)
     values ($1, $2, $3, $4, $5, $6, $7, case when not $7 then 'requested' end, case when not $7 then now() end,
       case when $8::boolean then now() end)`,
    [
      workspaceId,
      id,
      fields.url ?? `https://hooks.example/${randomBytes(6).toString('hex')}`,
      fields.events ?? ['*'],
      fields.projectId ?? null,
      fields.environment ?? null,
      enabled,
      fields.deleted ?? false,
    ],
  )
  return id
}

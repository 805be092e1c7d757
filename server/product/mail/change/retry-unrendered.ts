import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { noteWorkspace } from '../../../platform/queue/owners.js'
import { renderFailedBegins } from '../../content/render-errors.js'

const retry = statement<
  [workspaceId: WorkspaceId, campaignId: Uuid, max: number, paused: boolean, begins: string],
  { count: number }
>(
  'retry_campaign_deliveries',
  `with failed as (
     select id from message_logs
     where workspace_id = $1 and campaign_id = $2 and status = 'failed'
       and starts_with(attempts -> -1 ->> 'error', $5) and not jsonb_path_exists(attempts, '$[*].reply.code')
     limit $3
   ), again as (
     update message_logs set status = 'queued', next_attempt_at = null, updated_at = now()
     where workspace_id = $1 and id = any(array(select id from failed))
     returning id, message_id, environment, destination
   ), queued as (
     insert into delivery_queue
       (workspace_id, log_id, message_id, due_at, destination, bulk, campaign_id, paused_due_at)
     select own.workspace_id, id, message_id, case when $4 then 'infinity' else now() end,
       case when environment = 'test' then '' else destination end, true, $2, case when $4 then now() end
     from ${ownWorkspace} cross join again
     on conflict do nothing
     returning 1
   ), noted_owner as (
     ${noteWorkspace('delivery', 'again')}
   )
   select count(*)::integer as count from queued`,
)

/**
 * Queues mail of a campaign again that failed because it could not be rendered, so before any server had replied
 * about it. While the campaign is paused, the mail waits with it.
 *
 * @returns how many deliveries are queued again
 */
export async function retryUnrenderedOf(
  db: Knex,
  workspaceId: WorkspaceId,
  campaignId: Uuid,
  {
    max,
    isPaused,
  }: {
    /** Largest number of rows. */
    readonly max: number
    readonly isPaused: boolean
  },
): Promise<number> {
  const [queued] = await retry(db, workspaceId, campaignId, max, isPaused, renderFailedBegins)
  return queued?.count ?? 0
}

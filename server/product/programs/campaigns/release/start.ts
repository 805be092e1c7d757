import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import { insertEvent } from '../../../../platform/events/insert-event.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import { campaignEvent } from '../events.js'
import { pauseCampaign } from '../course/pause.js'
import { topicColumn, type CampaignRow } from '../campaign-rows.js'
import { rulesOf } from '../rules.js'

/** The most campaigns of a workspace that send at once. Further ones wait. */
export const maxSending = 20

/** Milliseconds for which a campaign that waits for others is left alone. */
const waitMs = 5_000

const countSending = statement<[workspaceId: WorkspaceId, max: number], { count: number }>(
  'count_sending_campaigns',
  `select count(*)::integer as count from (
     select from campaigns where workspace_id = $1 and status = 'sending' limit $2
   ) sending`,
)

const begin = statement<[workspaceId: WorkspaceId, id: Uuid, rules: string], CampaignRow>(
  'begin_campaign',
  `update campaigns set status = 'sending', started_at = now(), phase = 'walk', rules = $3::jsonb,
     walk_position = null, release_position = null, updated_at = now()
   where workspace_id = $1 and id = $2
   returning *, ${topicColumn('campaigns')}`,
)

/**
 * Starts a scheduled campaign, which the transaction has locked. The rules of its segments are copied, so that its
 * audience does not change with its segments. A campaign that missed its time is paused.
 *
 * @returns the milliseconds for which to leave the campaign alone; null if it was paused
 * @throws ApiError 422 `validation_failed` if a rule of its segments can no longer be used
 */
export async function startCampaign(
  tx: Transaction,
  row: CampaignRow & { readonly now: Date },
  wakes: Pick<Wakes, 'webhooks'>,
): Promise<number | null> {
  const { workspace_id: workspaceId, id, scheduled_at: scheduledAt, max_delay_seconds: maxDelay } = row
  const late = row.now.getTime() - (scheduledAt ?? row.now).getTime()
  if (late > maxDelay * 1000) {
    await pauseCampaign(tx, row, 'missed_schedule', wakes)
    return null
  }
  const [sending] = await countSending(tx.sql, workspaceId, maxSending)
  if (sending !== undefined && sending.count >= maxSending) return waitMs
  const rules = await rulesOf(tx.sql, row)
  const [started] = await begin(tx.sql, workspaceId, id, JSON.stringify(rules))
  if (started === undefined) throw new Error('a campaign that was locked is gone')
  await insertEvent(tx.sql, workspaceId, campaignEvent(started, 'campaign.started'))
  tx.afterCommit(wakes.webhooks)
  return 0
}

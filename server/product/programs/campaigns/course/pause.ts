import { statement } from '../../../../platform/db/statements/statement.js'
import { recordAudit } from '../../../../platform/audit/record.js'
import { serviceEntry } from '../../../../platform/audit/other-entries.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import { insertEvent } from '../../../../platform/events/insert-event.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import { campaignEvent } from '../events.js'
import { holdDeliveries } from '../../../mail/hold/of-campaign.js'
import { topicColumn, type CampaignRow, type PauseReason } from '../campaign-rows.js'

const setPaused = statement<[workspaceId: WorkspaceId, id: Uuid, reason: PauseReason], CampaignRow>(
  'pause_campaign',
  `update campaigns set status = 'paused', pause_reason = $3, due_at = null, lease = null, updated_at = now()
   where workspace_id = $1 and id = $2
   returning *, ${topicColumn('campaigns')}`,
)

/**
 * Pauses a campaign, in the transaction that has locked it. Nothing more of the campaign is claimed once this has
 * committed.
 *
 * @returns the campaign as it is now, and the number of its deliveries that a worker has in flight
 */
export async function pauseCampaign(
  tx: Transaction,
  { workspace_id: workspaceId, id }: Pick<CampaignRow, 'workspace_id' | 'id'>,
  reason: PauseReason,
  wakes: Pick<Wakes, 'webhooks'>,
): Promise<{ campaign: CampaignRow; inFlight: number }> {
  const [campaign] = await setPaused(tx.sql, workspaceId, id, reason)
  if (campaign === undefined) throw new Error('a campaign that was locked is gone')
  const inFlight = await holdDeliveries(tx.sql, workspaceId, id)
  await insertEvent(tx.sql, workspaceId, campaignEvent(campaign, 'campaign.paused'))
  if (reason !== 'manual') {
    const resource = { type: 'campaign', id: toTypeId('cmp', id) }
    const entry = serviceEntry(workspaceId, 'pause_campaign', { resource, projectId: campaign.project_id })
    await recordAudit(tx.sql, [entry])
  }
  tx.afterCommit(wakes.webhooks)
  return { campaign, inFlight }
}

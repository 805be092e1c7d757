import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'
import type { Transaction } from '../../../platform/db/transaction.js'
import { ApiError } from '../../../platform/http/errors.js'
import { wrongStatus, type CampaignKey } from './change.js'
import { cancelDeliveries } from './hold.js'
import { lockCampaign } from './rows.js'

/** As many recipients go with their campaign. The purge deletes the rest. */
const deletedTogether = 20_000

const deleteRecipients = statement<[workspaceId: WorkspaceId, campaignId: Uuid, max: number]>(
  'delete_campaign_recipients',
  `delete from campaign_recipients where workspace_id = $1 and campaign_id = $2 and contact_id = any(array(
     select contact_id from campaign_recipients where workspace_id = $1 and campaign_id = $2 limit $3))`,
)

/**
 * Deletes a campaign of which nothing is sent any more. Its messages stay.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state`
 */
export async function deleteCampaign({ sql }: Transaction, { workspaceId, id }: CampaignKey): Promise<void> {
  const row = await lockCampaign(sql, workspaceId, id)
  if (row.status !== 'draft' && row.status !== 'sent' && row.status !== 'cancelled') {
    throw wrongStatus(row, 'be deleted')
  }
  // A mail that a worker has in hand would find no campaign that keeps it from being tried again.
  if (row.status === 'cancelled' && (await cancelDeliveries(sql, workspaceId, id)) > 0) {
    throw new ApiError('invalid_state', 'Mail of the campaign is being delivered. Try again in a minute.')
  }
  for (const table of ['campaign_hours', 'campaign_purged_logs']) {
    await sql(table).where({ workspace_id: workspaceId, campaign_id: id }).delete()
  }
  await deleteRecipients(sql, workspaceId, id, deletedTogether)
  await sql('campaigns').where({ workspace_id: workspaceId, id }).delete()
}

import type { Knex } from 'knex'
import { processId, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { countCampaigns } from '../../../workspace/count-campaigns.js'

/** The delivery in whose mail a link was used. */
export interface LinkDelivery {
  readonly messageId: Uuid
  readonly logId: Uuid
  /** Id of the campaign that sent the mail; null if none did. */
  readonly campaignId: Uuid | null
  /** Id of the automation that sent the mail; null if none did. */
  readonly automationId: Uuid | null
}

const selectDelivery = statement<[workspaceId: WorkspaceId, logId: Uuid], LinkDelivery>(
  'select_delivery_of_link',
  `select message_id as "messageId", id as "logId", campaign_id as "campaignId",
     automation_id as "automationId"
   from message_logs where workspace_id = $1 and id = $2`,
)

/**
 * Finds the delivery of a link. It is undefined once it is past the retention window, since links in old mail still
 * unsubscribe.
 */
export async function findLinkDelivery(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  logId: Uuid,
): Promise<LinkDelivery | undefined> {
  return (await selectDelivery(trx, workspaceId, logId))[0]
}

const count = statement<[workspaceId: WorkspaceId, countedBy: Uuid, campaignId: Uuid]>(
  'count_unsubscribed',
  `with ${countCampaigns(
    `select $3::uuid as campaign_id, 0 as delivered, 0 as bounced, 0 as failed, 0 as complained, 1 as unsubscribed`,
  )}
   select`,
)

/** Counts, for the campaign of a mail, a person who unsubscribed by its link, once for each person. */
export async function countUnsubscribed(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  delivery: LinkDelivery | undefined,
): Promise<void> {
  const campaignId = delivery?.campaignId ?? null
  if (campaignId !== null) await count(trx, workspaceId, processId(), campaignId)
}

import { newUuid, toTypeId } from '../../../platform/db/ids.js'
import type { NewEvent } from '../../../platform/events/event-types.js'
import { progressOf, type CampaignRow } from './campaign-rows.js'

/** Returns the event of a change of a campaign's status. `row` is the campaign after the change. */
export function campaignEvent(
  row: CampaignRow,
  type:
    | 'campaign.scheduled'
    | 'campaign.started'
    | 'campaign.paused'
    | 'campaign.resumed'
    | 'campaign.sent'
    | 'campaign.cancelled',
): NewEvent {
  return {
    id: newUuid(),
    projectId: row.project_id,
    environment: row.environment,
    type,
    data: {
      campaign_id: toTypeId('cmp', row.id),
      name: row.name,
      status: row.status,
      pause_reason: row.pause_reason,
      scheduled_at: row.scheduled_at?.toISOString() ?? null,
      progress: progressOf(row),
    },
  }
}

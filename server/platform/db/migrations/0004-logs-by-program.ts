import { createIndexes, type LargeIndex } from '../schema/migrate-beside.js'

/**
 * The mail of a campaign or an automation, by time, and what went wrong of it. A log is of one of the two at most, so
 * that one index serves both. The second index has an expression of its own, which no other index can be taken for.
 */
export const indexes: readonly LargeIndex[] = [
  {
    name: 'message_logs_by_program',
    on: `message_logs (workspace_id, coalesce(campaign_id, automation_id), id)
  where coalesce(campaign_id, automation_id) is not null`,
  },
  {
    name: 'message_logs_by_program_and_rare_status',
    on: `message_logs
  (workspace_id,
   (case when status not in ('scheduled', 'queued', 'delivered') then coalesce(campaign_id, automation_id) end),
   status, id)
  where case when status not in ('scheduled', 'queued', 'delivered') then coalesce(campaign_id, automation_id) end
    is not null`,
  },
]

export const up = createIndexes(indexes)

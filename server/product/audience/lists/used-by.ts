import type { Knex } from 'knex'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { automationsThatUse } from '../automation-users.js'
import type { SubscriberListRow } from './list-rows.js'

/** The number of a list's newest campaigns that are searched for one that is not over. */
const lookedAt = 10_000

/**
 * Selects a campaign that is not over. Comparing and ordering columns as one row makes the planner take the index of
 * lists.
 */
const selectCampaign = statement<[workspaceId: WorkspaceId, listId: Uuid], { id: Uuid }>(
  'select_campaign_of_list',
  `select id from (
     select id, status from campaigns
     where workspace_id = $1 and (list_id, id) >= ($2, '00000000-0000-0000-0000-000000000000'::uuid)
       and (list_id, id) <= ($2, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) and list_id is not null
     order by list_id desc, id desc limit (select ${lookedAt}::integer)
   ) newest
   where status not in ('sent', 'cancelled') limit 1`,
)

/**
 * Selects a segment whose rule names the list, by searching the segments of the project, of which there are at most
 * 200. The rule contains the id as plain text.
 */
const selectSegment = statement<[workspaceId: WorkspaceId, projectId: Uuid, named: string], { id: Uuid }>(
  'select_segment_of_list',
  `select id from segments
   where workspace_id = $1 and project_id = $2 and strpos(rule::text, $3) > 0
   order by id limit 1`,
)

/**
 * Finds something that still needs a list: a campaign that is not over, a segment, or an automation that is not
 * archived and names the list in a version that is published, the latest, or has runs that have not ended.
 *
 * @returns its id in the form of the API contract; undefined if there is nothing
 */
export async function userOf(
  db: Knex,
  { workspace_id: workspaceId, project_id: projectId, id }: SubscriberListRow,
): Promise<string | undefined> {
  const [campaign] = await selectCampaign(db, workspaceId, id)
  if (campaign !== undefined) return toTypeId('cmp', campaign.id)
  const [segment] = await selectSegment(db, workspaceId, projectId, toTypeId('lst', id))
  if (segment !== undefined) return toTypeId('seg', segment.id)
  const [automation] = await automationsThatUse(db, workspaceId, 'list', [id])
  return automation && toTypeId('aut', automation.id)
}

import type { Knex } from 'knex'
import type { Visibility } from '../../../platform/auth/principal.js'
import { greatestUuid, nilUuid, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { automationsThatUse } from '../automation-users.js'
import { lockSegmentsOf } from '../segments/segment-rows.js'
import { findTopic, lockTopic, type TopicRow } from './topic-rows.js'

/**
 * Deletes a topic. The choices of contacts about it stay with them.
 *
 * Campaigns and automations lock the topics that they name, and segments the project, until their transaction ends.
 * So of a deletion and a simultaneous first use of the topic, one sees the other.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state` while something uses the topic
 */
export async function deleteTopic(trx: Knex.Transaction, visibility: Visibility, id: Uuid): Promise<void> {
  const { workspace_id: workspaceId, project_id: projectId } = await findTopic(trx, visibility, id)
  await lockSegmentsOf(trx, { workspaceId, projectId })
  const topic = await lockTopic(trx, visibility, id)
  const user = await userOf(trx, topic)
  if (user !== undefined) throw new ApiError('invalid_state', `${toTypeId('top', id)} is used by ${user}.`)
  await trx('topics').where({ workspace_id: workspaceId, id }).delete()
}

/** The number of a topic's newest campaigns that are searched for one that is not over. */
const lookedAt = 10_000

/**
 * Selects a campaign that is not over. Comparing and ordering columns as one row makes the planner take the index of
 * topics.
 */
const selectCampaign = statement<[workspaceId: WorkspaceId, projectId: Uuid, key: string], { id: Uuid }>(
  'select_campaign_of_topic',
  `select newest.id from (
     select campaign_id as id from campaign_topics
     where workspace_id = $1 and (project_id, topic, campaign_id) >= ($2, $3, '${nilUuid}'::uuid)
       and (project_id, topic, campaign_id) <= ($2, $3, '${greatestUuid}'::uuid)
     order by project_id desc, topic desc, campaign_id desc limit (select ${lookedAt}::integer)
   ) newest
   cross join lateral (
     select status from campaigns where workspace_id = $1 and id = newest.id limit 1
   ) campaign
   where status not in ('sent', 'cancelled') limit 1`,
)

/**
 * Selects a segment whose rule names the topic, by searching the segments of the project, of which there are at most
 * 200.
 */
const selectSegment = statement<[workspaceId: WorkspaceId, projectId: Uuid, named: string], { id: Uuid }>(
  'select_segment_of_topic',
  `select id from segments
   where workspace_id = $1 and project_id = $2 and strpos(rule::text, $3) > 0
   order by id limit 1`,
)

/**
 * Finds something that still needs a topic: a campaign that is not over, a segment, or an automation that is not
 * archived and names the topic in a version that is published, the latest, or has runs that have not ended.
 *
 * @returns its id in the form of the API contract; undefined if there is nothing
 */
async function userOf(
  db: Knex,
  { workspace_id: workspaceId, project_id: projectId, id, key }: TopicRow,
): Promise<string | undefined> {
  const [campaign] = await selectCampaign(db, workspaceId, projectId, key)
  if (campaign !== undefined) return toTypeId('cmp', campaign.id)
  // This is how PostgreSQL writes it. A quotation mark within a text of a rule has a backslash before it.
  const [segment] = await selectSegment(db, workspaceId, projectId, `"topic": "${key}"`)
  if (segment !== undefined) return toTypeId('seg', segment.id)
  const [automation] = await automationsThatUse(db, workspaceId, 'topic', [id])
  return automation && toTypeId('aut', automation.id)
}

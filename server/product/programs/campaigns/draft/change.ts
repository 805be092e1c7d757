import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { topicColumn, type CampaignRow, type CampaignStatus } from '../campaign-rows.js'

/** The columns that a change of a campaign sets. The worker's columns are no part of a row as it is read. */
export type CampaignChanges = Partial<CampaignRow> & {
  readonly due_at?: Date | null
  readonly lease?: null
  readonly brake_settled?: number
  readonly brake_bounced?: number
  readonly brake_complained?: number
  readonly brake_failed?: number
}

/** Columns that are stored as JSON. */
const documents = ['reply_to', 'variables', 'skip_reasons'] as const

const removeTopic = statement<[workspaceId: WorkspaceId, id: Uuid]>(
  'remove_topic_of_campaign',
  'delete from campaign_topics where workspace_id = $1 and campaign_id = $2',
)

const storeTopic = statement<[workspaceId: WorkspaceId, id: Uuid, topic: string]>(
  'store_topic_of_campaign',
  `insert into campaign_topics (workspace_id, campaign_id, project_id, topic)
   select workspace_id, id, project_id, $3::text from campaigns where workspace_id = $1 and id = $2`,
)

/** Sets the topic of a campaign that the transaction has locked or inserted; null removes it. */
export async function setTopic(
  trx: Knex,
  { workspace_id, id }: Pick<CampaignRow, 'workspace_id' | 'id'>,
  topic: string | null,
): Promise<void> {
  await removeTopic(trx, workspace_id, id)
  if (topic !== null) await storeTopic(trx, workspace_id, id, topic)
}

/** Changes a campaign that the transaction has locked. */
export async function changeCampaign(
  trx: Knex.Transaction,
  { workspace_id, id }: Pick<CampaignRow, 'workspace_id' | 'id'>,
  changes: CampaignChanges,
): Promise<CampaignRow> {
  const json = documents.flatMap((name) =>
    changes[name] === undefined ? [] : [[name, JSON.stringify(changes[name])] as const],
  )
  const { topic, ...own } = changes
  if (topic !== undefined) await setTopic(trx, { workspace_id, id }, topic)
  const values = { ...own, ...Object.fromEntries(json), updated_at: new Date() }
  const [row] = (await trx('campaigns')
    .where({ workspace_id, id })
    .update(values)
    .returning(['*', trx.raw(topicColumn('campaigns', '?'), [workspace_id])])) as unknown as CampaignRow[]
  if (row === undefined) throw new Error('a campaign that was locked is gone')
  return row
}

/** Returns true if a campaign is as it was when it was checked, before the transaction that has locked it. */
export function isUnchanged(row: CampaignRow, checked: CampaignRow): boolean {
  return row.status === checked.status && row.updated_at.getTime() === checked.updated_at.getTime()
}

/** Returns the error for a request whose checks are out of date. */
export function changedMeanwhile(): ApiError {
  return new ApiError('invalid_state', 'The campaign was changed meanwhile. Try again.')
}

const inWords: Record<CampaignStatus, string> = {
  draft: 'a draft',
  scheduled: 'scheduled',
  sending: 'being sent',
  paused: 'paused',
  sent: 'sent',
  cancelled: 'cancelled',
}

/**
 * Returns the error of an action that the campaign's status does not allow.
 *
 * @param what the action that is impossible, such as `be paused`
 */
export function wrongStatus({ status }: CampaignRow, what: string): ApiError {
  return new ApiError('invalid_state', `The campaign is ${inWords[status]}, so it cannot ${what}.`)
}

/** The ids that identify a campaign of a workspace. */
export interface CampaignKey {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
}

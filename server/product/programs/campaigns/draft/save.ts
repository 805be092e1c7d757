import type { Knex } from 'knex'
import type { Principal } from '../../../../platform/auth/principal.js'
import { newUuid, timeOf, type WorkspaceId, type Uuid } from '../../../../platform/db/ids.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import type { Project } from '../../../workspace/projects/projects.js'
import {
  changeCampaign,
  changedMeanwhile,
  isUnchanged,
  setTopic,
  wrongStatus,
  type CampaignKey,
} from './change.js'
import { refuseReleasedChange } from '../access.js'
import type { Schedulable } from './schedulable.js'
import type { CampaignFields } from '../fields.js'
import { lockChecked, lockUsed } from './schedulable.js'
import { lockCampaign, type CampaignRow } from '../campaign-rows.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { cancelDeliveries } from '../../../mail/hold/of-campaign.js'

const presets: CampaignFields = {
  name: '',
  template_id: '',
  template_version: null,
  version_named: false,
  from_email: null,
  from_name: null,
  reply_to: [],
  variables: {},
  list_id: null,
  segment_id: null,
  exclude_segment_id: null,
  rate_per_hour: null,
  category: null,
  max_delay_seconds: 3600,
  topic: null,
}

/**
 * Stores a draft.
 *
 * @throws ApiError 422 `validation_failed` if its template, list, topic or a segment does not exist
 */
export async function insertCampaign(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  project: Project,
  fields: Partial<CampaignFields>,
): Promise<CampaignRow> {
  const id = newUuid()
  const given = { ...presets, ...fields }
  const own = { workspace_id: workspaceId, id, project_id: project.id, environment: project.environment }
  await lockUsed(trx, { ...own, ...given })
  const { topic, ...columns } = given
  const [row] = (await trx('campaigns')
    .insert({
      ...own,
      ...columns,
      reply_to: JSON.stringify(given.reply_to),
      variables: JSON.stringify(given.variables),
      status: 'draft',
      updated_at: timeOf(id),
    })
    .returning('*')) as unknown as CampaignRow[]
  if (row === undefined) throw new Error('a campaign that was stored is gone')
  if (topic !== null) await setTopic(trx, row, topic)
  return { ...row, topic }
}

/** The fields that decide whether a campaign can be sent. */
const decisive = [
  'template_id',
  'from_email',
  'variables',
  'list_id',
  'segment_id',
  'exclude_segment_id',
  'topic',
] as const

/** Returns true if a change of these fields requires a scheduled campaign to be checked again. */
export function isDecisive(fields: Partial<CampaignFields>): boolean {
  return decisive.some((name) => fields[name] !== undefined)
}

/**
 * Refuses a change that the campaign's status or the credential does not allow.
 *
 * @throws ApiError 409 `invalid_state`, 403 `insufficient_scope`
 */
export function refuseChange(principal: Principal, row: CampaignRow, fields: Partial<CampaignFields>): void {
  const onlyRate = Object.keys(fields).every((name) => name === 'rate_per_hour')
  const isUnderWay = row.status === 'sending' || row.status === 'paused'
  if (row.status === 'sent' || row.status === 'cancelled') throw wrongStatus(row, 'be changed')
  if (isUnderWay && !onlyRate) throw wrongStatus(row, 'be changed, but for its rate_per_hour')
  refuseReleasedChange(principal, row)
}

/**
 * Changes a campaign.
 *
 * @param before the campaign as it was before the transaction
 * @throws ApiError 404 `not_found`, 409 `invalid_state`, 403 `insufficient_scope`, 422 `validation_failed`
 */
export async function updateCampaign(
  tx: Transaction,
  principal: Principal,
  before: CampaignRow,
  {
    fields,
    checked,
    wakes,
  }: {
    readonly fields: Partial<CampaignFields>
    /** The version and rules with which a scheduled campaign was checked again; undefined if it was not. */
    readonly checked: Schedulable | undefined
    readonly wakes: Wakes
  },
): Promise<CampaignRow> {
  const row = await lockCampaign(tx.sql, before.workspace_id, before.id)
  refuseChange(principal, row, fields)
  const isPinned = row.status === 'scheduled' && isDecisive(fields)
  if (isPinned && (checked === undefined || !isUnchanged(row, before))) throw changedMeanwhile()
  const changes = { ...fields, ...(isPinned && { template_version: checked?.version }) }
  if (isPinned && checked !== undefined) await lockChecked(tx.sql, { ...row, ...fields }, checked)
  else if (isDecisive(fields)) await lockUsed(tx.sql, { ...row, ...changes })
  if (row.status === 'sending') tx.afterCommit(wakes.programs)
  return changeCampaign(tx.sql, row, changes)
}

/** The most recipients that are deleted together with their campaign. The purge deletes the rest. */
const deletedTogether = 20_000

const deleteRecipients = statement<[workspaceId: WorkspaceId, campaignId: Uuid, max: number]>(
  'delete_campaign_recipients',
  `delete from campaign_recipients where workspace_id = $1 and campaign_id = $2 and contact_id = any(array(
     select contact_id from campaign_recipients where workspace_id = $1 and campaign_id = $2 limit $3))`,
)

/**
 * Deletes a campaign of which nothing more is sent. Its messages stay.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state`
 */
export async function deleteCampaign({ sql }: Transaction, { workspaceId, id }: CampaignKey): Promise<void> {
  const row = await lockCampaign(sql, workspaceId, id)
  if (row.status !== 'draft' && row.status !== 'sent' && row.status !== 'cancelled') {
    throw wrongStatus(row, 'be deleted')
  }
  // For a mail that is in flight there would be no campaign left that keeps it from being tried again.
  if (row.status === 'cancelled' && (await cancelDeliveries(sql, workspaceId, id)) > 0) {
    throw new ApiError('invalid_state', 'Mail of the campaign is being delivered. Try again in a minute.')
  }
  for (const table of ['campaign_hours', 'campaign_purged_logs', 'campaign_topics']) {
    await sql(table).where({ workspace_id: workspaceId, campaign_id: id }).delete()
  }
  await deleteRecipients(sql, workspaceId, id, deletedTogether)
  await sql('campaigns').where({ workspace_id: workspaceId, id }).delete()
}

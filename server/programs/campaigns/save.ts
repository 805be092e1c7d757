import type { Knex } from 'knex'
import { keepSegmentRules } from '../../audience/segments/rows.js'
import type { SessionPrincipal } from '../../auth/principal.js'
import { isAtLeast } from '../../auth/principal.js'
import { newUuid, timeOf, type Uuid } from '../../db/ids.js'
import type { Transaction } from '../../db/transaction.js'
import { ApiError } from '../../http/errors.js'
import type { Wakes } from '../../queue/wakes.js'
import type { Project } from '../../workspace/projects.js'
import { lockAudience } from './audience.js'
import { changeCampaign, changedMeanwhile, isUnchanged, wrongStatus } from './change.js'
import type { CampaignFields } from './fields.js'
import { lockCampaign, type CampaignRow } from './rows.js'
import { lockTemplateOf } from './template.js'

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
}

/**
 * Stores a draft.
 *
 * @throws ApiError 422 `validation_failed` where its template, list or a segment is not there
 */
export async function insertCampaign(
  trx: Knex.Transaction,
  workspaceId: Uuid,
  project: Project,
  fields: Partial<CampaignFields>,
): Promise<CampaignRow> {
  const id = newUuid()
  const given = { ...presets, ...fields }
  const own = { workspace_id: workspaceId, id, project_id: project.id, environment: project.environment }
  await lockUsed(trx, { ...own, ...given })
  const [row] = (await trx('campaigns')
    .insert({
      ...own,
      ...given,
      reply_to: JSON.stringify(given.reply_to),
      variables: JSON.stringify(given.variables),
      status: 'draft',
      updated_at: timeOf(id),
    })
    .returning('*')) as unknown as CampaignRow[]
  if (row === undefined) throw new Error('a campaign that was stored is gone')
  return row
}

/** The fields that decide whether a campaign can be sent. */
const decisive = [
  'template_id',
  'from_email',
  'variables',
  'list_id',
  'segment_id',
  'exclude_segment_id',
] as const

/** Whether a change of these fields has a scheduled campaign checked again. */
export function isDecisive(fields: Partial<CampaignFields>): boolean {
  return decisive.some((name) => fields[name] !== undefined)
}

/**
 * Refuses a change that the campaign's status or the session's role does not allow.
 *
 * @throws ApiError 409 `invalid_state`, 403 `insufficient_scope`
 */
export function refuseChange(
  { role }: Pick<SessionPrincipal, 'role'>,
  row: CampaignRow,
  fields: Partial<CampaignFields>,
): void {
  const onlyRate = Object.keys(fields).every((name) => name === 'rate_per_hour')
  const isUnderWay = row.status === 'sending' || row.status === 'paused'
  if (row.status === 'sent' || row.status === 'cancelled') throw wrongStatus(row, 'be changed')
  if (isUnderWay && !onlyRate) throw wrongStatus(row, 'be changed, but for its rate_per_hour')
  if (row.status === 'draft' || isAtLeast(role, 'admin')) return
  const message = `A campaign that is ${row.status} can be changed with the role admin; yours is ${role}.`
  throw new ApiError('insufficient_scope', message)
}

/**
 * Changes a campaign.
 *
 * @param before the campaign as it was before the transaction
 * @param version the version that a scheduled campaign is pinned to, where it was checked again
 * @throws ApiError 404 `not_found`, 409 `invalid_state`, 403 `insufficient_scope`, 422 `validation_failed`
 */
export async function updateCampaign(
  tx: Transaction,
  session: Pick<SessionPrincipal, 'role'>,
  before: CampaignRow,
  fields: Partial<CampaignFields>,
  version: number | undefined,
  wakes: Wakes,
): Promise<CampaignRow> {
  const row = await lockCampaign(tx.sql, before.workspace_id, before.id)
  refuseChange(session, row, fields)
  const isPinned = row.status === 'scheduled' && isDecisive(fields)
  if (isPinned && (version === undefined || !isUnchanged(row, before))) throw changedMeanwhile()
  const changes = { ...fields, ...(isPinned && { template_version: version }) }
  if (isPinned) await keepSegmentRules(tx.sql, { workspaceId: row.workspace_id, projectId: row.project_id })
  if (isDecisive(fields)) await lockUsed(tx.sql, { ...row, ...changes })
  if (row.status === 'sending') tx.afterCommit(wakes.programs)
  return changeCampaign(tx.sql, row, changes)
}

/** Checks that what a campaign uses is there, and keeps it until the transaction ends. */
export async function lockUsed(
  trx: Knex.Transaction,
  campaign: Pick<CampaignRow, 'workspace_id' | 'project_id'> & CampaignFields,
  at = '/body',
): Promise<void> {
  const { workspace_id: workspaceId, project_id: projectId } = campaign
  await lockTemplateOf(trx, campaign, `${at}/template`)
  await lockAudience(trx, { workspaceId, projectId }, campaign, `${at}/audience`)
}

import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { ResolvedRule } from '../../audience/segments/rules/rule.js'
import type { Environment } from '../../../platform/auth/principal.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { leasedRows } from '../../../platform/queue/leases/leased-rows.js'

type Schemas = components['schemas']

export type CampaignStatus = Schemas['CampaignStatus']
export type PauseReason = NonNullable<Schemas['Campaign']['pause_reason']>

/** A stored campaign. The migration explains the columns. */
export interface CampaignRow {
  readonly workspace_id: WorkspaceId
  readonly id: Uuid
  readonly project_id: Uuid
  readonly environment: Environment
  readonly name: string
  readonly status: CampaignStatus
  readonly pause_reason: PauseReason | null
  readonly template_id: Uuid
  /** Number of the template's version; null until the campaign is scheduled, unless it names one. */
  readonly template_version: number | null
  /** True if the campaign names the version itself. */
  readonly version_named: boolean
  /** Address of the sender; null for the template's. */
  readonly from_email: string | null
  readonly from_name: string | null
  readonly reply_to: readonly Schemas['NamedAddress'][]
  readonly variables: Readonly<Record<string, unknown>>
  readonly list_id: Uuid | null
  readonly segment_id: Uuid | null
  readonly exclude_segment_id: Uuid | null
  readonly rate_per_hour: number | null
  readonly category: string | null
  readonly scheduled_at: Date | null
  readonly max_delay_seconds: number
  readonly started_at: Date | null
  readonly completed_at: Date | null
  /** The present phase of the work; null until the campaign has started. */
  readonly phase: 'walk' | 'release' | null
  /** Rules of its segments at the start, with those of other segments in them; null before. */
  readonly rules: CampaignRules | null
  /** Id of the last contact, or subscription of its list, that was looked at. */
  readonly walk_position: Uuid | null
  /** Contact id of the last recipient that was released, skipped or failed. */
  readonly release_position: Uuid | null
  readonly audience_total: number | null
  readonly walked: number
  readonly released: number
  readonly skipped: number
  readonly failed: number
  /** Numbers of recipients that were skipped or failed, by reason. */
  readonly skip_reasons: Readonly<Record<string, number>>
  readonly updated_at: Date
  /** Key of the topic of its mail; null if it has none. */
  readonly topic: string | null
}

/** Rules with those of other segments in them. */
export interface CampaignRules {
  readonly include: ResolvedRule | null
  readonly exclude: ResolvedRule | null
}

/**
 * Returns SQL of the column `topic` of a campaign.
 *
 * @param campaign the campaign's alias
 * @param workspaceId SQL of the workspace's id
 */
export function topicColumn(campaign: string, workspaceId = '$1'): string {
  return `(select topic from campaign_topics
    where workspace_id = ${workspaceId} and campaign_id = ${campaign}.id limit 1) as topic`
}

/**
 * Finds a campaign of a workspace.
 *
 * @throws ApiError 404 `not_found`
 */
export async function findCampaign(db: Knex, workspaceId: WorkspaceId, id: Uuid): Promise<CampaignRow> {
  return expectCampaign(await campaignOf(db, workspaceId, id).first())
}

/**
 * Finds a campaign, and locks it until the transaction ends, so that no worker moves it meanwhile.
 *
 * @throws ApiError 404 `not_found`
 */
export async function lockCampaign(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  id: Uuid,
): Promise<CampaignRow> {
  return expectCampaign(await campaignOf(trx, workspaceId, id).forUpdate().first())
}

function campaignOf(db: Knex, workspaceId: WorkspaceId, id: Uuid) {
  const columns = ['campaigns.*', db.raw(topicColumn('campaigns', '?'), [workspaceId])]
  return db('campaigns').where({ workspace_id: workspaceId, id }).select(columns)
}

function expectCampaign(row: unknown): CampaignRow {
  if (row === undefined) throw noSuchCampaign()
  return row as CampaignRow
}

/** Makes the error of a campaign that does not exist. */
export function noSuchCampaign(): ApiError {
  return new ApiError('not_found', 'No such campaign.')
}

/** Returns the progress of a campaign. */
export function progressOf(row: CampaignRow): Schemas['CampaignProgress'] {
  const { walked, released, skipped, failed } = row
  return { walked, released, skipped, failed, pending: walked - released - skipped - failed }
}

/** The columns of a claimed campaign, with the rate limiter's bucket and the baseline of the brake. */
export interface ClaimedRow extends CampaignRow {
  readonly now: Date
  readonly tokens: number
  readonly tokens_at: Date | null
  readonly brake_failed: number
}

/** Claims and locks campaigns that have something to do. Each step of the work renews the lease. */
export const campaignWork = leasedRows<ClaimedRow>('campaigns', {
  columns: `*, now() as now, ${topicColumn('campaigns')}`,
})

import type { Knex } from 'knex'
import { isDeepStrictEqual } from 'node:util'
import { keepSegmentRules } from '../../audience/segments/rows.js'
import { ApiError } from '../../../platform/http/errors.js'
import { lockAudience } from './audience.js'
import type { Schedulable } from './schedule.js'
import type { CampaignFields } from './fields.js'
import type { CampaignRow } from './rows.js'
import { rulesOf } from './rules.js'
import { lockTemplateOf } from './template.js'

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

/**
 * The same for a campaign that was checked before the transaction, and is going to be scheduled with that. The rules of
 * its segments are kept, too: who schedules it knows whom these select, and no others.
 *
 * @throws ApiError 409 `invalid_state` where somebody has changed a rule since, 422 `validation_failed`
 */
export async function lockChecked(
  trx: Knex.Transaction,
  campaign: CampaignRow,
  { version, rules }: Schedulable,
  at?: string,
): Promise<void> {
  await keepSegmentRules(trx, { workspaceId: campaign.workspace_id, projectId: campaign.project_id })
  await lockUsed(trx, { ...campaign, template_version: version }, at)
  if (isDeepStrictEqual(await rulesOf(trx, campaign), rules)) return
  const message =
    'The rule of a segment that the campaign uses was changed meanwhile. Check it, then try again.'
  throw new ApiError('invalid_state', message)
}

import type { Knex } from 'knex'
import { isDeepStrictEqual } from 'node:util'
import { keepSegmentRules } from '../../../audience/segments/segment-rows.js'
import { keepTopics, unknownTopic } from '../../../audience/topics/topic-rows.js'
import { ApiError, refusedValue } from '../../../../platform/http/errors/api-error.js'
import { lockAudience } from './audience.js'
import type { CampaignFields } from '../fields.js'
import type { CampaignRow, CampaignRules } from '../campaign-rows.js'
import { rulesOf } from '../rules.js'
import { lockTemplateOf } from './template.js'
import { checkContent } from './check-content.js'
import type { CampaignDependencies } from '../dependencies.js'
import { senderOf, versionOf } from '../release/render.js'
import { sampleAudience } from './sample.js'

/** Checks that the things that a campaign uses exist, and locks them against deletion until the transaction ends. */
export async function lockUsed(
  trx: Knex.Transaction,
  campaign: Pick<CampaignRow, 'workspace_id' | 'project_id'> & CampaignFields,
  at = '/body',
): Promise<void> {
  const { workspace_id: workspaceId, project_id: projectId } = campaign
  await lockTemplateOf(trx, campaign, `${at}/template`)
  await lockAudience(trx, { workspaceId, projectId }, campaign, `${at}/audience`)
  const { topic } = campaign
  if (topic !== null && !(await keepTopics(trx, workspaceId, projectId, [topic])).has(topic)) {
    throw unknownTopic(`${at}/topic`)
  }
}

/**
 * Locks the things that a campaign uses as `lockUsed` does, for a campaign that was checked before the transaction
 * and is about to be scheduled with the result. The rules of its segments are locked, too, so that they select the
 * contacts that the person who schedules it knows of, and no others.
 *
 * @throws ApiError 409 `invalid_state` if somebody has changed a rule since, 422 `validation_failed`
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

/** Number of contacts whose mail is rendered before a campaign is scheduled. */
const sampled = 100

/** The version and the rules with which a campaign was found to be sendable. */
export interface Schedulable {
  /** Number of the version from which the mail is rendered. */
  readonly version: number
  /** Rules of the campaign's segments. */
  readonly rules: CampaignRules
}

/**
 * Checks that a campaign can be sent: its template, its sender, its segments, and the mail of contacts of its
 * audience. The check takes a while, so no transaction may be open. The transaction that schedules the campaign
 * checks whether its list and segments still exist, and whether their rules are the same.
 *
 * @throws ApiError 422 `template_not_published`, `sender_domain_not_verified`, `segment_too_costly`,
 *   `template_render_failed`, `validation_failed`; 503 `unavailable`
 */
export async function checkSchedulable(
  dependencies: CampaignDependencies,
  db: Knex,
  row: CampaignRow,
): Promise<Schedulable> {
  const { senderRules, retention } = dependencies
  // The campaign does not itself name a version that was pinned when it was scheduled before.
  const version = await versionOf(dependencies, row, row.version_named ? row.template_version : null)
  const { from_email: fromEmail } = senderOf(row, version)
  if (fromEmail === null) {
    throw refusedValue('/from_email', 'required', 'is required, since the template has no sender')
  }
  await senderRules.admitSender(row.workspace_id, row.environment, fromEmail)
  const rules = await rulesOf(db, row)
  const contacts = await sampleAudience(db, row, {
    rules,
    retainedSince: await retention(row.workspace_id),
    max: sampled,
  })
  await checkContent(dependencies, row, version, contacts)
  return { version: version.version, rules }
}

import type { Knex } from 'knex'
import { isDeepStrictEqual } from 'node:util'
import { keepSegmentRules } from '../../../audience/segments/segment-rows.js'
import { keepTopics, unknownTopic } from '../../../audience/topics/topic-rows.js'
import { ApiError, refusedValue, validationFailed } from '../../../../platform/http/errors/api-error.js'
import { lockAudience } from './audience.js'
import type { CampaignFields } from '../fields.js'
import type { CampaignRow, CampaignRules } from '../campaign-rows.js'
import { rulesOf } from '../rules.js'
import { lockTemplateOf } from './template.js'
import { checkContent, type RenderedSample } from './check-content.js'
import type { CampaignDependencies } from '../dependencies.js'
import { versionOf } from '../release/render.js'
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

/** Everything that is known of a campaign before it starts. */
export interface Examined {
  /** Problems for which scheduling it is refused, in the order in which a person would solve them. */
  readonly problems: readonly ApiError[]
  /** The version and the rules to send with; undefined if there is a problem. */
  readonly schedulable: Schedulable | undefined
  /** Mail that was rendered for contacts of the audience. */
  readonly sample: RenderedSample
}

/**
 * Examines a campaign: its template, its sender, its segments, and the mail of contacts of its audience. It finds all
 * problems at once, since each may have to be solved on another page. The examination takes a while, so no
 * transaction may be open.
 *
 * @throws ApiError 503 `unavailable`
 */
export async function examineCampaign(
  dependencies: CampaignDependencies,
  db: Knex,
  row: CampaignRow,
): Promise<Examined> {
  const { senderRules, retention } = dependencies
  const problems: ApiError[] = []
  /** Returns undefined after a problem that somebody has to solve. */
  const unless = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) throw error
      problems.push(error)
      return undefined
    }
  }
  // The campaign does not itself name a version that was pinned when it was scheduled before.
  const named = row.version_named ? row.template_version : null
  const version = await unless(versionOf(dependencies, row, named))
  const fromEmail = row.from_email ?? version?.from_email ?? null
  if (fromEmail !== null) await unless(senderRules.admitSender(row.workspace_id, row.environment, fromEmail))
  else if (version !== undefined) {
    problems.push(refusedValue('/from_email', 'required', 'is required, since the template has no sender'))
  }
  const rules = await unless(rulesOf(db, row))
  const retainedSince = await retention(row.workspace_id)
  const contacts = rules && (await unless(sampleAudience(db, row, { rules, retainedSince, max: sampled })))
  const content = version && (await checkContent(dependencies, row, version, contacts ?? []))
  problems.push(...(content?.problems ?? []))
  const isFree = problems.length === 0 && version !== undefined && rules !== undefined
  return {
    problems,
    schedulable: isFree ? { version: version.version, rules } : undefined,
    sample: content?.sample ?? { contacts: 0, failed: 0 },
  }
}

/**
 * Checks that a campaign can be sent. The transaction that schedules the campaign checks whether its list and
 * segments still exist, and whether their rules are the same.
 *
 * @throws ApiError 422 `template_not_published`, `sender_domain_not_verified`, `segment_too_costly`,
 *   `template_render_failed`, `validation_failed`; 503 `unavailable`
 */
export async function checkSchedulable(
  dependencies: CampaignDependencies,
  db: Knex,
  row: CampaignRow,
): Promise<Schedulable> {
  const { problems, schedulable } = await examineCampaign(dependencies, db, row)
  if (schedulable === undefined) throw refusalFor(problems)
  return schedulable
}

/** Returns the error of a campaign with problems: the first one's, with the details of all that have its code. */
export function refusalFor(problems: readonly ApiError[]): ApiError {
  const [first] = problems
  if (first === undefined) throw new Error('a campaign without problems is refused')
  const alike = problems.filter(({ code }) => code === first.code)
  if (alike.length === 1) return first
  return validationFailed(alike.flatMap(({ details }) => details ?? []))
}

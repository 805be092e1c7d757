import type { Knex } from 'knex'
import { refusedValue } from '../../../platform/http/errors.js'
import { checkContent } from './check-content.js'
import type { CampaignDependencies } from './dependencies.js'
import { senderOf, versionOf } from './render.js'
import type { CampaignRow, CampaignRules } from './rows.js'
import { rulesOf } from './rules.js'
import { sampleAudience } from './sample.js'

/** As many contacts have their mail rendered before a campaign is scheduled. */
const sampled = 100

/** What a campaign was found to be sendable with. */
export interface Schedulable {
  /** The version that its mail is rendered from. */
  readonly version: number
  /** The rules of its segments. */
  readonly rules: CampaignRules
}

/**
 * Checks that a campaign can be sent: its template, its sender, its segments, and the mail of contacts of its
 * audience. It takes a while, so no transaction may be open; whether its list and segments are there still is
 * checked in the one that schedules it, and whether their rules are.
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
  // A version that was pinned when it was scheduled before is not one that it names.
  const version = await versionOf(dependencies, row, row.version_named ? row.template_version : null)
  const { from_email: fromEmail } = senderOf(row, version)
  if (fromEmail === null) {
    throw refusedValue('/from_email', 'required', 'is required, since the template has no sender')
  }
  await senderRules.admitSender(row.workspace_id, row.environment, fromEmail)
  const rules = await rulesOf(db, row)
  const contacts = await sampleAudience(db, row, rules, await retention(row.workspace_id), sampled)
  await checkContent(dependencies, row, version, contacts)
  return { version: version.version, rules }
}

import type { Knex } from 'knex'
import type { AddressTokens } from '../../audience/erasure/address-tokens.js'
import type { SubscriptionLinks } from '../../audience/subscriptions/links/links.js'
import type { ProgramsConfig } from '../../../platform/config/programs.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'
import type { StoredVersion, TemplateStore } from '../../content/store.js'
import type { SenderRules } from '../../domains/sender-rules.js'
import type { Wakes } from '../../../platform/queue/wakes.js'
import { isHalted } from '../../workspace/halting/halting.js'
import type { ReleasePace } from './pace.js'
import type { ReleaseContext } from './release.js'
import type { CampaignRow } from './rows.js'

/** The dependencies of releases. */
export interface ReleaseDependencies {
  readonly db: Knex
  readonly config: ProgramsConfig
  readonly templates: TemplateStore
  readonly senderRules: SenderRules
  readonly links: SubscriptionLinks
  readonly tokens: AddressTokens
  readonly wakes: Wakes
  readonly pace: ReleasePace
}

const selectSubjects = statement<
  [workspaceId: WorkspaceId, templateId: Uuid, version: number],
  { locale: string; subject: string | null }
>(
  'select_subjects_of_version',
  `select locale, subject from template_contents
   where workspace_id = $1 and template_id = $2 and version = $3`,
)

/**
 * Looks up what a release needs beside the recipients, before its transaction: the version, the sender and
 * whether the workspace may send.
 *
 * @returns the context, or how long to wait, in milliseconds, while the workspace is halted
 * @throws ApiError 422 `sender_domain_not_verified`
 */
export async function prepareRelease(
  { db, config, pace, templates, senderRules, links, tokens, wakes }: ReleaseDependencies,
  row: CampaignRow,
): Promise<ReleaseContext | number> {
  const { workspace_id: workspaceId, template_id: templateId, template_version: number } = row
  if (await isHalted(db, workspaceId)) return config.haltedMs
  const version =
    number === null ? undefined : await templates.version({ workspaceId, templateId, version: number })
  if (version === undefined) throw new Error('a campaign that was scheduled has no version of its template')
  const fromEmail = row.from_email ?? version.from_email
  if (fromEmail === null) throw new Error('a campaign that was scheduled has no sender')
  await senderRules.admitSender(workspaceId, row.environment, fromEmail)
  return {
    mail: { version, subjects: await subjectsOf(db, version), links },
    sender: {
      fromEmail,
      fromName: row.from_name ?? version.from_name,
      replyTo: row.reply_to.length > 0 ? row.reply_to : version.reply_to,
    },
    tokens,
    wakes,
    pace,
    config,
  }
}

async function subjectsOf(
  db: Knex,
  { workspaceId, templateId, version }: StoredVersion,
): Promise<ReadonlyMap<string, string>> {
  const rows = await selectSubjects(db, workspaceId, templateId, version)
  return new Map(rows.map(({ locale, subject }) => [locale, subject ?? '']))
}

import { nilUuid, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import type { AddressTokens } from '../../../../platform/auth/address-tokens.js'
import { suppressionsOf } from '../../../audience/suppressions/find.js'
import { insertEvent } from '../../../../platform/events/insert-event.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import type { ProgramsConfig } from '../../../../platform/config/programs.js'
import { tooManyFailures } from './brake.js'
import { topicColumn, type ClaimedRow, type CampaignRow } from '../campaign-rows.js'
import { campaignEvent } from '../events.js'
import {
  mailOf,
  topicOf,
  type CampaignMail,
  type ReleasedRow,
  type UnsentRow,
  type UntitledRow,
  selectRecipients,
  type Recipient,
} from './mail-of.js'
import { type ReleasePace, msToNextTokens, tokensAt, countUntried, type QueueSpace } from './pace.js'
import { CampaignSubjects, subjectsOf } from './subjects.js'
import { pauseCampaign } from '../course/pause.js'
import { storeReleased, type CampaignSender } from './store-released.js'
import type { Knex } from 'knex'
import type { SubscriptionLinks } from '../../../audience/subscriptions/links/links.js'
import type { Renderer } from '../../../content/rendering/compiling/source.js'
import type { TemplateStore } from '../../../content/store.js'
import type { SenderRules } from '../../../domains/sender-rules.js'
import { isHalted } from '../../../workspace/halting/halting.js'
import { quotaLeft } from '../../../workspace/limits/quota.js'

/**
 * The context of a release. The release makes the mail of recipients, batch by batch along the primary key. Contact,
 * consent and suppression are read again in the transaction that stores the batch and moves the position, so each
 * recipient is decided about once, by the data of that moment. The claim of the delivery sees later changes.
 */

export interface ReleaseContext {
  readonly mail: Omit<CampaignMail, 'row'> & { readonly subjects: CampaignSubjects }
  readonly sender: CampaignSender
  readonly tokens: AddressTokens
  readonly wakes: Pick<Wakes, 'delivery' | 'webhooks'>
  readonly pace: ReleasePace
  readonly config: Pick<ProgramsConfig, 'maxUntried' | 'maxQueued' | 'leaseSeconds' | 'fullMs' | 'haltedMs'>
}

const complete = statement<[workspaceId: WorkspaceId, id: Uuid], CampaignRow>(
  'complete_campaign',
  `update campaigns set status = 'sent', completed_at = now(), due_at = null, lease = null, updated_at = now()
   where workspace_id = $1 and id = $2
   returning *, ${topicColumn('campaigns')}`,
)

/**
 * Releases a batch, in the transaction that has locked the campaign.
 *
 * @returns the milliseconds for which to leave the campaign alone; null if it has ended or was paused; the mails
 *   whose subjects have to be rendered first, if nothing could be released without them
 */
export async function releaseBatch(
  tx: Transaction,
  row: ClaimedRow,
  context: ReleaseContext,
  queueSpace: QueueSpace,
): Promise<number | null | { readonly render: readonly UntitledRow[] }> {
  const { workspace_id: workspaceId, id } = row
  const { config, pace, wakes } = context
  const { batch } = pace
  const available = tokensAt({ tokens: row.tokens, at: row.tokens_at }, row.rate_per_hour, row.now)
  const space = await queueSpace.of(tx.sql, workspaceId, config, { campaignId: id, wanted: batch })
  const max = Math.min(batch, Math.floor(available), space)
  if (max <= 0) return waitOf(row, available, config.fullMs)
  const left = await quotaLeft(tx.sql, workspaceId, row.environment)

  const recipients = await selectRecipients(tx.sql, workspaceId, row, {
    campaignId: id,
    after: row.release_position ?? nilUuid,
    // Recipients are selected even if nothing can be sent, to see whether any is left.
    max: Math.min(max, Math.max(left, 1)),
  })
  if (recipients.length === 0) {
    // Until all deliveries were tried, the campaign can still be paused.
    if ((await countUntried(tx.sql, workspaceId, id, config.maxQueued)) > 0) return config.fullMs
    await end(tx, row, wakes)
    return null
  }
  if (left < 1) return config.haltedMs
  const { released, unsent, untitled } = await decide(tx, row, context, recipients)
  const decided = released.length + unsent.length
  const lastDecided = recipients[decided - 1]
  if (lastDecided === undefined) return { render: untitled }
  await storeReleased(tx.sql, row, {
    sender: context.sender,
    templateVersion: context.mail.version.version,
    released,
    unsent,
    last: lastDecided.contact_id,
    tokens: available - released.length,
    leaseSeconds: config.leaseSeconds,
  })
  queueSpace.used(released.length)
  if (released.length > 0) tx.afterCommit(wakes.delivery)
  const failed = row.failed + unsent.filter(({ status }) => status === 'failed').length - row.brake_failed
  if (tooManyFailures(failed, row.released + released.length + failed)) {
    await pauseCampaign(tx, row, 'render_failures', wakes)
    return null
  }
  return pace.released(released.length)
}

/** Decides about the recipients up to the first whose mail has a subject that is not rendered yet. */
async function decide(
  { sql }: Transaction,
  row: ClaimedRow,
  { mail, tokens }: ReleaseContext,
  recipients: readonly Recipient[],
): Promise<{ released: ReleasedRow[]; unsent: UnsentRow[]; untitled: UntitledRow[] }> {
  const addresses = recipients.flatMap(({ address }) => address ?? [])
  const suppressed = await suppressionsOf(sql, tokens, row.workspace_id, {
    projectId: row.project_id,
    addresses,
  })
  const released: ReleasedRow[] = []
  const unsent: UnsentRow[] = []
  const untitled: UntitledRow[] = []
  for (const recipient of recipients) {
    const decision = mailOf({ ...mail, row }, recipient, suppressed.get(recipient.address ?? ''))
    const subject = 'log_id' in decision ? mail.subjects.of(decision) : ''
    if ('log_id' in decision && (subject === undefined || untitled.length > 0)) untitled.push(decision)
    else if (untitled.length > 0) continue
    else if ('log_id' in decision) released.push({ ...decision, subject: subject ?? '' })
    else unsent.push(decision)
  }
  return { released, unsent, untitled }
}

function waitOf({ rate_per_hour: rate }: ClaimedRow, tokens: number, fullMs: number): number {
  return rate !== null && tokens < 1 ? msToNextTokens(tokens, rate) : fullMs
}

async function end(tx: Transaction, row: CampaignRow, wakes: Pick<Wakes, 'webhooks'>): Promise<void> {
  const [sent] = await complete(tx.sql, row.workspace_id, row.id)
  if (sent === undefined) throw new Error('a campaign that was locked is gone')
  await insertEvent(tx.sql, row.workspace_id, campaignEvent(sent, 'campaign.sent'))
  tx.afterCommit(wakes.webhooks)
}

/** The dependencies of releases. */
export interface ReleaseDependencies {
  readonly db: Knex
  readonly config: ProgramsConfig
  readonly renderer: Pick<Renderer, 'subjects'>
  readonly templates: TemplateStore
  readonly senderRules: SenderRules
  readonly links: SubscriptionLinks
  readonly tokens: AddressTokens
  readonly wakes: Wakes
  readonly pace: ReleasePace
}

/**
 * Looks up the data that a release needs beside the recipients, before its transaction: the version, the sender and
 * whether the workspace may send.
 *
 * @returns the context, or the milliseconds to wait while the workspace is halted
 * @throws ApiError 422 `sender_domain_not_verified`
 */
export async function prepareRelease(
  { db, config, pace, renderer, templates, senderRules, links, tokens, wakes }: ReleaseDependencies,
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
    mail: {
      version,
      subjects: new CampaignSubjects({ renderer, templates }, version, await subjectsOf(db, version)),
      links,
      topic: await topicOf(db, row),
    },
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

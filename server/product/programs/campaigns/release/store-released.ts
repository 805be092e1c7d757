import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import {
  columnArrays,
  unnestColumns,
  type ColumnTypes,
} from '../../../../platform/db/statements/column-arrays.js'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import { insertMail } from '../../../mail/store/insert-mail.js'
import { explainQuota } from '../../../workspace/limits/quota.js'
import { mailColumnCount, mailColumns, programMails, type SharedByMails } from '../../program-mail.js'
import type { ReleasedRow, UnsentRow } from './mail-of.js'
import type { CampaignRow } from '../campaign-rows.js'

/** The sender of a campaign's mail: its own, or else the template's. */
export interface CampaignSender {
  readonly fromEmail: string
  readonly fromName: string | null
  readonly replyTo: readonly components['schemas']['NamedAddress'][]
}

/** A batch of recipients with the decisions about them. */
export interface Batch {
  readonly released: readonly ReleasedRow[]
  readonly unsent: readonly UnsentRow[]
  /** Contact id of the last recipient of the batch. */
  readonly last: Uuid
  /** Tokens that are left in the rate limiter. */
  readonly tokens: number
}

/** Columns of the decisions about recipients. */
const decisionTypes = {
  contact_id: 'uuid',
  status: 'text',
  reason: 'text',
  detail: 'text',
  log_id: 'uuid',
} as const satisfies ColumnTypes

/** Number of the first parameter of the mails, which those of the decisions follow. */
const firstColumn = 7

/**
 * Stores the mails of a batch, the status of its recipients and the campaign's position, in one statement: all of it
 * happens or nothing does.
 */
const store = statement<
  [
    workspaceId: WorkspaceId,
    campaignId: Uuid,
    shared: string,
    last: Uuid,
    tokens: number,
    leaseSeconds: number,
    ...columns: (Buffer | null)[],
  ]
>(
  'store_released',
  `with mail as materialized (
     ${programMails('$3', firstColumn)}
   ), ${insertMail('mail', 'mail')}, decision as materialized (
     select * from ${unnestColumns(decisionTypes, firstColumn + mailColumnCount, 'd')}
   ), decided as (
     update campaign_recipients recipient
     set status = decision.status, reason = decision.reason, detail = decision.detail, log_id = decision.log_id
     from decision
     where recipient.workspace_id = $1 and recipient.campaign_id = $2 and recipient.contact_id = decision.contact_id
       -- Each by the primary key: a plan for few recipients would read all of the campaign's.
       and recipient.contact_id = any(array(select contact_id from decision))
   )
   update campaigns set release_position = $4,
     released = released + (select count(*) from mail),
     skipped = skipped + (select count(*) from decision where status = 'skipped'),
     failed = failed + (select count(*) from decision where status = 'failed'),
     skip_reasons = skip_reasons || coalesce((
       select jsonb_object_agg(reason, coalesce((skip_reasons ->> reason)::integer, 0) + count)
       from (select reason, count(*) from decision where reason is not null group by reason) added), '{}'),
     tokens = $5, tokens_at = now(), due_at = now() + make_interval(secs => $6), updated_at = now()
   where workspace_id = $1 and id = $2`,
)

/**
 * Stores a batch, in the transaction that has locked the campaign.
 *
 * @throws ApiError 429 `quota_exceeded` if fewer recipients are left than the batch has
 */
export async function storeReleased(
  trx: Knex,
  row: CampaignRow,
  {
    sender,
    templateVersion,
    released,
    unsent,
    last,
    tokens,
    leaseSeconds,
  }: {
    readonly sender: CampaignSender
    readonly templateVersion: number
    readonly leaseSeconds: number
  } & Batch,
): Promise<void> {
  const shared: SharedByMails = {
    project_id: row.project_id,
    environment: row.environment,
    from_email: sender.fromEmail,
    from_name: sender.fromName,
    category: row.category,
    reply_to: sender.replyTo,
    list_id: row.list_id,
    template_id: row.template_id,
    template_version: templateVersion,
    campaign_id: row.id,
    topic: row.topic,
    bulk: true,
  }
  const decisions = [
    ...released.map(({ contact_id, log_id }) => ({ contact_id, status: 'released', log_id })),
    ...unsent,
  ]
  await store(
    trx,
    row.workspace_id,
    row.id,
    JSON.stringify(shared),
    last,
    Number.isFinite(tokens) ? tokens : 0,
    leaseSeconds,
    ...mailColumns(released),
    ...columnArrays(decisionTypes, decisions),
  ).catch(explainQuota)
}

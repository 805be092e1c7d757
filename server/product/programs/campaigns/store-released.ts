import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/own-workspace.js'
import { statement } from '../../../platform/db/statement.js'
import { noteWorkspace } from '../../../platform/queue/owners.js'
import type { ReleasedRow, UnsentRow } from './mail-of.js'
import type { CampaignRow } from './rows.js'
import { countEach } from '../../../platform/statistics/count.js'

/** The sender of a campaign's mail: its own, or else the template's. */
export interface CampaignSender {
  readonly fromEmail: string
  readonly fromName: string | null
  readonly replyTo: readonly components['schemas']['NamedAddress'][]
}

/** A batch of recipients that were decided about. */
export interface Batch {
  readonly released: readonly ReleasedRow[]
  readonly unsent: readonly UnsentRow[]
  /** The last recipient of the batch. */
  readonly last: Uuid
  /** The tokens of the rate limiter that are left. */
  readonly tokens: number
}

/**
 * Messages, contents, logs and queue rows of a batch with the status of its recipients and the campaign's
 * position, in one statement: all of it happens or nothing does.
 */
const store = statement<
  [
    workspaceId: WorkspaceId,
    campaignId: Uuid,
    released: string,
    unsent: string,
    fromEmail: string,
    fromName: string | null,
    replyTo: string,
    templateVersion: number,
    last: Uuid,
    tokens: number,
    leaseSeconds: number,
  ]
>(
  'store_released',
  `with campaign as materialized (
     select project_id, environment, category, list_id, template_id from campaigns where workspace_id = $1 and id = $2
   ), mail as materialized (
     select released.*, campaign.*
     from json_to_recordset($3::json) as released(
       contact_id uuid, message_id uuid, log_id uuid, recipient text, recipient_name text, address text,
       destination text, domain text, subject text, locale text, render_input jsonb, list_unsubscribe jsonb)
     cross join campaign
   ), new_messages as (
     insert into messages
       (workspace_id, id, project_id, environment, from_email, from_name, subject, category, list_id, template_id,
        template_version, template_locale, campaign_id)
     select own.workspace_id, message_id, project_id, environment, $5, $6, subject, category, list_id, template_id,
       $8, locale, $2
     from ${ownWorkspace} cross join mail
   ), new_contents as (
     insert into message_contents (workspace_id, message_id, reply_to, list_unsubscribe, render_input)
     select own.workspace_id, message_id, $7::jsonb, list_unsubscribe, render_input
     from ${ownWorkspace} cross join mail
   ), new_logs as (
     insert into message_logs
       (workspace_id, id, message_id, project_id, environment, recipient, recipient_name, address, category, list_id,
        status, updated_at, campaign_id, destination)
     select own.workspace_id, log_id, message_id, project_id, environment, recipient, recipient_name, address, category,
       list_id, 'queued', now(), $2, domain
     from ${ownWorkspace} cross join mail
   ), due as (
     insert into delivery_queue (workspace_id, log_id, message_id, due_at, destination, bulk, campaign_id)
     select own.workspace_id, log_id, message_id, now(), destination, true, $2 from ${ownWorkspace} cross join mail
   ), noted_owner as (
     ${noteWorkspace('delivery', 'mail')}
   ), ${countEach('accepted', 'mail')}, unsent as materialized (
     select * from json_to_recordset($4::json) as u(contact_id uuid, status text, reason text, detail text)
   ), decided as (
     update campaign_recipients recipient
     set status = decision.status, reason = decision.reason, detail = decision.detail, log_id = decision.log_id
     from (
       select contact_id, 'released' as status, null as reason, null as detail, log_id from mail
       union all
       select contact_id, status, reason, detail, null from unsent
     ) decision
     where recipient.workspace_id = $1 and recipient.campaign_id = $2 and recipient.contact_id = decision.contact_id
       -- Each by the primary key: a plan for few recipients would read all of the campaign's.
       and recipient.contact_id = any(array(select contact_id from mail union all select contact_id from unsent))
   )
   update campaigns set release_position = $9,
     released = released + (select count(*) from mail),
     skipped = skipped + (select count(*) from unsent where status = 'skipped'),
     failed = failed + (select count(*) from unsent where status = 'failed'),
     skip_reasons = skip_reasons || coalesce((
       select jsonb_object_agg(reason, coalesce((skip_reasons ->> reason)::integer, 0) + count)
       from (select reason, count(*) from unsent group by reason) added), '{}'),
     tokens = $10, tokens_at = now(), due_at = now() + make_interval(secs => $11), updated_at = now()
   where workspace_id = $1 and id = $2`,
)

/** Stores a batch, in the transaction that has locked the campaign. */
export async function storeReleased(
  trx: Knex,
  row: CampaignRow,
  sender: CampaignSender,
  templateVersion: number,
  { released, unsent, last, tokens }: Batch,
  leaseSeconds: number,
): Promise<void> {
  await store(
    trx,
    row.workspace_id,
    row.id,
    JSON.stringify(released),
    JSON.stringify(unsent),
    sender.fromEmail,
    sender.fromName,
    JSON.stringify(sender.replyTo),
    templateVersion,
    last,
    Number.isFinite(tokens) ? tokens : 0,
    leaseSeconds,
  )
}

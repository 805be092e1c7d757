import type { Knex } from 'knex'
import type { RenderInput } from '../../../../content/render-stored.js'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../../../platform/db/ids.js'
import { ownWorkspace } from '../../../../../platform/db/own-workspace.js'
import { statement } from '../../../../../platform/db/statement.js'
import { noteWorkspace } from '../../../../../platform/queue/owners.js'
import type { Sender } from '../../definition.js'
import type { Send, SendPlace } from './source.js'
import { listOf } from './withheld.js'
import { countStatistics } from '../../../../../platform/statistics/count.js'

/** The mail of a run as the rows it is stored in, as far as they differ within a batch. */
export interface MailRow {
  readonly run_id: Uuid
  readonly message_id: Uuid
  readonly log_id: Uuid
  readonly recipient: string
  readonly recipient_name: string | null
  readonly address: string
  /** Of the queue: empty for the sink. */
  readonly destination: string
  readonly domain: string
  readonly from_email: string
  readonly from_name: string | null
  readonly reply_to: readonly object[]
  readonly subject: string
  readonly template_version: number
  readonly locale: string | null
  readonly render_input: RenderInput
  /** Null where the contact asked for the mail. */
  readonly list_unsubscribe: { readonly url: string } | null
}

/** What is the same for all mails of a batch. */
export interface MailsOf {
  readonly place: SendPlace
  readonly automationId: Uuid
  readonly sender: Sender
  readonly send: Send
}

/** What answers by themselves, such as notices of absence, are not to answer (RFC 3834, section 5). */
const headers = { 'Auto-Submitted': 'auto-generated' }

const store = statement<
  [
    workspaceId: WorkspaceId,
    mails: string,
    projectId: Uuid,
    environment: string,
    automationId: Uuid,
    category: string | null,
    listId: Uuid | null,
    templateId: Uuid,
    respectsOptOut: boolean,
    headers: string,
  ]
>(
  'store_automation_mails',
  `with mail as materialized (
     select * from json_to_recordset($2::json) as m(
       run_id uuid, message_id uuid, log_id uuid, recipient text, recipient_name text, address text,
       destination text, domain text, from_email text, from_name text, reply_to jsonb, subject text,
       template_version integer, locale text, render_input jsonb, list_unsubscribe jsonb)
   ), new_messages as (
     insert into messages
       (workspace_id, id, project_id, environment, from_email, from_name, subject, category, list_id, template_id,
        template_version, template_locale, automation_run_id)
     select own.workspace_id, message_id, $3, $4, from_email, from_name, subject, $6, $7, $8, template_version, locale,
       run_id
     from ${ownWorkspace} cross join mail
   ), new_contents as (
     insert into message_contents (workspace_id, message_id, reply_to, headers, list_unsubscribe, render_input)
     select own.workspace_id, message_id, reply_to, $10::jsonb, list_unsubscribe, render_input
     from ${ownWorkspace} cross join mail
   ), new_logs as (
     insert into message_logs
       (workspace_id, id, message_id, project_id, environment, recipient, recipient_name, address, category, list_id,
        status, updated_at, automation_id, respects_opt_out, destination)
     select own.workspace_id, log_id, message_id, $3, $4, recipient, recipient_name, address, $6, $7, 'queued', now(),
       $5, $9, domain
     from ${ownWorkspace} cross join mail
   ), ${countStatistics(
     `select $3::uuid as project_id, $6 as category, recipient, 'accepted' as measure from mail`,
   )}, noted_owner as (
     ${noteWorkspace('delivery', 'mail')}
   ), queued as (
     insert into delivery_queue (workspace_id, log_id, message_id, due_at, destination, bulk)
     select own.workspace_id, log_id, message_id, now(), destination, false from ${ownWorkspace} cross join mail
   )
   select`,
)

/** Stores the mails of a batch, with their deliveries, in one statement. */
export async function storeMails(
  trx: Knex.Transaction,
  { place, automationId, sender, send }: MailsOf,
  mails: readonly MailRow[],
): Promise<void> {
  const { workspaceId, projectId, environment } = place
  const list = listOf(send, sender)
  await store(
    trx,
    workspaceId,
    JSON.stringify(mails),
    projectId,
    environment,
    automationId,
    sender.category ?? null,
    list === undefined ? null : fromTypeId('lst', list),
    fromTypeId('tpl', send.template_id),
    send.transactional !== true,
    JSON.stringify(headers),
  )
}

import type { components } from '../../../../generated/api-types.js'
import type { ColumnTypes } from '../../../platform/db/statements/column-arrays.js'
import type { Uuid } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { noteWorkspace } from '../../../platform/queue/owners.js'
import { countStatistics } from '../../../platform/statistics/count.js'
import type { RenderInput } from '../../content/render-stored.js'
import { takeFromQuota } from '../../workspace/limits/quota.js'

/** A mail as it is stored, whoever sends it: the rows of a message and its content. Absent is null, or the default. */
export interface MailRow {
  readonly message_id: Uuid
  readonly project_id: Uuid
  readonly environment: string
  readonly from_email: string
  readonly from_name?: string | null | undefined
  readonly subject: string
  readonly category?: string | null | undefined
  readonly metadata?: object | undefined
  readonly scheduled_at?: Date | undefined
  /** Absent for mail that is rendered when it is delivered or read. */
  readonly text?: string | undefined
  readonly html?: string | undefined
  /** A MIME entity that is sent in place of what would be composed, in base64. */
  readonly entity?: string | undefined
  /** Whether opens and clicks are tracked. */
  readonly track_opens?: boolean | undefined
  readonly track_clicks?: boolean | undefined
  readonly reply_to?: readonly components['schemas']['NamedAddress'][] | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly list_unsubscribe?: object | null | undefined
  readonly render_input?: RenderInput | undefined
  readonly list_id?: Uuid | null | undefined
  readonly template_id?: Uuid | undefined
  readonly template_version?: number | undefined
  readonly template_locale?: string | null | undefined
  /** The API key that it was sent with. */
  readonly api_key_id?: Uuid | undefined
  readonly campaign_id?: Uuid | undefined
  readonly automation_id?: Uuid | undefined
  readonly automation_run_id?: Uuid | undefined
  /** Whether a contact that has opted out does not get it, of mail of automations. */
  readonly respects_opt_out?: boolean | undefined
  /** The key of the topic that it is of. */
  readonly topic?: string | null | undefined
  /** Absent where what sends it decides. */
  readonly stream?: 'bulk' | undefined
  /** Whether it came with many others, so that single sends go before it. */
  readonly bulk?: boolean | undefined
  /** The trace that it is a part of (W3C Trace Context). */
  readonly traceparent?: string | undefined
}

/** The types of {@link MailRow}s in SQL. */
export const mailTypes = {
  message_id: 'uuid',
  project_id: 'uuid',
  environment: 'text',
  from_email: 'text',
  from_name: 'text',
  subject: 'text',
  category: 'text',
  metadata: 'jsonb',
  scheduled_at: 'timestamptz',
  text: 'text',
  html: 'text',
  entity: 'text',
  track_opens: 'boolean',
  track_clicks: 'boolean',
  reply_to: 'jsonb',
  headers: 'jsonb',
  list_unsubscribe: 'jsonb',
  render_input: 'jsonb',
  list_id: 'uuid',
  template_id: 'uuid',
  template_version: 'integer',
  template_locale: 'text',
  api_key_id: 'uuid',
  campaign_id: 'uuid',
  automation_id: 'uuid',
  automation_run_id: 'uuid',
  respects_opt_out: 'boolean',
  topic: 'text',
  stream: 'text',
  bulk: 'boolean',
  traceparent: 'text',
} as const satisfies Record<keyof MailRow, ColumnTypes[string]>

/** A recipient of a mail as it is stored: the rows of a log and of the queue. */
export interface RecipientRow {
  readonly log_id: Uuid
  readonly message_id: Uuid
  readonly recipient: string
  readonly recipient_name?: string | null | undefined
  readonly kind?: 'to' | 'cc' | 'bcc'
  /** The recipient in the form to look up by. */
  readonly address: string
  /** Of the queue: empty for the sink. */
  readonly destination: string
  /** The recipient's domain, which the figures of campaigns and automations are divided by. */
  readonly domain?: string
  /** Why nothing is sent to it. */
  readonly suppression_reason?: string | undefined
}

/** The types of {@link RecipientRow}s in SQL. */
export const recipientTypes = {
  log_id: 'uuid',
  message_id: 'uuid',
  recipient: 'text',
  recipient_name: 'text',
  kind: 'text',
  address: 'text',
  destination: 'text',
  domain: 'text',
  suppression_reason: 'text',
} as const satisfies Record<keyof RecipientRow, ColumnTypes[string]>

/** SQL: columns with their types, as JSON is read. */
export function columnsOf(types: Readonly<Record<string, string>>): string {
  return Object.entries(types)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')
}

/**
 * SQL: the recipients of mails, with what they share with their mail.
 *
 * @param rows SQL of {@link RecipientRow}s with the alias `r`, as it follows `from`
 * @param mail a common table expression with the columns of {@link mailTypes}
 */
export function recipientsOf(rows: string, mail: string): string {
  return `select r.*, m.project_id, m.environment, m.category, m.scheduled_at, m.list_id, m.campaign_id,
       m.automation_id, m.respects_opt_out, m.topic, m.stream, m.bulk, m.traceparent
     from ${rows} join ${mail} m using (message_id)`
}

/**
 * SQL: common table expressions that store mails with their recipients, put these into the queue, count them, and take
 * them from the workspace's quota: all of it happens or nothing does. They end with `counted_statistics`. The statement
 * has the workspace as `$1`.
 *
 * @param mail a common table expression with the columns of {@link mailTypes}
 * @param recipient one with those of {@link recipientTypes} and what a recipient shares with its mail; it may be that
 *   of the mails
 */
export function insertMail(mail: string, recipient: string): string {
  return `inserted_messages as (
     insert into messages
       (workspace_id, id, project_id, environment, from_email, from_name, subject, category, metadata, scheduled_at,
        list_id, template_id, template_version, template_locale, campaign_id, automation_run_id, track_opens,
        track_clicks, stream, api_key_id)
     select own.workspace_id, message_id, project_id, environment, from_email, from_name, subject, category,
       coalesce(metadata, '{}'), scheduled_at, list_id, template_id, template_version, template_locale, campaign_id,
       automation_run_id, track_opens, track_clicks, stream, api_key_id
     from ${ownWorkspace} cross join ${mail}
   ), inserted_contents as (
     insert into message_contents
       (workspace_id, message_id, text, html, reply_to, headers, list_unsubscribe, render_input, entity)
     select own.workspace_id, message_id, text, html, coalesce(reply_to, '[]'), coalesce(headers, '{}'),
       list_unsubscribe, render_input, decode(entity, 'base64')
     from ${ownWorkspace} cross join ${mail}
   ), inserted_logs as (
     insert into message_logs
       (workspace_id, id, message_id, project_id, environment, recipient, recipient_name, kind, address, category,
        list_id, status, suppression_reason, updated_at, campaign_id, automation_id, respects_opt_out, topic,
        stream, destination)
     select own.workspace_id, log_id, message_id, project_id, environment, recipient, recipient_name,
       coalesce(kind, 'to'), address, category, list_id,
       case when suppression_reason is not null then 'suppressed' when scheduled_at is null then 'queued'
         else 'scheduled' end,
       suppression_reason, now(), campaign_id, automation_id, coalesce(respects_opt_out, false), topic, stream,
       domain
     from ${ownWorkspace} cross join ${recipient}
   ), due as (
     insert into delivery_queue
       (workspace_id, log_id, message_id, due_at, destination, bulk, campaign_id, traceparent)
     select own.workspace_id, log_id, message_id, coalesce(scheduled_at, now()), destination, coalesce(bulk, false),
       campaign_id, traceparent
     from ${ownWorkspace} cross join ${recipient} where suppression_reason is null
   ), noted_owner as (
     ${noteWorkspace('delivery', `${recipient} where suppression_reason is null`)}
   ), ${takeFromQuota(recipient)}, ${countStatistics(
     `select project_id, category, recipient, 'accepted' as measure from ${recipient}
     union all
     select project_id, category, recipient, 'suppressed' from ${recipient} where suppression_reason is not null`,
   )}`
}

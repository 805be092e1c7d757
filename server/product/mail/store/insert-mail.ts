import type { components } from '../../../../generated/api-types.js'
import type { ColumnTypes } from '../../../platform/db/statements/column-arrays.js'
import type { Uuid } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/statements/own-workspace.js'
import { noteWorkspace } from '../../../platform/queue/owners.js'
import { countedColumns, countStatistics } from '../../../platform/statistics/count.js'
import type { RenderInput } from '../../content/render-stored.js'
import { takeFromQuota } from '../../workspace/limits/quota.js'

/**
 * A mail in the form in which it is stored, whoever sends it: the rows of a message and its content. An absent field
 * is null, or the default.
 */
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
  /** Plain text; absent if the mail is rendered when it is delivered or read. */
  readonly text?: string | undefined
  readonly html?: string | undefined
  /** MIME entity in base64 that is sent in place of the composed one. */
  readonly entity?: string | undefined
  /** True if opens and clicks are tracked. */
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
  /** API key that the mail was sent with. */
  readonly api_key_id?: Uuid | undefined
  readonly campaign_id?: Uuid | undefined
  readonly automation_id?: Uuid | undefined
  readonly automation_run_id?: Uuid | undefined
  /** True if a contact that has opted out doesn't get this mail of an automation. */
  readonly respects_opt_out?: boolean | undefined
  /** Key of the mail's topic. */
  readonly topic?: string | null | undefined
  /** Absent if the kind of sender decides. */
  readonly stream?: 'bulk' | undefined
  /** True if the mail came with many others, so that single sends go before it. */
  readonly bulk?: boolean | undefined
  /** Trace that the mail belongs to (W3C Trace Context). */
  readonly traceparent?: string | undefined
}

/** Tables that store a mail, by the last word of their names. */
type Place = 'messages' | 'contents' | 'logs' | 'queue'

/** Describes how a field of a mail or of a recipient is stored. */
interface Field {
  readonly type: ColumnTypes[string]
  /** Tables with a column of the field's name. */
  readonly in: readonly Place[]
  /** SQL of the column's value; absent if it is the field itself. */
  readonly value?: string
}

/** Storage of the fields of a {@link MailRow}. The inserts and the types in SQL follow from this table. */
const mailFields = {
  message_id: { type: 'uuid', in: ['contents', 'logs', 'queue'] },
  project_id: { type: 'uuid', in: ['messages', 'logs'] },
  environment: { type: 'text', in: ['messages', 'logs'] },
  from_email: { type: 'text', in: ['messages'] },
  from_name: { type: 'text', in: ['messages'] },
  subject: { type: 'text', in: ['messages'] },
  category: { type: 'text', in: ['messages', 'logs'] },
  metadata: { type: 'jsonb', in: ['messages'], value: `coalesce(metadata, '{}')` },
  scheduled_at: { type: 'timestamptz', in: ['messages'] },
  text: { type: 'text', in: ['contents'] },
  html: { type: 'text', in: ['contents'] },
  entity: { type: 'text', in: ['contents'], value: `decode(entity, 'base64')` },
  track_opens: { type: 'boolean', in: ['messages'] },
  track_clicks: { type: 'boolean', in: ['messages'] },
  reply_to: { type: 'jsonb', in: ['contents'], value: `coalesce(reply_to, '[]')` },
  headers: { type: 'jsonb', in: ['contents'], value: `coalesce(headers, '{}')` },
  list_unsubscribe: { type: 'jsonb', in: ['contents'] },
  render_input: { type: 'jsonb', in: ['contents'] },
  list_id: { type: 'uuid', in: ['messages', 'logs'] },
  template_id: { type: 'uuid', in: ['messages'] },
  template_version: { type: 'integer', in: ['messages'] },
  template_locale: { type: 'text', in: ['messages'] },
  api_key_id: { type: 'uuid', in: ['messages'] },
  campaign_id: { type: 'uuid', in: ['messages', 'logs', 'queue'] },
  automation_id: { type: 'uuid', in: ['logs'] },
  automation_run_id: { type: 'uuid', in: ['messages'] },
  respects_opt_out: { type: 'boolean', in: ['logs'], value: 'coalesce(respects_opt_out, false)' },
  topic: { type: 'text', in: ['logs'] },
  stream: { type: 'text', in: ['messages', 'logs'] },
  bulk: { type: 'boolean', in: ['queue'], value: 'coalesce(bulk, false)' },
  traceparent: { type: 'text', in: ['queue'] },
} as const satisfies Record<keyof MailRow, Field>

/** SQL types of the fields of {@link MailRow}s. */
export const mailTypes = typesOf(mailFields)

/** A recipient of a mail in the form in which it is stored: the rows of a log and of the queue. */
export interface RecipientRow {
  readonly log_id: Uuid
  readonly message_id: Uuid
  readonly recipient: string
  readonly recipient_name?: string | null | undefined
  readonly kind?: 'to' | 'cc' | 'bcc'
  /** Recipient in the form to look up by. */
  readonly address: string
  /** Destination in the queue; empty for the sink. */
  readonly destination: string
  /** Recipient's domain, by which the figures of campaigns and automations are divided. */
  readonly domain?: string
  /** Reason for which nothing is sent to the recipient. */
  readonly suppression_reason?: string | undefined
}

const recipientFields = {
  log_id: { type: 'uuid', in: ['queue'] },
  message_id: mailFields.message_id,
  recipient: { type: 'text', in: ['logs'] },
  recipient_name: { type: 'text', in: ['logs'] },
  kind: { type: 'text', in: ['logs'], value: `coalesce(kind, 'to')` },
  address: { type: 'text', in: ['logs'] },
  destination: { type: 'text', in: ['queue'] },
  domain: { type: 'text', in: [] },
  suppression_reason: { type: 'text', in: ['logs'] },
} as const satisfies Record<keyof RecipientRow, Field>

/** SQL types of the fields of {@link RecipientRow}s. */
export const recipientTypes = typesOf(recipientFields)

function typesOf<Fields extends Readonly<Record<string, Field>>>(fields: Fields) {
  const types = Object.entries(fields).map(([name, { type }]) => [name, type])
  return Object.fromEntries(types) as { readonly [Name in keyof Fields]: Fields[Name]['type'] }
}

/** SQL: returns columns with their types, for reading JSON. */
export function columnsOf(types: Readonly<Record<string, string>>): string {
  return Object.entries(types)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')
}

/** Fields of a mail that no recipient's row has, but its state or what is counted of it. */
const neededOfMail: ReadonlySet<string> = new Set(['scheduled_at', 'from_email', 'template_id'])

/** Fields that a recipient's rows share with its mail. */
const shared = Object.entries(mailFields)
  .filter(([name, { in: places }]) => neededOfMail.has(name) || places.some(isOfRecipient))
  .map(([name]) => name)
  .filter((name) => !(name in recipientFields))

function isOfRecipient(place: Place): boolean {
  return place === 'logs' || place === 'queue'
}

/**
 * SQL: returns a query of the recipients of mails, with the fields that they share with their mail.
 *
 * @param rows SQL of {@link RecipientRow}s with the alias `r`, as it follows `from`
 * @param mail name of a common table expression with the columns of {@link mailTypes}
 */
export function recipientsOf(rows: string, mail: string): string {
  return `select r.*, ${shared.map((name) => `m.${name}`).join(', ')}
     from ${rows} join ${mail} m using (message_id)`
}

/**
 * SQL: returns an insert into one of the tables, of all the fields that it has a column for.
 *
 * @param rows name of a common table expression with these fields
 * @param more SQL of further columns
 * @param where SQL that follows the rows
 */
function insertInto(
  place: Place,
  rows: string,
  more: Readonly<Record<string, string>> = {},
  where = '',
): string {
  const table = {
    messages: 'messages',
    contents: 'message_contents',
    logs: 'message_logs',
    queue: 'delivery_queue',
  }
  const fields: Readonly<Record<string, Field>> = isOfRecipient(place)
    ? { ...mailFields, ...recipientFields }
    : mailFields
  const values: Record<string, string> = { workspace_id: 'own.workspace_id', ...more }
  for (const [name, { in: places, value }] of Object.entries(fields)) {
    if (places.includes(place)) values[name] = value ?? name
  }
  return `insert into ${table[place]} (${Object.keys(values).join(', ')})
     select ${Object.values(values).join(', ')} from ${ownWorkspace} cross join ${rows} ${where}`
}

/**
 * SQL: returns common table expressions that store mails with their recipients, put these into the queue, count them,
 * and take them from the workspace's quota: all of it happens or nothing does. They end with `counted_statistics`.
 * The statement has the workspace as `$1`.
 *
 * @param mail name of a common table expression with the columns of {@link mailTypes}
 * @param recipient name of one with the columns of {@link recipientTypes} and the fields that a recipient shares with
 *   its
 *   mail; it may be the same as `mail`
 */
export function insertMail(mail: string, recipient: string): string {
  return `inserted_messages as (
     ${insertInto('messages', mail, { id: 'message_id' })}
   ), inserted_contents as (
     ${insertInto('contents', mail)}
   ), inserted_logs as (
     ${insertInto('logs', recipient, {
       id: 'log_id',
       status: `case when suppression_reason is not null then 'suppressed' when scheduled_at is null then 'queued'
         else 'scheduled' end`,
       updated_at: 'now()',
       destination: 'domain',
     })}
   ), due as (
     ${insertInto(
       'queue',
       recipient,
       { due_at: 'coalesce(scheduled_at, now())' },
       'where suppression_reason is null',
     )}
   ), noted_owner as (
     ${noteWorkspace('delivery', `${recipient} where suppression_reason is null`)}
   ), ${takeFromQuota(recipient)}, ${countStatistics(
     `select ${countedColumns("'accepted'", { sender: 'from_email', template: 'template_id' })} from ${recipient}
     union all
     select ${countedColumns("'suppressed'")} from ${recipient} where suppression_reason is not null`,
   )}`
}

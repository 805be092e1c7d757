import type { Knex } from 'knex'
import type { AuditEntry } from '../../../platform/audit/entry.js'
import { auditColumns, auditColumnTypes, auditRow } from '../../../platform/audit/record.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { ownWorkspace } from '../../../platform/db/own-workspace.js'
import { currentTraceparent } from '../../../platform/tracing/tracing.js'
import { statement } from '../../../platform/db/statement.js'
import { hasRunOut, type IdempotencyClaim } from '../../../platform/http/idempotency/claim.js'
import { inProgress } from '../../../platform/http/idempotency/keyed-mutex.js'
import { recordEvents } from '../../../platform/events/fan-out.js'
import { sendingHalted } from '../../workspace/halting/halting.js'
import { columnsOf, insertMail, mailTypes, recipientsOf } from '../insert-mail.js'
import type { NewMessage } from '../admit/new-message.js'
import { destinationOf } from '../../delivery/transport.js'

/**
 * Stores messages of one workspace together with the claims of their idempotency keys, in one statement and
 * so in one transaction, for any number of requests.
 */

/** A message to be stored, with its rows as JSON: made once, weighed, and sent as they are. */
export interface Unit {
  readonly id: Uuid
  readonly claim: IdempotencyClaim | undefined
  readonly message: string
  /** Rows of the other tables, with commas between; empty where there are none. */
  readonly logs: string
  readonly events: string
  readonly attachments: string
  readonly metadata: string
  readonly audit: string
  /** Characters of JSON. */
  readonly weight: number
}

/**
 * `claimed-before`: the key of this message is taken, and nothing of it was stored.
 * `halted`: the workspace's sending is halted, and nothing was stored.
 */
export type Stored = 'stored' | 'claimed-before' | 'halted'

/** What is stored of the request that a message came with. */
interface Origin {
  readonly claim?: IdempotencyClaim | undefined
  /** The request's entry in the audit log. */
  readonly entry?: AuditEntry | undefined
}

/**
 * @param reply what the claim's key is to answer from now on
 * @param bulk whether the message came with many others
 */
export function unitOf(message: NewMessage, { claim, entry }: Origin, reply: object, bulk: boolean): Unit {
  const rows = rowsOf(message, bulk, claim && claimed(claim, reply))
  const json = JSON.stringify(rows.message)
  const logs = commaSeparated(rows.logs)
  const events = commaSeparated(rows.events)
  const attachments = commaSeparated(rows.attachments)
  const metadata = commaSeparated(rows.metadata)
  const audit = entry === undefined ? '' : JSON.stringify(entryRow(entry, message))
  const weight =
    json.length + logs.length + events.length + attachments.length + metadata.length + audit.length
  return { id: message.id, claim, message: json, logs, events, attachments, metadata, audit, weight }
}

function claimed(
  { projectId, operation, key, fingerprint }: IdempotencyClaim,
  reply: object,
): ClaimedColumns {
  return { scope: projectId, operation, key, fingerprint: fingerprint.toString('hex'), reply }
}

function entryRow(entry: AuditEntry, { id, projectId }: NewMessage): object {
  const resource = { type: 'message', id: toTypeId('msg', id) }
  return { message_id: id, ...auditRow({ ...entry, resource, status: 202, projectId }) }
}

function commaSeparated(rows: readonly object[]): string {
  if (rows.length === 0) return ''
  return JSON.stringify(rows).slice(1, -1)
}

/**
 * Keys are claimed in order, so that two processes that claim the same ones wait for each other in turn and
 * never in a circle. Where the workspace is halted nothing is claimed and nothing stored.
 */
const storeAccepted = statement<
  [
    workspaceId: WorkspaceId,
    messages: string,
    logs: string,
    events: string,
    attachments: string,
    metadata: string,
    audit: string,
  ],
  { open: boolean; ids: Uuid[]; webhooks: boolean }
>(
  'store_accepted',
  `with workspace as (
     select halted_at is null as open from workspaces where id = $1
   ), unit as (
     select * from json_to_recordset($2::json) as m(
       ${columnsOf(mailTypes)}, scope uuid, operation text, key text, fingerprint text, reply json)
     where (select open from workspace)
   ), claimed as (
     insert into idempotency_keys as k (workspace_id, project_id, operation, key, fingerprint, status, body, created_at)
     select own.workspace_id, scope, operation, key, decode(fingerprint, 'hex'), 202, reply, now()
     from ${ownWorkspace} cross join unit where key is not null order by scope, operation, key
     on conflict (workspace_id, project_id, operation, key) do update
       set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
         created_at = excluded.created_at
       where ${hasRunOut}
     returning project_id, operation, key
   ), admitted as (
     select * from unit where key is null or (scope, operation, key) in (select * from claimed)
   ), new_log as (
     ${recipientsOf('$3', 'admitted')}
   ), ${insertMail('admitted', 'new_log')}, inserted_attachments as (
     insert into message_attachments
       (workspace_id, message_id, position, filename, content_type, content_id, disposition, content)
     select own.workspace_id, message_id, position, filename, content_type, content_id, disposition,
       decode(content, 'base64')
     from ${ownWorkspace} cross join json_to_recordset($5::json) as a(
       message_id uuid, position smallint, filename text, content_type text, content_id text, disposition text,
       content text)
     where message_id in (select message_id from admitted)
   ), inserted_metadata as (
     insert into message_metadata (workspace_id, key, value, log_id)
     select own.workspace_id, key, value, log_id from ${ownWorkspace} cross join json_to_recordset($6::json) as d(key text, value text, log_id uuid)
     where log_id in (select log_id from new_log)
   ), audited as (
     insert into audit_events (workspace_id, ${auditColumns})
     select own.workspace_id, ${auditColumns}
     from ${ownWorkspace} cross join json_to_recordset($7::json) as e(message_id uuid, ${auditColumnTypes})
     where message_id in (select message_id from admitted)
   ), event_of_mail as (
     select e.id, m.project_id, m.environment, e.type, e.data, m.traceparent
     from json_to_recordset($4::json) as e(id uuid, message_id uuid, type text, data jsonb)
     join admitted m using (message_id)
   ), ${recordEvents(
     'select id, project_id, environment, type, data from event_of_mail',
     'select id as event_id, traceparent from event_of_mail',
   )}
   select open, array(select message_id from admitted) as ids, exists (select from wanted_event) as webhooks
   from workspace`,
  { anySize: true },
)

/**
 * Stores messages and says in the same order what came of each. Their claims must all be different.
 *
 * @param wakeWebhooks called where their events wait for subscriptions now
 */
export async function storeTogether(
  db: Knex,
  workspaceId: WorkspaceId,
  units: readonly Unit[],
  wakeWebhooks: () => void,
): Promise<Stored[]> {
  const [result] = await storeAccepted(
    db,
    workspaceId,
    `[${units.map((unit) => unit.message).join()}]`,
    jsonArray(units, 'logs'),
    jsonArray(units, 'events'),
    jsonArray(units, 'attachments'),
    jsonArray(units, 'metadata'),
    jsonArray(units, 'audit'),
  )
  if (result === undefined) throw new Error('a principal names a workspace that does not exist')
  if (!result.open) return units.map(() => 'halted')
  if (result.webhooks) wakeWebhooks()
  const stored = new Set(result.ids)
  return units.map((unit) => (stored.has(unit.id) ? 'stored' : 'claimed-before'))
}

/**
 * Refuses a message that was not stored.
 *
 * @throws ApiError 423 `sending_halted`, 409 `idempotency_in_progress` where the key is taken
 */
export function refuseUnstored(result: Stored): void {
  if (result === 'halted') throw sendingHalted()
  // Its reply is there to be answered again, unless the key runs out just now.
  if (result === 'claimed-before') throw inProgress()
}

type RowsOfUnit = 'logs' | 'events' | 'attachments' | 'metadata' | 'audit'

function jsonArray(units: readonly Unit[], rows: RowsOfUnit): string {
  return `[${units
    .map((unit) => unit[rows])
    .filter((json) => json !== '')
    .join()}]`
}

/** What a message's row says of the idempotency key that it came with. */
interface ClaimedColumns {
  readonly scope: Uuid
  readonly operation: string
  readonly key: string
  /** In hexadecimal digits. */
  readonly fingerprint: string
  readonly reply: object
}

/**
 * A message as the rows it is stored in, as far as they differ: the workspace and what all rows of a message
 * share is said once. What is undefined stays out of the JSON; the statement that stores the rows knows what
 * stands for it.
 *
 * @param bulk whether it came with many others, so that single sends go before it
 */
export function rowsOf(message: NewMessage, bulk = false, claimed?: ClaimedColumns) {
  const { id, category, metadata, scheduledAt, origin } = message
  const hasMetadata = Object.keys(metadata).length > 0
  return {
    message: {
      message_id: id,
      project_id: message.projectId,
      environment: message.environment,
      from_email: message.fromEmail,
      from_name: message.fromName ?? undefined,
      subject: message.subject,
      category: category ?? undefined,
      metadata: hasMetadata ? metadata : undefined,
      scheduled_at: scheduledAt ?? undefined,
      text: message.text,
      html: message.html ?? undefined,
      entity: message.entity ?? undefined,
      track_opens: message.tracking.opens || undefined,
      track_clicks: message.tracking.clicks || undefined,
      reply_to: message.replyTo.length > 0 ? message.replyTo : undefined,
      headers: Object.keys(message.headers).length > 0 ? message.headers : undefined,
      list_unsubscribe: message.listUnsubscribe ?? undefined,
      list_id: message.listId ?? undefined,
      template_id: origin?.templateId,
      template_version: origin?.version,
      template_locale: origin?.locale ?? undefined,
      stream: message.stream === 'bulk' ? ('bulk' as const) : undefined,
      bulk: bulk || message.stream === 'bulk' || undefined,
      traceparent: currentTraceparent(),
      scope: claimed?.scope,
      operation: claimed?.operation,
      key: claimed?.key,
      fingerprint: claimed?.fingerprint,
      reply: claimed?.reply,
    },
    logs: message.recipients.map((recipient) => ({
      log_id: recipient.logId,
      message_id: id,
      recipient: recipient.email,
      recipient_name: recipient.name ?? undefined,
      kind: recipient.kind,
      address: recipient.address,
      destination: destinationOf(message.environment, recipient.email),
      suppression_reason: recipient.suppressionReason ?? undefined,
    })),
    events: message.events.map((event) => ({
      id: event.id,
      message_id: id,
      type: event.type,
      data: event.data,
    })),
    attachments: message.attachments.map((attachment, position) => ({
      message_id: id,
      position,
      filename: attachment.filename,
      content_type: attachment.contentType,
      content_id: attachment.contentId ?? undefined,
      disposition: attachment.disposition,
      content: attachment.content,
    })),
    metadata: hasMetadata ? metadataRows(message) : [],
  }
}

function metadataRows(message: NewMessage) {
  const pairs = Object.entries(message.metadata)
  return message.recipients.flatMap(({ logId }) =>
    pairs.map(([key, value]) => ({ key, value, log_id: logId })),
  )
}

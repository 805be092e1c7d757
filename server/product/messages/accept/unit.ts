import type { AuditEntry } from '../../../platform/audit/entry.js'
import { auditRow } from '../../../platform/audit/record.js'
import { toTypeId, type Uuid } from '../../../platform/db/ids.js'
import type { IdempotencyClaim } from '../../../platform/http/idempotency/claim.js'
import { currentTraceparent } from '../../../platform/tracing/tracing.js'
import { destinationOf } from '../../mail/destination.js'
import type { NewMessage } from '../admit/new-message.js'

/** A message to be stored. */
export interface Unit {
  readonly id: Uuid
  readonly claim: IdempotencyClaim | undefined
  readonly rows: Rows
  /** Row of the message's entry in the audit log. */
  readonly entry: EntryRow | undefined
  /** Approximate number of characters in its rows. */
  readonly weight: number
}

/** The parts of a message's request that are stored with it. */
interface Origin {
  readonly claim?: IdempotencyClaim | undefined
  /** The request's entry in the audit log. */
  readonly entry?: AuditEntry | undefined
  /**
   * True if the recipients have not been looked up: then the message is stored only if none of them is suppressed.
   */
  readonly unchecked?: boolean
}

/**
 * @param reply reply that the claim's key returns from now on
 * @param bulk true if the message came with many others
 */
export function unitOf(
  message: NewMessage,
  { claim, entry, unchecked = false }: Origin,
  reply: object,
  bulk: boolean,
): Unit {
  const rows = rowsOf(message, bulk, claim && claimed(claim, reply), unchecked)
  return {
    id: message.id,
    claim,
    rows,
    entry: entry && entryRow(entry, message),
    weight: weightOf(rows),
  }
}

/** Characters of a row without its long values. */
const rowWeight = 500

function weightOf({ message, logs, events, attachments, metadata }: Rows): number {
  const rows = 1 + logs.length + events.length + attachments.length + metadata.length
  const contents = [message.text, message.html, message.entity, ...attachments.map(({ content }) => content)]
  return contents.reduce((sum, content) => sum + (content?.length ?? 0), rows * rowWeight)
}

function claimed({ projectId, operation, key, fingerprint }: IdempotencyClaim, reply: object): ClaimRow {
  return { scope: projectId, operation, key, fingerprint, reply }
}

type EntryRow = ReturnType<typeof entryRow>

function entryRow(entry: AuditEntry, { id, projectId }: NewMessage) {
  const resource = { type: 'message', id: toTypeId('msg', id) }
  return { message_id: id, ...auditRow({ ...entry, resource, status: 202, projectId }) }
}

/** The part of a message's row about its idempotency key. */
interface ClaimRow {
  readonly scope: Uuid
  readonly operation: string
  readonly key: string
  readonly fingerprint: Buffer
  readonly reply: object
}

/**
 * Returns the rows that store a message, as far as they differ: the workspace and other values that all rows of a
 * message share are given once. An undefined value is NULL; the statement that stores the rows knows the default for
 * it.
 *
 * @param bulk true if the message came with many others, so that single sends go before it
 */
export function rowsOf(message: NewMessage, bulk = false, claimed?: ClaimRow, unchecked = false) {
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
      api_key_id: message.apiKeyId ?? undefined,
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
      unchecked,
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

type Rows = ReturnType<typeof rowsOf>

function metadataRows(message: NewMessage) {
  const pairs = Object.entries(message.metadata)
  return message.recipients.flatMap(({ logId }) =>
    pairs.map(([key, value]) => ({ key, value, log_id: logId })),
  )
}

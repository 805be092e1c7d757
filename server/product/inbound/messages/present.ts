import type { components } from '../../../../generated/api-types.js'
import { toTypeId } from '../../../platform/db/ids.js'
import { isAuthenticated } from '../../../mail/authentication/authenticated.js'
import type {
  InboundContentRow,
  InboundMessageRow,
  InboundMetadata,
  StoredAttachment,
} from './inbound-message-rows.js'

type Schemas = components['schemas']

/** Returns a message in the contract's shape for lists. */
export function presentInboundMessage(row: InboundMessageRow): Schemas['InboundMessage'] {
  return {
    id: toTypeId('inm', row.id),
    ...presentMetadata(row),
    project_id: toTypeId('prj', row.project_id),
    environment: row.environment,
    attachments: row.metadata.attachments.map(presentAttachment),
    expires_at: row.expires_at.toISOString(),
  }
}

/** Returns a message with its content in the contract's shape. */
export function presentInboundDetail(row: InboundContentRow): Schemas['InboundMessageDetail'] {
  return {
    ...presentInboundMessage(row),
    headers: [...row.headers],
    text: row.text,
    html: row.html,
    reply_text: row.reply_text,
  }
}

/** Returns the metadata of a message in the contract's shape, for lists and events. */
export function presentMetadata(row: InboundMessageRow) {
  const { metadata } = row
  return {
    route_id: toTypeId('inr', row.route_id),
    envelope: { from: row.envelope_sender, to: [...row.envelope_recipients] },
    from: [...metadata.from],
    to: [...metadata.to],
    cc: [...metadata.cc],
    reply_to: [...metadata.replyTo],
    subject: row.subject,
    header_message_id: metadata.messageId,
    header_date: metadata.date,
    size: row.size,
    truncated: metadata.truncated,
    readable: metadata.readable,
    auth: presentAuth(metadata),
    automatic: row.automatic,
    in_reply_to: inReplyTo(row),
    contact_id: row.contact_id && toTypeId('con', row.contact_id),
    received_at: row.received_at.toISOString(),
  }
}

function presentAuth({ auth, readable }: InboundMetadata): Schemas['InboundAuth'] {
  return { ...auth, authenticated: auth.authenticated ?? (readable && isAuthenticated(auth)) }
}

/** Returns an attachment in the contract's shape, without its place in the message. */
export function presentAttachment(attachment: StoredAttachment): Schemas['InboundAttachment'] {
  return {
    id: toTypeId('att', attachment.id),
    filename: attachment.filename,
    content_type: attachment.contentType,
    size: attachment.size,
    content_id: attachment.contentId,
    disposition: attachment.disposition,
    sha256: attachment.sha256,
  }
}

function inReplyTo(row: InboundMessageRow): Schemas['InboundInReplyTo'] {
  if (row.reply_message_id === null || row.reply_match === null) return null
  return {
    message_id: toTypeId('msg', row.reply_message_id),
    log_id: row.reply_log_id && toTypeId('log', row.reply_log_id),
    match: row.reply_match,
  }
}

import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, newUuid, toTypeId, type Uuid } from '../../../platform/db/ids.js'
import type { NewEvent } from '../../../platform/events/event-types.js'
import type { Environment } from '../../../platform/auth/principal.js'
import type { Project } from '../../workspace/projects/projects.js'
import { normalizeAddress } from '../../../../base/addresses/address.js'
import { admitAttachments, type NewAttachment } from './attachments.js'
import { admitHeaders, admitListUnsubscribe } from './headers.js'
import { cleanName } from '../../../../base/text/clean-name.js'
import { admitRecipients, admitReplyTo, type NewRecipient } from './recipients.js'
import type { ReplyAddressOf } from './reply-route.js'
import { admitSchedule } from './schedule.js'

type Schemas = components['schemas']

/** Template version that a message was rendered from. */
export interface MessageOrigin {
  readonly templateId: Uuid
  readonly version: number
  /** Locale of the content; null for the default content. */
  readonly locale: string | null
}

/** Parts of a message submitted by SMTP that a request to the API cannot express. */
export interface Submitted {
  /** A MIME entity (RFC 2045, section 2.4) that is sent byte for byte, in base64. It is 7-bit with CRLF line ends. */
  readonly entity?: string
  /** Header fields that a request has no place for, such as a `List-Unsubscribe` without one click. */
  readonly fields?: Readonly<Record<string, string>>
}

/** A send whose sender and content are known, from the request or from a template. */
export interface CompleteSend extends Omit<Schemas['SendMessageRequest'], 'template'>, Submitted {
  readonly from_email: string
  readonly subject: string
  readonly text: string
  /** True if the service made the text from the HTML of the request. */
  readonly textFromHtml?: boolean
  readonly origin?: MessageOrigin
}

/** A message that has passed every check and is about to be stored. */
export interface NewMessage {
  readonly id: Uuid
  /** External form of the message's id. */
  readonly typeId: string
  readonly projectId: Uuid
  readonly environment: Environment
  readonly fromEmail: string
  readonly fromName: string | null
  readonly replyTo: readonly Schemas['NamedAddress'][]
  readonly subject: string
  readonly category: string | null
  readonly metadata: Readonly<Record<string, string>>
  /** Time at which its deliveries are due; null if at once. */
  readonly scheduledAt: Date | null
  /** Subscriber list that the message is to. */
  readonly listId: Uuid | null
  /** API key that the message is sent with; null if none is. */
  readonly apiKeyId: Uuid | null
  /** Null if the request had the content. */
  readonly origin: MessageOrigin | null
  readonly text: string
  readonly textFromHtml: boolean
  readonly html: string | null
  /** Entity as in {@link Submitted}; null for a message that is composed. */
  readonly entity: string | null
  /** True for each of opens and clicks that is tracked. */
  readonly tracking: { readonly opens: boolean; readonly clicks: boolean }
  readonly stream: Schemas['Stream']
  readonly headers: Readonly<Record<string, string>>
  readonly listUnsubscribe: Schemas['ListUnsubscribe'] | null
  readonly attachments: readonly NewAttachment[]
  readonly recipients: readonly NewRecipient[]
  readonly events: readonly NewEvent[]
}

interface MoreOfMessage {
  readonly replyAddressOf?: ReplyAddressOf | undefined
  readonly apiKeyId?: Uuid | null
  readonly now?: Date
}

/**
 * Checks a send by the rules in this folder, and gives the message its id and its events. The external forms of ids
 * are made once: a batch needs many.
 *
 * @param at JSON pointer to the message in the request, for the error
 * @param more.replyAddressOf makes the address for answers, in place of the request's reply addresses
 * @param more.apiKeyId API key that the message is sent with
 * @param more.now time that `scheduled_at` is compared with; irrelevant to a request without it
 */
export function newMessage(
  project: Project,
  request: CompleteSend,
  at: string,
  { replyAddressOf, apiKeyId = null, now = new Date() }: MoreOfMessage = {},
): NewMessage {
  // The message's id is made before those of its logs and events, so that events since its `created_at` include its
  // own.
  const id = newUuid()
  const recipients = admitRecipients(request, at)
  const fromEmail = normalizeAddress(request.from_email)
  const category = request.category ?? null
  const metadata = request.metadata ?? {}
  const scheduledAt = admitSchedule(request.scheduled_at, at, now)
  const typeId = toTypeId('msg', id)
  const recipientsOfEvent = recipients.map(({ logTypeId, email }) => ({ log_id: logTypeId, email }))
  const accepted: NewEvent = {
    id: newUuid(),
    projectId: project.id,
    environment: project.environment,
    type: 'message.accepted',
    data: {
      message_id: typeId,
      from_email: fromEmail,
      subject: request.subject,
      category,
      metadata,
      recipients: recipientsOfEvent,
    },
  }
  const events: NewEvent[] = [accepted]
  if (scheduledAt !== null) {
    events.push({
      id: newUuid(),
      projectId: project.id,
      environment: project.environment,
      type: 'message.scheduled',
      data: {
        message_id: typeId,
        category,
        scheduled_at: scheduledAt.toISOString(),
        recipients: recipientsOfEvent,
      },
    })
  }
  return {
    id,
    typeId,
    projectId: project.id,
    environment: project.environment,
    fromEmail,
    fromName: cleanName(request.from_name),
    replyTo: replyAddressOf === undefined ? admitReplyTo(request.reply_to) : [{ email: replyAddressOf(id) }],
    subject: request.subject,
    category,
    metadata,
    scheduledAt,
    listId: request.list_id === undefined ? null : fromTypeId('lst', request.list_id),
    apiKeyId,
    origin: request.origin ?? null,
    text: request.text,
    textFromHtml: request.textFromHtml === true,
    html: request.html ?? null,
    entity: request.entity ?? null,
    tracking: trackingOf(project, request),
    stream: request.stream ?? 'transactional',
    headers: { ...admitHeaders(request.headers, at), ...request.fields },
    listUnsubscribe: admitListUnsubscribe(request.list_unsubscribe, at),
    attachments: admitAttachments(request.attachments, at),
    recipients,
    events,
  }
}

/**
 * Returns the tracking of a message: as the message itself says, or else its project. Plain text has nothing to
 * track.
 */
function trackingOf(project: Project, { html, entity, tracking }: CompleteSend): NewMessage['tracking'] {
  if (html === undefined || entity !== undefined) return { opens: false, clicks: false }
  return { opens: tracking?.opens ?? project.track_opens, clicks: tracking?.clicks ?? project.track_clicks }
}

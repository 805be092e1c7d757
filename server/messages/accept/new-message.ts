import type { components } from '../../../generated/api-types.js'
import { newUuid, toTypeId, type Uuid } from '../../db/ids.js'
import type { NewEvent } from '../../events/event-types.js'
import type { Environment } from '../../workspace/principal.js'
import type { Project } from '../../workspace/projects.js'
import { normalizeAddress } from '../address.js'

type Schemas = components['schemas']

/** A message that has passed every check and is about to be stored. */
export interface NewMessage {
  readonly id: Uuid
  readonly projectId: Uuid
  readonly environment: Environment
  readonly fromEmail: string
  readonly fromName: string | null
  readonly replyTo: readonly Schemas['NamedAddress'][]
  readonly subject: string
  readonly category: string | null
  readonly metadata: Readonly<Record<string, string>>
  /** When its deliveries are due, where that is not at once. */
  readonly scheduledAt: Date | null
  readonly text: string
  readonly html: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly listUnsubscribe: Schemas['ListUnsubscribe'] | null
  readonly attachments: readonly NewAttachment[]
  readonly recipients: readonly NewRecipient[]
  readonly events: readonly NewEvent[]
}

export interface NewRecipient {
  readonly logId: Uuid
  readonly kind: Schemas['RecipientKind']
  readonly email: string
  readonly name: string | null
}

export interface NewAttachment {
  readonly filename: string
  readonly contentType: string
  readonly contentId: string | null
  readonly disposition: Schemas['Disposition']
  /** In base64, with padding. */
  readonly content: string
}

/** Gives a message its id and its events. */
export function newMessage(
  project: Project,
  request: Schemas['SendMessageRequest'],
  recipients: readonly NewRecipient[],
): NewMessage {
  const id = newUuid()
  const fromEmail = normalizeAddress(request.from_email)
  const category = request.category ?? null
  const metadata = request.metadata ?? {}
  const scheduledAt = request.scheduled_at === undefined ? null : new Date(request.scheduled_at)
  const of = { projectId: project.id, environment: project.environment }
  const message_id = toTypeId('msg', id)
  const eventRecipients = recipients.map(({ logId, email }) => ({ log_id: toTypeId('log', logId), email }))
  const accepted: NewEvent = {
    ...of,
    id: newUuid(),
    type: 'message.accepted',
    data: {
      message_id,
      from_email: fromEmail,
      subject: request.subject,
      category,
      metadata,
      recipients: eventRecipients,
    },
  }
  const scheduled: NewEvent | undefined =
    scheduledAt === null
      ? undefined
      : {
          ...of,
          id: newUuid(),
          type: 'message.scheduled',
          data: {
            message_id,
            category,
            scheduled_at: scheduledAt.toISOString(),
            recipients: eventRecipients,
          },
        }
  return {
    ...of,
    id,
    fromEmail,
    fromName: request.from_name ?? null,
    replyTo: request.reply_to ?? [],
    subject: request.subject,
    category,
    metadata,
    scheduledAt,
    text: request.text,
    html: request.html ?? null,
    headers: request.headers ?? {},
    listUnsubscribe: request.list_unsubscribe ?? null,
    attachments: [],
    recipients,
    events: scheduled === undefined ? [accepted] : [accepted, scheduled],
  }
}

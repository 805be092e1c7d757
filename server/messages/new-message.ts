import type { components } from '../../generated/api-types.js'
import type { Uuid } from '../db/ids.js'
import type { NewEvent } from '../events/event-types.js'
import type { Environment } from '../workspace/principal.js'

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

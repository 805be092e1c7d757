import { timeOf, type Uuid } from '../../db/ids.js'

/** A message with all that goes into its bytes. The same for all of its recipients and attempts. */
export interface MessageContent {
  readonly messageId: Uuid
  readonly workspaceId: Uuid
  /** Null for mail of the service itself, of which no provider counts complaints by project. */
  readonly projectId: Uuid | null
  readonly from: Mailbox
  readonly to: readonly Mailbox[]
  readonly cc: readonly Mailbox[]
  readonly replyTo: readonly Mailbox[]
  readonly subject: string
  readonly category: string | null
  readonly scheduledAt: Date | null
  readonly text: string
  readonly html: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly listUnsubscribe: ListUnsubscribe | null
  readonly attachments: readonly Attachment[]
}

/** An address as people see it. */
export interface Mailbox {
  readonly name: string | null
  readonly email: string
}

export interface ListUnsubscribe {
  readonly url: string
  readonly email?: string | undefined
}

export interface Attachment {
  readonly filename: string
  readonly contentType: string
  readonly contentId: string | null
  readonly disposition: 'attachment' | 'inline'
  readonly content: Buffer
}

/** When a message was made, as it says itself: when it was accepted, or is to be sent. */
export function timeOfMessage({ scheduledAt, messageId }: MessageContent): Date {
  return scheduledAt ?? timeOf(messageId)
}

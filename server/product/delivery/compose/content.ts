import { timeOf, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'

/** A message with all that goes into its bytes. The same for all of its recipients and attempts. */
export interface MessageContent {
  readonly messageId: Uuid
  readonly workspaceId: WorkspaceId
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
  /** The list that the message is to, or the project that its program is of; null where the mail is to nobody's list. */
  readonly listIdentity: ListIdentity | null
  /** The campaign or automation that the message is of. */
  readonly program: Program | null
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

/** By what mail readers and filters know mail of one list (RFC 2919). */
export interface ListIdentity {
  readonly prefix: 'lst' | 'prj'
  readonly id: Uuid
  /** Null where the list is there no more. */
  readonly name: string | null
}

/** What sends mail to many. */
export interface Program {
  readonly prefix: 'cmp' | 'aut'
  readonly id: Uuid
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

import type { StoredMessage } from './files.js'
import type { AttachmentView } from './parser/jobs.js'

/** A kept message as JSON clients see it. */
export interface MessageView {
  readonly id: string
  readonly received_at: string
  readonly envelope: StoredMessage['envelope']
  /** Length of the raw message, in bytes. */
  readonly size: number
  /** Whether the message was opened on the page. */
  readonly read: boolean
  /** Why the message cannot be parsed; null if it can. If it cannot, the members below are null or empty. */
  readonly unreadable: string | null
  /** Decoded; null if there is no Subject field. */
  readonly subject: string | null
  /** Field values by lower-cased name, unfolded; an array if the field occurs more than once. */
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly text: string | null
  /** The HTML as it was sent: references to inline images are unchanged. */
  readonly html: string | null
  readonly attachments: readonly AttachmentView[]
}

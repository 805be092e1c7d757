/** A mail with everything that goes into its bytes. */
export interface MailContent {
  /** Local part of its Message-ID, of letters, digits and "_". Its boundaries end with it, too. */
  readonly id: string
  readonly date: Date
  readonly from: Mailbox
  readonly to: readonly Mailbox[]
  readonly cc: readonly Mailbox[]
  readonly replyTo: readonly Mailbox[]
  readonly subject: string
  readonly text: string
  readonly html: string | null
  /**
   * A MIME entity (RFC 2045, section 2.4), header fields and body, that is sent byte for byte in place of text, HTML
   * and attachments: signed or encrypted content may not change. It is 7-bit with CRLF line ends.
   */
  readonly entity?: Buffer | null
  /** More fields, by their names. */
  readonly headers: Readonly<Record<string, string>>
  readonly listUnsubscribe: ListUnsubscribe | null
  /** The list that the mail is to; null if it is to no list. */
  readonly listId: ListId | null
  /** Value by which mailbox providers count complaints (Gmail's Feedback-ID); null if they do not. */
  readonly feedbackId: string | null
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

/** Identifier by which mail readers and filters recognize mail of one list (RFC 2919). */
export interface ListId {
  /** Label of a host name, with which the identifier begins. */
  readonly label: string
  /** Name of the list; null if the list no longer exists. */
  readonly name: string | null
}

export interface Attachment {
  readonly filename: string
  readonly contentType: string
  readonly contentId: string | null
  readonly disposition: 'attachment' | 'inline'
  readonly content: Buffer
}

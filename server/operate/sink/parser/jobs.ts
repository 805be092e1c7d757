/** The parameters of each kind of job for the parsing process, besides the message's file. */
export interface Questions {
  readonly summary: object
  readonly view: object
  readonly page: { readonly tab: string | undefined }
  readonly html: object
  readonly attachment: { readonly index: number }
}

export type Kind = keyof Questions

/** The result of each kind of job. */
export interface Results {
  readonly summary: Summary
  readonly view: { readonly summary: Summary; readonly json: Uint8Array }
  readonly page: PageContent
  readonly html: Uint8Array | null
  readonly attachment: AttachmentContent | null
}

/** The parts of a message that the list shows and the search covers. */
export interface Summary {
  /** Decoded subject; empty if there is none. */
  readonly subject: string
  /** From field; empty if there is none. */
  readonly from: string
  /** To and Cc fields. */
  readonly to: string
  /** The number of attachments. */
  readonly attachments: number
  /** The beginning of the text in lower case, for the search. */
  readonly text: string
  /** Reason why the message could not be parsed, as the end of a sentence; null if it was parsed. */
  readonly unreadable: string | null
}

/** The description of an attachment. The content has an address of its own. */
export interface AttachmentView {
  readonly filename: string | null
  readonly content_type: string
  /** Decoded length in bytes. */
  readonly size: number
  readonly content_id: string | null
}

/** The parts of a message that the page shows, limited in size. */
export interface PageContent {
  readonly summary: Summary
  /** Names in lower case with their values, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly headersLeftOut: number
  readonly hasHtml: boolean
  readonly hasRemoteImages: boolean
  /** Text if the page shows it, else null. */
  readonly text: string | null
  /** True if the text was made from the HTML, because the message has no text body. */
  readonly fromHtml: boolean
  /** True if the text was cut. */
  readonly cut: boolean
  readonly attachments: readonly AttachmentView[]
  readonly attachmentsLeftOut: number
}

/** An attachment, decoded. */
export interface AttachmentContent {
  readonly filename: string | null
  readonly contentType: string
  readonly content: Uint8Array
}

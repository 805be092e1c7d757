import type { components } from '../../../generated/api-types.js'

type Schemas = components['schemas']

/** Limits of what is taken out of a message. The message as it came is always kept whole. */
export const parseLimits = {
  /** Size of the plain text and of the HTML, in bytes of UTF-8 each. */
  textBytes: 1024 * 1024,
  /** Size of the header of the message and of each part, in bytes; fields beyond are neither listed nor read. */
  headerBytes: 256 * 1024,
  attachments: 100,
  /** Depth of multiparts within each other. A deeper one is a single attachment. */
  depth: 50,
  /** Number of multiparts and parts within the message. Further ones are not read. */
  parts: 10_000,
  /** Number of addresses of a field. */
  addresses: 1000,
  /** Length of an address, in characters; longer ones are left out. Names are cut there. */
  addressLength: 998,
  /** Length of the subject in characters. */
  subjectLength: 2000,
  messageIdLength: 998,
  /** Number of Message-IDs in In-Reply-To and References. */
  references: 20,
} as const

/** Encoding of an attachment's bytes in the message. */
export type TransferEncoding = 'identity' | 'base64' | 'quoted-printable'

/** An attachment, and its place in the message as it came. */
export interface ParsedAttachment {
  /** File name without folders and control characters, at most 255 characters. */
  readonly filename: string | null
  /** Media type in lower case, without parameters. */
  readonly contentType: string
  /** Decoded size in bytes. */
  readonly size: number
  /** Content-ID without angle brackets. */
  readonly contentId: string | null
  readonly disposition: 'attachment' | 'inline'
  /** SHA-256 of the decoded bytes, in hexadecimal. */
  readonly sha256: string
  /** The encoded bytes are those from `begin` up to `end` of the message. */
  readonly begin: number
  readonly end: number
  readonly encoding: TransferEncoding
}

/** Result of authentication in the contract's shape. */
export type InboundAuth = Schemas['InboundAuth']

/** Result of checking a message's sender in the DNS. */
export type CheckedAuth = Omit<InboundAuth, 'authenticated'>

/** A message taken apart. All text is well-formed Unicode without NUL. */
export interface ParsedMail {
  readonly from: readonly Schemas['InboundAddress'][]
  readonly to: readonly Schemas['InboundAddress'][]
  readonly cc: readonly Schemas['InboundAddress'][]
  readonly replyTo: readonly Schemas['InboundAddress'][]
  /** Decoded subject, at most 2,000 characters; empty if there is none. */
  readonly subject: string
  /** Message-ID with angle brackets, at most 998 characters. */
  readonly messageId: string | null
  /** Date field as RFC 3339; null if it makes no sense. */
  readonly date: string | null
  readonly headers: readonly Schemas['InboundHeader'][]
  readonly text: string | null
  readonly html: string | null
  /** Text without quotation and signature; null if there is no text. */
  readonly replyText: string | null
  readonly attachments: readonly ParsedAttachment[]
  readonly truncated: boolean
  readonly automatic: Schemas['InboundAutomatic']
  /**
   * Message-IDs that the message answers, with angle brackets: In-Reply-To, then References from the last to the
   * first.
   */
  readonly references: readonly string[]
  /** Number of Received fields, and of those that name this host. */
  readonly hops: { readonly all: number; readonly own: number }
}

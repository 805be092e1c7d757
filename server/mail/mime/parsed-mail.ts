import type { components } from '../../../generated/api-types.js'

type Schemas = components['schemas']

/** The max of what is taken out of a message. The message as it came is always kept whole. */
export const parseLimits = {
  /** Of the plain text and of the HTML, in bytes of UTF-8 each. */
  textBytes: 1024 * 1024,
  /** Of the header of the message and of each part, in bytes; fields beyond are not listed, nor looked at. */
  headerBytes: 256 * 1024,
  attachments: 100,
  /** Of multiparts within each other. One that is deeper is an attachment as it is. */
  depth: 50,
  /** Multiparts and parts within the message. What comes behind is not looked at. */
  parts: 10_000,
  /** Addresses of a field. */
  addresses: 1000,
  /** Of an address, in characters; longer ones are left out. Names are cut there. */
  addressLength: 998,
  /** In characters. */
  subjectLength: 2000,
  messageIdLength: 998,
  /** Message-IDs in In-Reply-To and References. */
  references: 20,
} as const

/** How the bytes of an attachment are encoded in the message. */
export type TransferEncoding = 'identity' | 'base64' | 'quoted-printable'

/** An attachment, and where it stands in the message as it came. */
export interface ParsedAttachment {
  /** Without folders and control characters, at most 255 characters. */
  readonly filename: string | null
  /** In lower case, without parameters. */
  readonly contentType: string
  /** Decoded, in bytes. */
  readonly size: number
  /** Without angle brackets. */
  readonly contentId: string | null
  readonly disposition: 'attachment' | 'inline'
  /** Of the decoded bytes, in hexadecimal. */
  readonly sha256: string
  /** The encoded bytes are those from `begin` up to `end` of the message. */
  readonly begin: number
  readonly end: number
  readonly encoding: TransferEncoding
}

/** The result of authentication, as the contract has it. */
export type InboundAuth = Schemas['InboundAuth']

/** What the DNS says of a message's sender. */
export type CheckedAuth = Omit<InboundAuth, 'authenticated'>

/** A message taken apart. All text is well-formed Unicode without NUL. */
export interface ParsedMail {
  readonly from: readonly Schemas['InboundAddress'][]
  readonly to: readonly Schemas['InboundAddress'][]
  readonly cc: readonly Schemas['InboundAddress'][]
  readonly replyTo: readonly Schemas['InboundAddress'][]
  /** Decoded, at most 2,000 characters; empty where there is none. */
  readonly subject: string
  /** With angle brackets, at most 998 characters. */
  readonly messageId: string | null
  /** The Date field, RFC 3339; null where it makes no sense. */
  readonly date: string | null
  readonly headers: readonly Schemas['InboundHeader'][]
  readonly text: string | null
  readonly html: string | null
  /** The text without quotation and signature; null where there is no text. */
  readonly replyText: string | null
  readonly attachments: readonly ParsedAttachment[]
  readonly truncated: boolean
  readonly automatic: Schemas['InboundAutomatic']
  /** The Message-IDs that it answers, with angle brackets: In-Reply-To, then References from the last to the first. */
  readonly references: readonly string[]
  /** How many Received fields it has, and how many of these name this host. */
  readonly hops: { readonly all: number; readonly own: number }
}

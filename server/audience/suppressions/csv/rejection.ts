/** Why a line of a file is not imported. The codes are stable. */
export type RejectionCode =
  | 'email'
  | 'missing_email'
  | 'reason'
  | 'erasure'
  | 'suppressed_at'
  | 'note'
  | 'columns'
  | 'quote'
  | 'too_long'
  | 'encoding'

export interface RejectedLine {
  /** The physical line on which the record begins; the first is 1. */
  readonly line: number
  readonly code: RejectionCode
  /** For a person. It holds nothing of the line, which may be anybody's address. */
  readonly message: string
}

/** The longest note in characters. */
export const longestNote = 500

/** Where a record reaches so many bytes it is not looked at any more. */
export const longestRecord = 16_384

const messages: Record<RejectionCode, string> = {
  email: 'This is not an e-mail address.',
  missing_email: 'The address is missing.',
  reason: 'The reason is none of hard_bounce, soft_bounce, complaint, unsubscribe, manual and import.',
  erasure: 'An erasure cannot be imported. Ask for the deletion of the address instead.',
  suppressed_at: 'The time is not one of RFC 3339 with its offset, or is before 1970 or yet to come.',
  note: `The note is longer than ${longestNote} characters.`,
  columns: 'There are more fields than columns. A field that holds the separator has to stand in quotes.',
  quote: 'A quote is not closed, or something stands between a closing quote and the next separator.',
  too_long: `The record is longer than ${longestRecord} bytes.`,
  encoding: 'This is not UTF-8.',
}

/** A rejected line, with its rule in words. */
export function rejectedLine(line: number, code: RejectionCode): RejectedLine {
  return { line, code, message: messages[code] }
}

/** What is said of a file in UTF-16, of which no line can be read. */
export const fileInUtf16: RejectedLine = {
  line: 1,
  code: 'encoding',
  message: 'The file is in UTF-16. Save it as UTF-8.',
}

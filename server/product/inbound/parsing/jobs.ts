import type { Authentication } from '../../../mail/authentication/authenticate.js'
import type { AttachedReport } from '../dmarc/attached-report.js'
import type { CheckedAuth, ParsedMail } from '../../../mail/mime/parsed-mail.js'
import type { InboundReport } from '../reports/read-returned-mail.js'

/** The results of reading a message, by the kind of reading. */
export interface Readings {
  /** Result for mail of a route. */
  readonly mail: { readonly mail: ParsedMail }
  /** Result for a bounce or a complaint. */
  readonly report: {
    readonly report: InboundReport
    /** The address in the From field as written; undefined unless there is one field with one address. */
    readonly from: string | undefined
  }
  /** Result for the mail of a reporter, of DMARC or TLS; undefined if no part may be a report. */
  readonly aggregate: { readonly attached: AttachedReport | undefined }
}

export type ReadAs = keyof Readings

/** A message to take apart, in the form that the process gets it. */
export interface ParseJob<As extends ReadAs = ReadAs> {
  readonly as: As
  /** The bytes of a small message, or the absolute path of the file that a large one is in. */
  readonly source: Uint8Array | string
  /** Name that this service uses in SMTP, to count its own hops. */
  readonly hostname: string
  /** The envelope sender, empty for `<>`. */
  readonly sender: string
  /** Data to authenticate the sender; undefined if the sender is not to be authenticated. */
  readonly authentication: Authentication | undefined
}

/** The result of a job. */
export type Parsed<As extends ReadAs = 'mail'> =
  | (Readings[As] & { readonly auth: CheckedAuth })
  /** The message ended the process, or needs too much time or memory; it would do so again. */
  | { readonly unreadable: true }

/** Takes messages apart in processes of their own. */
export interface MailParsing {
  /**
   * Takes a message apart.
   *
   * @throws ParsingUnavailableError if no process can be started, or too many messages wait
   */
  parse<As extends ReadAs>(job: ParseJob<As>): Promise<Parsed<As>>
  close(): void
}

/** Says that a message may be tried again later, because nothing is wrong with it. */
export class ParsingUnavailableError extends Error {
  override name = 'ParsingUnavailableError'
}

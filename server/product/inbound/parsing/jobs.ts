import type { Authentication } from '../../../mail/authentication/authenticate.js'
import type { AttachedReport } from '../dmarc/attached-report.js'
import type { CheckedAuth, ParsedMail } from '../../../mail/mime/parsed-mail.js'
import type { InboundReport } from '../reports/read-returned-mail.js'

/** What can be read of a message, by what it is read as. */
export interface Readings {
  /** Mail of a route. */
  readonly mail: { readonly mail: ParsedMail }
  /** A bounce or a complaint. */
  readonly report: {
    readonly report: InboundReport
    /** The address in the From field as it is written; undefined unless there is one field with one address. */
    readonly from: string | undefined
  }
  /** The mail of a reporter, of DMARC or TLS. Undefined where nothing in it may be a report. */
  readonly aggregate: { readonly attached: AttachedReport | undefined }
}

export type ReadAs = keyof Readings

/** A message to take apart, as the process for it gets it. */
export interface ParseJob<As extends ReadAs = ReadAs> {
  readonly as: As
  /** The bytes of a small message, or the absolute path of the file that a large one is in. */
  readonly source: Uint8Array | string
  /** What this service calls itself in SMTP, to count its own hops. */
  readonly hostname: string
  /** The sender of the envelope, empty for `<>`. */
  readonly sender: string
  /** Undefined where its sender is not authenticated. */
  readonly authentication: Authentication | undefined
}

/** What came of a job. */
export type Parsed<As extends ReadAs = 'mail'> =
  | (Readings[As] & { readonly auth: CheckedAuth })
  /** The message ended the process, or needs too much time or memory; it would do so again. */
  | { readonly unreadable: true }

/** Takes messages apart in processes of their own. */
export interface MailParsing {
  /**
   * @throws ParsingUnavailableError where no process can be started, or too many messages wait
   */
  parse<As extends ReadAs>(job: ParseJob<As>): Promise<Parsed<As>>
  close(): void
}

/** The message may be tried again later: nothing is wrong with it. */
export class ParsingUnavailableError extends Error {
  override name = 'ParsingUnavailableError'
}

import type { SmtpReply } from './reply.js'

/**
 * How far an attempt came: what was under way when it ended. `resolve` looks the destination up, `end` waits
 * for the reply to the end of data.
 */
export type SmtpStep =
  | 'resolve'
  | 'connect'
  | 'tls'
  | 'greeting'
  | 'ehlo'
  | 'starttls'
  | 'auth'
  | 'mail'
  | 'rcpt'
  | 'data'
  | 'end'

/** What broke, where no reply says it. */
export type SmtpFailure =
  /** The recipient's domain does not exist (NXDOMAIN), or has neither MX nor address records. */
  | 'no_such_domain'
  /** The domain does not accept mail (null MX, RFC 7505). */
  | 'null_mx'
  /** The DNS did not answer, or not with sense. */
  | 'dns'
  /** The domain's hosts are on networks that this service does not connect to. */
  | 'forbidden_address'
  /** No connection. */
  | 'connect'
  /** No TLS where it is wanted: not offered, or the handshake failed, or the certificate is another's. */
  | 'tls'
  /** MTA-STS (RFC 8461) or DANE (RFC 7672) forbid to deliver there. */
  | 'tls_policy'
  | 'timeout'
  /** The connection ended. */
  | 'cut'
  /** What came is no SMTP reply, or too long for one. */
  | 'garbage'
  /** The server lacks an extension that the message needs, SMTPUTF8, or every way to log in that we know. */
  | 'unsupported'
  /** The message is larger than the server says it takes (RFC 1870). */
  | 'too_large'
  /** The message's content is no longer kept. */
  | 'content_gone'
  /** The message is rendered from a template, and that failed. */
  | 'not_rendered'
  /** The message could not be composed or signed: a mistake of ours. */
  | 'not_composed'
  /** Another process may send the message (`mayBegin` of an outgoing mail): nobody has been given any of it. */
  | 'not_begun'
  /** No source could send it in time. */
  | 'no_source'

/** What came of an attempt: a server's reply, or what broke before one came. */
export type SmtpResult = SmtpReplied | SmtpBroken

export interface SmtpReplied {
  readonly step: SmtpStep
  /** The reply that ended the attempt. At the step `end` it may be the one that takes the message. */
  readonly reply: SmtpReply
}

export interface SmtpBroken {
  readonly step: SmtpStep
  readonly reply: undefined
  readonly failure: SmtpFailure
  /** For people, without an address of the recipient. */
  readonly error: string
}

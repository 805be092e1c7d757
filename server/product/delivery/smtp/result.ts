import type { SmtpReply } from './reply.js'

/**
 * The step that was under way when an attempt ended. `resolve` looks the destination up, `end` waits for the reply to
 * the end of data.
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

/** The failure of an attempt that ended without a reply. */
export type SmtpFailure =
  /** The recipient's domain does not exist (NXDOMAIN), or has neither MX nor address records. */
  | 'no_such_domain'
  /** The domain does not accept mail (null MX, RFC 7505). */
  | 'null_mx'
  /** The DNS did not answer, or not with anything sensible. */
  | 'dns'
  /** The domain's hosts are on networks that this service does not connect to. */
  | 'forbidden_address'
  /** There was no connection. */
  | 'connect'
  /** TLS was wanted and failed: not offered, or the handshake failed, or the certificate is another's. */
  | 'tls'
  /** MTA-STS (RFC 8461) or DANE (RFC 7672) forbids delivery to this host. */
  | 'tls_policy'
  | 'timeout'
  /** The connection ended. */
  | 'cut'
  /** The server sent something that is no SMTP reply, or too long for one. */
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
  /** Another process may send the message (`mayBegin` of an outgoing mail): no server has been given any of it. */
  | 'not_begun'
  /** No source could send it in time. */
  | 'no_source'

/** The result of an attempt: a server's reply, or the failure that came before one. */
export type SmtpResult = SmtpReplied | SmtpBroken

export interface SmtpReplied {
  readonly step: SmtpStep
  /** The reply that ended the attempt. At the step `end` it may be the one that accepts the message. */
  readonly reply: SmtpReply
}

export interface SmtpBroken {
  readonly step: SmtpStep
  readonly reply: undefined
  readonly failure: SmtpFailure
  /** Text for people, without the recipient's address. */
  readonly error: string
}

import type { Rule } from './rule.js'

/** Replies about the message's size, what a server cannot do, and the server's own trouble. */
export const servers: readonly Rule[] = [
  {
    class: 'too_large',
    says: [
      // Gmail: 552 5.3.4 Your message exceeded Google's message size limits.
      'message size limit',
      // Postfix: 552 5.3.4 Message size exceeds fixed limit / 552 5.3.4 Error: message file too big
      'message size exceeds',
      'message file too big',
      // Sendmail: 552 5.2.3 Message exceeds maximum fixed size (10485760) / Message is too large; 10485760
      // bytes max
      'exceeds maximum fixed size',
      'message is too large',
      'message too large',
      'message too big',
      'message is too big',
      // 552 5.3.4 Message exceeds the maximum size allowed
      'exceeds the maximum size',
      'exceeds size limit',
      // qmail: 552 sorry, that message size exceeds my databytes limit (#5.3.4)
      'databytes limit',
      // 552 Error: message size exceeds maximum permitted
      'size exceeds maximum',
    ],
  },
  {
    class: 'unsupported',
    says: [
      // Postfix: 530 5.7.0 Must issue a STARTTLS command first
      'must issue a starttls',
      // Gmail: 421 4.7.29 Your email has been rate limited because this message wasn't sent over a TLS
      // connection.
      'tls connection',
      // Gmail: 421 4.7.0 TLS required for RCPT domain, closing connection.
      'tls required',
      // Postfix: 550 5.6.7 SMTPUTF8 is required, but was not offered by host mx.example.com
      'smtputf8',
      // 530 5.7.10 Encryption required for requested authentication mechanism
      'encryption required',
    ],
  },
  {
    class: 'network',
    says: [
      // Exchange, in its reports: 550 4.4.7 QUEUE.Expired; message expired / Office 365: 550 5.4.300 Message
      // expired
      'queue.expired',
      'message expired',
      // Postfix, in its reports: connect to mx.example.com[192.0.2.1]:25: Connection timed out
      'connection timed out',
      'operation timed out',
      'connection refused',
      'no route to host',
      'network is unreachable',
      // Postfix, in its reports: lost connection with mx.example.com[192.0.2.1] while receiving the initial
      // server greeting
      'lost connection with',
      'conversation with … timed out',
      // Exim, in its reports: retry time not reached for any host after a long failure period / retry timeout
      // exceeded
      'retry timeout exceeded',
      'retry time not reached',
      // qmail: Sorry, I wasn't able to establish an SMTP connection. (#4.4.1)
      'able to establish an smtp connection',
    ],
  },
  {
    class: 'server',
    says: [
      // Gmail: 421 4.3.0 Temporary System Problem. Try again later
      'temporary system problem',
      // Exchange: 452 4.3.1 Insufficient system resources / RFC 5321: 452 insufficient system storage
      'insufficient system resources',
      'insufficient system storage',
      'insufficient disk space; try again',
      // Exim: 451 Temporary local problem - please try later
      'temporary local problem',
      // Postfix: 451 4.3.0 Error: queue file write error / 451 4.3.5 Server configuration error
      'queue file write error',
      'server configuration error',
      // Exchange: 554 5.4.14 Hop count exceeded - possible mail loop / Postfix: 554 5.4.0 Error: too many
      // hops
      'hop count exceeded',
      'too many hops',
      'mail loop',
      // Postfix, in its reports: mail for example.com loops back to myself
      'loops back to myself',
      // Yahoo: 451 … Resources temporarily unavailable. Please try again later [#4.16.1].
      'resources temporarily unavailable',
      // Mimecast: 451 Internal resources are temporarily unavailable (its greylisting reads like its trouble)
      'internal resource',
      'internal resources',
      // Office 365: 451 4.7.0 Temporary server error. Please try again later. PRX2
      'temporary server error',
    ],
  },
]

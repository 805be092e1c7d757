import { replyOf } from '../../server/product/delivery/smtp/reply.js'
import type { Peer } from '../../server/product/delivery/smtp/peer.js'
import type { SmtpResult } from '../../server/product/delivery/smtp/result.js'
import { AttemptTrace } from '../../server/product/delivery/smtp/trace.js'

/** Servers of invented domains, which answer in the words of those that most mail goes to. */

/** The reaction of a server to a mail. */
export type Treatment = 'takes' | 'greylists' | 'throttles' | 'unknown' | 'full' | 'spam' | 'timeout'

interface Server {
  readonly host: string
  readonly address: string
  readonly tls: NonNullable<Peer['tls']>
  /** The least and the most time that the server takes for a mail, in milliseconds. */
  readonly pace: readonly [least: number, most: number]
  readonly says: Readonly<Record<Exclude<Treatment, 'timeout'>, string>>
}

const large: Server = {
  host: 'mx1.example.com:25',
  address: '203.0.113.26',
  tls: { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', authentication: 'mta_sts' },
  pace: [700, 2600],
  says: {
    takes: '250 2.0.0 OK  1764062712 d2e1a72fcca58-7b7c2f5e1c3si84212b3a.171 - gsmtp',
    greylists: '451 4.3.0 Temporary system problem. Try again later - gsmtp',
    throttles:
      '421 4.7.28 Our system has detected an unusual rate of unsolicited mail originating from your IP address. To protect our users, mail has been temporarily rate limited. - gsmtp',
    unknown: '550 5.1.1 The email account that you tried to reach does not exist. - gsmtp',
    full: '452 4.2.2 The email account that you tried to reach is over quota. - gsmtp',
    spam: '550 5.7.1 Our system has detected that this message is likely unsolicited mail. - gsmtp',
  },
}

const office: Server = {
  host: 'example-net.mail.example.net:25',
  address: '198.51.100.110',
  tls: { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', authentication: 'dane' },
  pace: [900, 4200],
  says: {
    takes:
      '250 2.6.0 <mail> [InternalId=48262013] 12841 bytes in 0.221, 56.7 KB/sec Queued mail for delivery',
    greylists: '451 4.7.500 Server busy. Please try again later. (S77714)',
    throttles: '451 4.7.652 The mail server has exceeded the maximum number of connections. (S3115)',
    unknown: '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    full: '452 4.2.2 Mailbox full',
    spam: '550 5.7.520 Access denied, Your organization does not allow external forwarding or rejects this content.',
  },
}

const portal: Server = {
  host: 'mta7.example.org:25',
  address: '203.0.113.79',
  tls: { version: 'TLSv1.3', cipher: 'TLS_AES_128_GCM_SHA256', authentication: 'certificate' },
  pace: [400, 1900],
  says: {
    takes: '250 ok dirdel',
    greylists: '451 4.3.2 Resources temporarily not available - Please try again later',
    throttles: '421 4.7.0 [TSS04] Messages temporarily deferred due to unexpected volume or user complaints',
    unknown: '554 5.1.1 delivery error: dd This user does not have an account here',
    full: '452 4.2.2 mailbox is over quota',
    spam: '554 5.7.1 Message rejected: it looks like spam',
  },
}

const small: Server = {
  host: 'mail.post.example.org:25',
  address: '198.51.100.25',
  tls: { version: 'TLSv1.2', cipher: 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384', authentication: 'none' },
  pace: [60, 600],
  says: {
    takes: '250 2.0.0 Ok: queued as 4XbN3k2T9Yz1qw',
    greylists: '450 4.2.0 Recipient address rejected: Greylisted, see http://postgrey.example.org/help',
    throttles: '450 4.7.1 Error: too much mail from your address',
    unknown: '550 5.1.1 Recipient address rejected: User unknown in local recipient table',
    full: '452 4.2.2 Mailbox is full / Blocks limit exceeded / Inode limit exceeded',
    spam: '554 5.7.1 Service unavailable; Message identified as SPAM by content scanner',
  },
}

const servers: Readonly<Record<string, Server>> = {
  'example.com': large,
  'example.net': office,
  'example.org': portal,
}

/** The domains that mail goes to, with how many of the people are there. */
export const domains: readonly (readonly [weight: number, domain: string])[] = [
  [42, 'example.com'],
  [22, 'example.net'],
  [14, 'example.org'],
  [7, 'post.example.org'],
  [6, 'inbox.example.com'],
  [5, 'team.example.net'],
  [4, 'studio.example.org'],
]

/** Returns the least and the most time that a server takes for a mail, in milliseconds. */
export function paceOf(domain: string): Server['pace'] {
  return (servers[domain] ?? small).pace
}

/**
 * Returns what is stored about an attempt at a domain beside its outcome: the server, its encryption, and the
 * conversation.
 */
export function traceOf(to: string, { reply, step }: SmtpResult, milliseconds: number): AttemptTrace {
  const domain = to.split('@')[1] ?? ''
  const { host, address, tls } = servers[domain] ?? small
  const trace = new AttemptTrace()
  trace.durationMs = Math.round(milliseconds)
  if (reply === undefined) return trace
  const [name = host, port] = host.split(':')
  trace.peer = { server: { name, address, port: Number(port) }, tls }
  const { transcript } = trace
  transcript.note(`connected to ${name} (${address}), port ${port}`)
  transcript.server(`220 ${name} ESMTP`)
  transcript.client('EHLO mail.shop.example')
  transcript.server('250-STARTTLS')
  transcript.server('250 PIPELINING')
  transcript.client('STARTTLS')
  transcript.server('220 2.0.0 Ready to start TLS')
  transcript.note(`encrypted: ${tls.version}, ${tls.cipher}`)
  transcript.client('EHLO mail.shop.example')
  transcript.server('250 PIPELINING')
  transcript.client('MAIL FROM:<b+demo@bounces.shop.example>')
  transcript.server('250 2.1.0 OK')
  transcript.client(`RCPT TO:<${to}>`)
  if (step === 'end') {
    transcript.server('250 2.1.5 OK')
    transcript.client('DATA')
    transcript.server('354 Go ahead')
    transcript.client('[message of 2318 bytes]')
  }
  transcript.server([reply.code, reply.enhanced_code, reply.text].filter(Boolean).join(' '))
  return trace
}

/** Returns the result of an attempt at a domain. */
export function resultOf(domain: string, treatment: Treatment): SmtpResult {
  if (treatment === 'timeout') {
    const error = `No connection to ${domain} within 30 s`
    return { step: 'connect', reply: undefined, failure: 'timeout', error }
  }
  const { host, says } = servers[domain] ?? small
  const text = says[treatment]
  const reply = replyOf(Number(text.slice(0, 3)), [text.slice(4)], host)
  return { step: treatment === 'takes' || treatment === 'spam' ? 'end' : 'rcpt', reply }
}

import { expect, test } from 'vitest'
import type { BounceClass } from '../../../../server/product/delivery/bounce/classify.js'
import type { FailureScope, DeliveryVerdict } from '../../../../server/product/delivery/policy.js'
import type { SmtpFailure, SmtpStep } from '../../../../server/product/delivery/smtp/result.js'
import type { OutgoingMail } from '../../../../server/product/delivery/transport.js'
import { cut, offers, silence, type Script } from '../../../support/mail-servers/scripted-smtp.js'
import { attempt, verdictOf, type Relay } from './attempts.js'

/**
 * Every way in which an attempt can end, each with what the server does, and what becomes of the delivery: its status,
 * whether it is tried again (where it is deferred, and only there), why it was refused, what that says about the
 * recipient's address (`hard` suppresses it, a row of `soft` does), and what it counts against.
 */
interface Row {
  readonly server: Script
  /** The step whose time-out is short. */
  readonly late?: 'greeting' | 'ehlo' | 'starttls' | 'tls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'end'
  readonly mail?: Partial<OutgoingMail>
  readonly relay?: Relay
  readonly step: SmtpStep
  /** A reply code, or what broke. */
  readonly ends: number | SmtpFailure
  readonly status: DeliveryVerdict['status']
  readonly class?: BounceClass
  readonly fault?: 'hard' | 'soft'
  readonly scope?: FailureScope
}

const login: Relay = { tls: 'required', host: 'localhost', credentials: { user: 'u', password: 'secret' } }
const tls = offers('STARTTLS', 'AUTH PLAIN LOGIN')
const starttls = { ehlo: tls, certificate: 'localhost' } as const
const large = Buffer.from(`Subject: x\r\n\r\n${'0123456789\r\n'.repeat(1_000_000)}`)
const unknown = { status: 'bounced', class: 'unknown_user', fault: 'hard', scope: 'recipient' } as const
const bounced = (scope: FailureScope, why: BounceClass) => ({ status: 'bounced', class: why, scope }) as const
const deferred = (scope: FailureScope, why: BounceClass) =>
  ({ status: 'deferred', class: why, scope }) as const
const broken = deferred('connection', 'network')
const nonsense = deferred('connection', 'server')

// A table is read by its rows.
// oxfmt-ignore
const rows: Record<string, Row> = {
  // Taken.
  '250 at the end': { server: {}, step: 'end', ends: 250, status: 'delivered' },
  '250 without an enhanced code': { server: { end: '250 OK' }, step: 'end', ends: 250, status: 'delivered' },
  '250 of many lines': { server: { end: '250-a\r\n250-b\r\n250 c' }, step: 'end', ends: 250, status: 'delivered' },
  '250 with bare LF': { server: { end: Buffer.from('250-a\n250 b\n') }, step: 'end', ends: 250, status: 'delivered' },
  '250 a byte at a time': { server: { end: { slowly: '250 OK' } }, step: 'end', ends: 250, status: 'delivered' },
  '251 to RCPT': { server: { rcpt: '251 2.1.5 Forwarded' }, step: 'end', ends: 250, status: 'delivered' },
  'a server without EHLO': { server: { ehlo: '502 5.5.1 What?' }, step: 'end', ends: 250, status: 'delivered' },
  'a greeting of many lines': { server: { greeting: '220-Hi\r\n220-there\r\n220 you' }, step: 'end', ends: 250, status: 'delivered' },
  'text that is no UTF-8': { server: { end: Buffer.from([...Buffer.from('250 '), 0xff, 0xfe, 13, 10]) }, step: 'end', ends: 250, status: 'delivered' },
  TLS: { server: starttls, step: 'end', ends: 250, status: 'delivered' },
  'a login over TLS': { server: starttls, relay: login, step: 'end', ends: 250, status: 'delivered' },

  // Refused: the recipient.
  '550 5.1.1 to RCPT': { server: { rcpt: '550 5.1.1 No such user' }, step: 'rcpt', ends: 550, ...unknown },
  '550 5.1.1 of many lines': { server: { rcpt: '550-5.1.1 The account\r\n550-5.1.1 does not\r\n550 5.1.1 exist' }, step: 'rcpt', ends: 550, ...unknown },
  '550 5.1.1 without pipelining': { server: { ehlo: offers('SIZE'), rcpt: '550 5.1.1 No such user' }, step: 'rcpt', ends: 550, ...unknown },
  '550 5.1.1 at the end': { server: { end: '550 5.1.1 No such user' }, step: 'end', ends: 550, ...unknown },
  '550 5.1.2 to RCPT': { server: { rcpt: '550 5.1.2 Bad destination system' }, step: 'rcpt', ends: 550, ...unknown, class: 'unknown_domain' },
  '550 5.2.1 to RCPT': { server: { rcpt: '550 5.2.1 Mailbox disabled' }, step: 'rcpt', ends: 550, ...bounced('recipient', 'mailbox_disabled'), fault: 'soft' },
  '552 5.2.2 to RCPT': { server: { rcpt: '552 5.2.2 Mailbox full' }, step: 'rcpt', ends: 552, ...bounced('recipient', 'mailbox_full'), fault: 'soft' },
  '550 5.4.1 of a server that is called BL2…': { server: { rcpt: '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [BL2NAM06FT009.eop-nam06.prod.protection.outlook.com 2026-11-28T08:27:29.101Z]' }, step: 'rcpt', ends: 550, ...unknown },
  '550 5.1.1 for a spam filter, to RCPT': { server: { rcpt: '550 5.1.1 Blocked by our spam filter' }, step: 'rcpt', ends: 550, ...bounced('recipient', 'content') },
  '550 5.1.0 around another refusal': { server: { rcpt: "550 5.1.0 - Unknown address error 550-'5.7.1 Access denied' (delivery attempts: 0)" }, step: 'rcpt', ends: 550, ...bounced('recipient', 'sender_policy') },
  '550 5.1.1 for what is too much an hour': { server: { rcpt: '550 5.1.1 192.0.2.1 has sent to too many recipients this hour. IB607' }, step: 'rcpt', ends: 550, ...deferred('destination', 'rate_limited') },
  '550 5.2.1 that asks for another time': { server: { rcpt: '550 5.2.1 Service refuse. Veuillez essayer plus tard. LPN007_510' }, step: 'rcpt', ends: 550, ...deferred('recipient', 'rate_limited') },
  '552 5.2.2 at the end': { server: { end: '552 5.2.2 Mailbox full' }, step: 'end', ends: 552, ...bounced('recipient', 'mailbox_full'), fault: 'soft' },
  '550 5.7.2 to RCPT': { server: { rcpt: '550 5.7.2 Not to this list' }, step: 'rcpt', ends: 550, ...bounced('recipient', 'recipient_policy') },
  '450 4.2.0 to RCPT, as of a grey list': { server: { rcpt: '450 4.2.0 Greylisted' }, step: 'rcpt', ends: 450, ...deferred('recipient', 'rate_limited') },
  '451 4.7.1 of another grey list': { server: { rcpt: '451 4.7.1 Greylisting in action' }, step: 'rcpt', ends: 451, ...deferred('recipient', 'rate_limited') },
  '450 4.2.1, the rate of one mailbox': { server: { rcpt: '450 4.2.1 The user is receiving mail too quickly' }, step: 'rcpt', ends: 450, ...deferred('recipient', 'rate_limited') },
  '450 4.1.1 to RCPT': { server: { rcpt: '450 4.1.1 Unverified address' }, step: 'rcpt', ends: 450, ...deferred('recipient', 'unknown_user') },
  '452 4.2.2 to RCPT': { server: { rcpt: '452 4.2.2 Mailbox full' }, step: 'rcpt', ends: 452, ...deferred('recipient', 'mailbox_full') },

  // A relay that wants a login or TLS: for the operator to mend.
  '530 to MAIL': { server: { mail: '530 5.7.0 Authentication required' }, step: 'mail', ends: 530, ...deferred('connection', 'sender_policy') },
  '530 to MAIL without TLS': { server: { mail: '530 5.7.0 Must issue a STARTTLS command first' }, step: 'mail', ends: 530, ...deferred('connection', 'sender_policy') },
  '550 to MAIL for want of a login': { server: { mail: '550 5.7.1 Client was not authenticated' }, step: 'mail', ends: 550, ...deferred('connection', 'sender_policy') },
  '550 to MAIL for want of TLS, in words': { server: { mail: '550 5.7.1 Session encryption is required' }, step: 'mail', ends: 550, ...deferred('connection', 'sender_policy') },
  '554 to MAIL for want of STARTTLS, in words': { server: { mail: '554 5.7.0 Must issue a STARTTLS command first' }, step: 'mail', ends: 554, ...deferred('connection', 'sender_policy') },
  '554 to MAIL for want of TLS': { server: { mail: '554 5.7.10 Encryption needed' }, step: 'mail', ends: 554, ...deferred('connection', 'sender_policy') },
  '530 to RCPT': { server: { rcpt: '530 5.7.57 Client not authenticated to send mail' }, step: 'rcpt', ends: 530, ...deferred('connection', 'sender_policy') },
  '534 to MAIL': { server: { mail: '534 5.7.9 Mechanism is too weak' }, step: 'mail', ends: 534, ...deferred('connection', 'sender_policy') },
  '535 to MAIL': { server: { mail: '535 5.7.8 Credentials invalid' }, step: 'mail', ends: 535, ...deferred('connection', 'sender_policy') },
  '538 to RCPT': { server: { rcpt: '538 5.7.0 Not on this connection' }, step: 'rcpt', ends: 538, ...deferred('connection', 'sender_policy') },
  '538 to MAIL': { server: { mail: '538 5.7.11 Encryption required' }, step: 'mail', ends: 538, ...deferred('connection', 'sender_policy') },
  '550 to RCPT of a group that wants a login': { server: { rcpt: '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required' }, step: 'rcpt', ends: 550, ...bounced('recipient', 'recipient_policy') },
  '550 to MAIL for a block list': { server: { mail: '550 5.7.1 Client host blocked using zen.spamhaus.org, authentication required' }, step: 'mail', ends: 550, ...bounced('message', 'reputation') },
  '550 to MAIL for SPF': { server: { mail: '550 5.7.23 SPF: sender policy framework violation, authentication required' }, step: 'mail', ends: 550, ...bounced('message', 'authentication') },

  // Refused: the message, or its sender.
  '550 5.1.1 to MAIL, which names no recipient': { server: { mail: '550 5.1.1 No such user' }, step: 'mail', ends: 550, ...bounced('message', 'unknown_user') },
  '553 5.1.8 to MAIL': { server: { mail: '553 5.1.8 Sender domain' }, step: 'mail', ends: 553, ...bounced('message', 'sender_policy') },
  '451 4.3.0 to MAIL': { server: { mail: '451 4.3.0 Trouble' }, step: 'mail', ends: 451, ...deferred('message', 'server') },
  '554 5.7.1 to DATA': { server: { data: '554 5.7.1 No' }, step: 'data', ends: 554, ...bounced('message', 'sender_policy') },
  '451 4.3.0 to DATA': { server: { data: '451 4.3.0 Trouble' }, step: 'data', ends: 451, ...deferred('message', 'server') },
  '554 5.6.0 at the end': { server: { end: '554 5.6.0 Content' }, step: 'end', ends: 554, ...bounced('message', 'content') },
  '552 5.3.4 at the end': { server: { end: '552 5.3.4 Too big' }, step: 'end', ends: 552, ...bounced('message', 'too_large') },
  '550 5.7.26 at the end': { server: { end: '550 5.7.26 Unauthenticated' }, step: 'end', ends: 550, ...bounced('message', 'authentication') },
  '554 for a block list, to RCPT': { server: { rcpt: '554 5.7.1 Client host blocked using zen.spamhaus.org' }, step: 'rcpt', ends: 554, ...bounced('recipient', 'reputation') },
  '451 4.3.0 at the end': { server: { end: '451 4.3.0 Trouble' }, step: 'end', ends: 451, ...deferred('message', 'server') },
  '554 alone': { server: { end: '554 Transaction failed' }, step: 'end', ends: 554, ...bounced('message', 'other') },

  // Refused: all that comes from us.
  '421 to MAIL': { server: { mail: { thenCut: '421 4.3.2 Closing' } }, step: 'mail', ends: 421, ...deferred('destination', 'server') },
  '421 to RCPT': { server: { rcpt: { thenCut: '421 4.7.0 Closing' } }, step: 'rcpt', ends: 421, ...deferred('destination', 'sender_policy') },
  '421 at the end': { server: { end: { thenCut: '421 4.3.2 Closing' } }, step: 'end', ends: 421, ...deferred('destination', 'server') },
  '450 4.7.28, a rate': { server: { rcpt: '450 4.7.28 Too many' }, step: 'rcpt', ends: 450, ...deferred('destination', 'rate_limited') },
  '550 5.7.28, a rate said by a 5xx': { server: { end: '550 5.7.28 Too many' }, step: 'end', ends: 550, ...deferred('destination', 'rate_limited') },

  // Refused: the connection, where even a 5xx is for now.
  '554 as the greeting': { server: { greeting: '554 5.7.1 Go away' }, step: 'greeting', ends: 554, ...deferred('connection', 'sender_policy') },
  '421 as the greeting': { server: { greeting: { thenCut: '421 4.3.2 Busy' } }, step: 'greeting', ends: 421, ...deferred('destination', 'server') },
  '450 to EHLO': { server: { ehlo: '450 4.3.2 Later' }, step: 'ehlo', ends: 450, ...deferred('connection', 'server') },
  '550 to EHLO and HELO': { server: { ehlo: '550 5.7.1 No', helo: '550 5.7.1 No' }, step: 'ehlo', ends: 550, ...deferred('connection', 'sender_policy') },
  '454 to a STARTTLS that is required': { server: { ...starttls, starttls: '454 4.7.0 No TLS now' }, relay: login, step: 'starttls', ends: 454, ...deferred('connection', 'sender_policy') },
  '535 to AUTH': { server: { ...starttls, auth: '535 5.7.8 Wrong' }, relay: login, step: 'auth', ends: 535, ...deferred('connection', 'sender_policy') },
  '454 to AUTH': { server: { ...starttls, auth: '454 4.3.0 Later' }, relay: login, step: 'auth', ends: 454, ...deferred('connection', 'server') },
  'no way to log in': { server: { ehlo: offers('STARTTLS', 'AUTH GSSAPI') }, relay: login, step: 'auth', ends: 'unsupported', ...broken },

  // TLS.
  'STARTTLS refused where it is not required': { server: { ehlo: tls, starttls: '454 4.7.0 No TLS now' }, step: 'end', ends: 250, status: 'delivered' },
  'a broken handshake where TLS is not required': { server: { ehlo: tls, brokenTls: true }, step: 'end', ends: 250, status: 'delivered' },
  'a certificate for another name where TLS is not required': { server: { ehlo: tls, certificate: 'other' }, step: 'end', ends: 250, status: 'delivered' },
  'no STARTTLS where it is required': { server: {}, relay: login, step: 'starttls', ends: 'tls', ...broken },
  'a broken handshake where TLS is required': { server: { ehlo: tls, brokenTls: true }, relay: login, step: 'tls', ends: 'tls', ...broken },
  'a certificate for another name where TLS is required': { server: { ehlo: tls, certificate: 'other' }, relay: login, step: 'tls', ends: 'tls', ...broken },
  'words slipped in before TLS': { server: { ehlo: tls, starttls: '220 Go\r\n250 Taken' }, relay: login, step: 'starttls', ends: 'garbage', ...nonsense },
  'half a word slipped in before TLS': { server: { ehlo: tls, starttls: Buffer.from('220 Go\r\n250 T') }, relay: login, step: 'starttls', ends: 'garbage', ...nonsense },

  // Silence.
  'no greeting': { server: { greeting: silence }, late: 'greeting', step: 'greeting', ends: 'timeout', ...broken },
  'half a greeting': { server: { greeting: Buffer.from('220 mx') }, late: 'greeting', step: 'greeting', ends: 'timeout', ...broken },
  'no reply to EHLO': { server: { ehlo: silence }, late: 'ehlo', step: 'ehlo', ends: 'timeout', ...broken },
  'no reply to STARTTLS': { server: { ...starttls, starttls: silence }, late: 'starttls', relay: login, step: 'starttls', ends: 'timeout', ...broken },
  'no reply to AUTH': { server: { ...starttls, auth: silence }, late: 'auth', relay: login, step: 'auth', ends: 'timeout', ...broken },
  'no reply to MAIL': { server: { mail: silence, rcpt: silence, data: silence }, late: 'mail', step: 'mail', ends: 'timeout', ...broken },
  'no reply to RCPT': { server: { rcpt: silence, data: silence }, late: 'rcpt', step: 'rcpt', ends: 'timeout', ...broken },
  'no reply to DATA': { server: { data: silence }, late: 'data', step: 'data', ends: 'timeout', ...broken },
  'no reply at the end': { server: { end: silence }, late: 'end', step: 'end', ends: 'timeout', ...broken },

  // A connection that ends.
  'cut instead of a greeting': { server: { greeting: cut }, step: 'greeting', ends: 'cut', ...broken },
  'cut at EHLO': { server: { ehlo: cut }, step: 'ehlo', ends: 'cut', ...broken },
  'cut at STARTTLS': { server: { ...starttls, starttls: cut }, relay: login, step: 'starttls', ends: 'cut', ...broken },
  'cut at AUTH': { server: { ...starttls, auth: cut }, relay: login, step: 'auth', ends: 'cut', ...broken },
  'cut at MAIL': { server: { mail: cut }, step: 'mail', ends: 'cut', ...broken },
  'cut at RCPT': { server: { ehlo: offers('SIZE'), rcpt: cut }, step: 'rcpt', ends: 'cut', ...broken },
  'cut at DATA': { server: { ehlo: offers('SIZE'), data: cut }, step: 'data', ends: 'cut', ...broken },
  'cut within the data': { server: { ehlo: offers('PIPELINING'), cutAfterBytes: 100_000 }, mail: { message: large }, step: 'data', ends: 'cut', ...broken },
  'cut at the end': { server: { end: cut }, step: 'end', ends: 'cut', ...broken },
  'cut after a refusal': { server: { rcpt: { thenCut: '550 5.1.1 No such user' }, data: cut }, step: 'rcpt', ends: 550, ...unknown },

  // No SMTP.
  'a greeting of another protocol': { server: { greeting: 'SSH-2.0-OpenSSH_9.6' }, step: 'greeting', ends: 'garbage', ...nonsense },
  'a code that is none': { server: { end: '999 x' }, step: 'end', ends: 'garbage', ...nonsense },
  'two codes in a reply': { server: { end: '250-a\r\n550 b' }, step: 'end', ends: 'garbage', ...nonsense },
  'a line that is too long': { server: { end: `250 ${'x'.repeat(3000)}` }, step: 'end', ends: 'garbage', ...nonsense },
  'a line without an end': { server: { end: Buffer.alloc(3000, 'x') }, step: 'end', ends: 'garbage', ...nonsense },
  'a reply of too many lines': { server: { end: `${'250-x\r\n'.repeat(101)}250 x` }, step: 'end', ends: 'garbage', ...nonsense },
  'a reply that is too long': { server: { end: `${`250-${'x'.repeat(1000)}\r\n`.repeat(70)}250 x` }, step: 'end', ends: 'garbage', ...nonsense },
  '250 to DATA': { server: { ehlo: offers('SIZE'), data: '250 OK' }, step: 'data', ends: 'garbage', ...nonsense },
  '354 to MAIL': { server: { ehlo: offers('SIZE'), mail: '354 Go on' }, step: 'mail', ends: 'garbage', ...nonsense },
  '354 at the end': { server: { end: '354 Go on' }, step: 'end', ends: 'garbage', ...nonsense },

  // What the server cannot be given.
  'no SMTPUTF8': { server: { ehlo: offers('8BITMIME') }, mail: { to: 'grüße@example.com' }, step: 'mail', ends: 'unsupported', status: 'failed', class: 'unsupported', scope: 'message' },
  'no 8BITMIME': { server: { ehlo: offers('SIZE') }, mail: { message: Buffer.from('Subject: x\r\n\r\nGrüße\r\n') }, step: 'mail', ends: 'unsupported', status: 'failed', class: 'unsupported', scope: 'message' },
  'a SIZE that is too small': { server: { ehlo: offers('SIZE 10') }, step: 'mail', ends: 'too_large', status: 'failed', class: 'too_large', scope: 'message' },
}

test.each(Object.entries(rows))('%s', async (_name, row) => {
  const timeOuts = row.late === undefined ? {} : { [row.late]: 50 }
  const { result } = await attempt(row.server, row.mail, row.relay, timeOuts)
  expect({
    step: result.step,
    ends: result.reply === undefined ? result.failure : result.reply.code,
    ...verdictOf(result),
  }).toMatchObject({
    step: row.step,
    ends: row.ends,
    status: row.status,
    class: row.class ?? null,
    addressFault: row.fault ?? null,
    scope: row.scope,
    isTriedAgain: row.status === 'deferred',
  })
})

import type { AddressFault } from '../mail/record/record.js'
import type { DeliveryConfig } from '../../platform/config/defaults.js'
import { addressFaultOf } from './bounce/address-fault.js'
import { classify, type BounceClass } from './bounce/classify.js'
import type { SmtpReply } from './smtp/reply.js'
import type { SmtpFailure, SmtpReplied, SmtpResult, SmtpStep } from './smtp/result.js'

/*
 * Holds all rules about errors: which thing the result of an attempt is about, and what to do about it. The rules are
 * in two tables, of failures and of servers' replies, and in the few lines below them.
 */

/**
 * The thing that a failure is about, and so counts against: this recipient, this message, this connection, or all
 * that is sent to this destination.
 */
export type FailureScope = 'recipient' | 'message' | 'connection' | 'destination'

/** The decision about a delivery after the result of an attempt. */
export type DeliveryVerdict = Judged & (Ended | Deferred)

interface Judged {
  readonly error: string | null
  /** Class of the failure; null if the message was delivered. */
  readonly class: BounceClass | null
  /** Fault of the recipient's address; null if the address is not at fault, or the delivery is tried again. */
  readonly addressFault: AddressFault | null
}

interface Ended {
  readonly status: 'delivered' | 'bounced' | 'failed'
}

interface Deferred {
  readonly status: 'deferred'
  /** Seconds until the next attempt. */
  readonly afterSeconds: number
}

export interface DeliveryAttemptFacts {
  readonly result: SmtpResult
  /** Number of attempts before this one. */
  readonly attempts: number
  /**
   * Seconds since the first attempt ended; 0 if this is the first. Earlier waiting, for a schedule or a halt, does
   * not count.
   */
  readonly triedForSeconds: number
  /** True if the mail left with the return path of the sender's own, not that of the service. */
  readonly hasOwnReturnPath?: boolean
}

interface Rule {
  readonly scope: FailureScope
  readonly class: BounceClass | null
  /** Status with which the delivery ends at once; absent if another attempt may go better. */
  readonly ends?: 'bounced' | 'failed'
  readonly addressFault?: 'hard'
}

/** Rule for a domain that says itself that nobody there can be written to. */
const noSuchAddress: Rule = {
  scope: 'recipient',
  class: 'unknown_domain',
  ends: 'bounced',
  addressFault: 'hard',
}

/**
 * Rules for failures without a reply. A failure that an operator, here or there, can fix is tried again until the
 * time is up; a permanent one ends as `failed`, since nobody has refused anything.
 */
const broken: Readonly<Record<SmtpFailure, Rule>> = {
  no_such_domain: noSuchAddress,
  null_mx: noSuchAddress,
  dns: { scope: 'connection', class: 'network' },
  // The operator's own rule, and addresses in the DNS that were put there on purpose.
  forbidden_address: { scope: 'recipient', class: 'network', ends: 'failed' },
  connect: { scope: 'connection', class: 'network' },
  tls: { scope: 'connection', class: 'network' },
  // The domain's policy is to wait rather than to be read by others (RFC 8461, section 5; RFC 7672, section
  // 2.2).
  tls_policy: { scope: 'connection', class: 'network' },
  timeout: { scope: 'connection', class: 'network' },
  cut: { scope: 'connection', class: 'network' },
  garbage: { scope: 'connection', class: 'server' },
  unsupported: { scope: 'message', class: 'unsupported', ends: 'failed' },
  // The server said so at the start of the session, so it has not refused this message.
  too_large: { scope: 'message', class: 'too_large', ends: 'failed' },
  content_gone: { scope: 'message', class: null, ends: 'failed' },
  not_rendered: { scope: 'message', class: null, ends: 'failed' },
  not_composed: { scope: 'message', class: null },
  not_begun: { scope: 'message', class: null },
  no_source: { scope: 'message', class: null, ends: 'failed' },
}

/**
 * Steps before MAIL, at which a server's replies are about us and every message alike: our address, our name, our
 * password. Another day, or an operator, changes that, so even a 5xx is only temporary.
 */
const beforeMessages: ReadonlySet<SmtpStep> = new Set(['greeting', 'ehlo', 'starttls', 'tls', 'auth'])

/**
 * Codes that say that the server accepts no mail on this connection without a login or TLS (530, 534, 535 and 538:
 * RFC 4954, section 6; RFC 3207, section 4). An operator has to fix that: ours if the server is a relay, theirs if it
 * is an MX, because delivery to an MX uses TLS as soon as the MX offers it.
 */
const connectionCodes: ReadonlySet<number> = new Set([530, 534, 535, 538])
/** Codes that demand encryption (RFC 5248). */
const encryptionCodes: ReadonlySet<string> = new Set(['5.7.10', '5.7.11'])
const demandsLoginOrTls = [
  // Postfix, Exim and others, as relays: 530 5.7.0 Authentication required / 550 SMTP authentication is
  // required
  /authentication (is )?required|requires? (smtp )?authentication/i,
  // Exchange: 550 5.7.1 Client was not authenticated / 530 5.7.57 Client not authenticated to send mail
  /client (was )?not authenticated/i,
  // 530 5.7.0 Must issue a STARTTLS command first / 550 5.7.1 Session encryption is required
  /must issue a starttls|(starttls|tls|encryption) (is )?required|requires? (starttls|tls|encryption)/i,
]

/** Steps at which the server knows the recipient, so that its reply can be about them. */
const withRecipient: ReadonlySet<SmtpStep> = new Set(['rcpt', 'data', 'end'])

/** Returns the rule for a server's reply. 2xx counts at the end of the data only (RFC 5321, section 4.2.1). */
function ruleOfReply({ step, reply }: SmtpReplied): Rule {
  const reason = classify(reply)
  // A rate limit is temporary by its nature, though some servers report it with a 5xx.
  if (reply.code === 421 || reason === 'rate_limited')
    return { scope: isAboutOne(reply) ? 'recipient' : 'destination', class: reason }
  if (beforeMessages.has(step)) return { scope: 'connection', class: reason }
  if (isAboutLoginOrTls({ step, reply }, reason)) return { scope: 'connection', class: 'sender_policy' }
  const scope = step === 'rcpt' || faultAt(step, reason) !== null ? 'recipient' : 'message'
  return reply.code >= 500 ? { scope, class: reason, ends: 'bounced' } : { scope, class: reason }
}

/**
 * Returns whether a reply asks for a login or TLS. Unless its basic code says so, its enhanced code and its text
 * count only at MAIL: later they can be about one recipient.
 */
function isAboutLoginOrTls({ step, reply }: SmtpReplied, reason = classify(reply)): boolean {
  const { code, enhanced_code, text } = reply
  // Some servers use the same words when SPF did not pass, or when our address is on a block list.
  if (code < 500 || reason === 'authentication' || reason === 'reputation') return false
  if (connectionCodes.has(code)) return true
  if (step !== 'mail') return false
  return encryptionCodes.has(enhanced_code ?? '') || demandsLoginOrTls.some((words) => words.test(text))
}

/**
 * Returns whether a reply concerns one recipient or message. Some limits are those of one mailbox (RFC 3463, section
 * 3.3: X.2.X), and a grey list wants each message twice; neither says that the destination is overloaded.
 */
function isAboutOne({ code, enhanced_code, text }: SmtpReply): boolean {
  return code !== 421 && (/^.\.2\./.test(enhanced_code ?? '') || /gr[ae]y-?list/i.test(text))
}

/**
 * Returns the fault of the recipient's address. 5.1.1 in reply to MAIL is not about the recipient, whom the server
 * does not know yet.
 */
function faultAt(step: SmtpStep, reason: BounceClass | null): 'hard' | 'soft' | null {
  return withRecipient.has(step) && reason !== null ? addressFaultOf(reason) : null
}

function ruleOf(result: SmtpResult): Rule {
  if (result.reply !== undefined) return ruleOfReply(result)
  // The server does not support the login. The operator has to fix that; the message is not to blame.
  if (result.step === 'auth' && result.failure === 'unsupported') return broken.connect
  return broken[result.failure]
}

/**
 * Codes that say that the envelope sender is at fault: its syntax or its domain (RFC 3463, section 3.2), SPF (RFC
 * 7372, section 3), or that it takes no mail (RFC 7505, section 4.2).
 */
const returnPathCodes: ReadonlySet<string> = new Set(['1.7', '1.8', '7.23', '7.24', '7.27'])
const returnPathWords = [
  // Postfix: 450 4.1.8 <a@example.com>: Sender address rejected: Domain not found
  /sender address rejected/i,
  // Sendmail: 553 5.1.8 <a@example.com>... Domain of sender address a@example.com does not exist
  /domain of sender|sender('s)? domain|envelope sender|mail from/i,
  // Exim: 550 Sender verify failed / 451 Could not complete sender verify callout
  /sender verif/i,
  // 550 5.7.1 SPF check failed / GMX: 550 Reject due to SPF policy
  /\bspf\b|sender policy framework/i,
]

/**
 * Shortest wait in seconds after a return path was refused: the next attempt uses the other one, which removes the
 * reason.
 */
const otherReturnPathSeconds = 1

/**
 * Returns whether a server refused a message, for good or for now, because of the domain of its envelope sender.
 * Another return path may go better, so mail with its sender's own return path does not bounce for that.
 */
export function blamesReturnPath({ step, reply }: SmtpResult): boolean {
  if (reply === undefined || reply.code < 400 || beforeMessages.has(step)) return false
  const [, subject = '', detail = ''] = reply.enhanced_code?.split('.') ?? []
  if (returnPathCodes.has(`${subject}.${detail}`)) return true
  // The same words stand in refusals of our address.
  const reason = classify(reply)
  return (
    (reason === 'authentication' || reason === 'sender_policy') &&
    returnPathWords.some((words) => words.test(reply.text))
  )
}

/** Returns the thing that a failed result counts against; undefined for a delivery. */
export function scopeOf(result: SmtpResult): FailureScope | undefined {
  return isDelivered(result) ? undefined : ruleOf(result).scope
}

/**
 * Decides what becomes of a delivery. If a connection broke after the data, nobody knows whether the message arrived:
 * it is sent again, with the same Message-ID.
 */
export function judgeDelivery(
  facts: DeliveryAttemptFacts,
  config: DeliveryConfig,
  random: () => number = Math.random,
): DeliveryVerdict {
  const { result } = facts
  if (isDelivered(result)) return { status: 'delivered', error: null, class: null, addressFault: null }

  const rule = ruleOf(result)
  if (facts.hasOwnReturnPath === true && blamesReturnPath(result))
    return {
      status: 'deferred',
      error: 'The server refused the sender’s own return path. The next attempt uses that of the service.',
      class: rule.class,
      addressFault: null,
      afterSeconds: otherReturnPathSeconds * (1 + random()),
    }
  const error = errorOf(result)
  const fault = faultAt(result.step, rule.class)
  if (rule.ends !== undefined)
    return { status: rule.ends, error, class: rule.class, addressFault: rule.addressFault ?? fault }

  const afterSeconds = backoffSeconds(facts.attempts, config.backoffSeconds, random)
  if (facts.triedForSeconds + afterSeconds <= config.giveUpSeconds)
    return { status: 'deferred', error, class: rule.class, addressFault: null, afterSeconds }

  const hours = Math.round(config.giveUpSeconds / 3600)
  return {
    status: 'failed',
    error: `Not delivered within ${hours} hours${error === null ? '' : `: ${error}`}`,
    class: rule.class,
    // A 4xx never says for good that a mailbox does not exist.
    addressFault: fault === null ? null : 'soft',
  }
}

function isDelivered({ step, reply }: SmtpResult): boolean {
  return step === 'end' && reply !== undefined && reply.code < 300
}

/** Returns the error to record beside the reply; null if the reply says it all. */
function errorOf(result: SmtpResult): string | null {
  if (result.step === 'auth' && (result.reply !== undefined || result.failure === 'unsupported')) {
    const more = result.reply === undefined ? ` ${result.error}` : ''
    return `The relay did not accept the login of this service: check its address in POSTSEAL_TRANSPORT, or of "postseal pool relay".${more}`
  }
  if (result.reply !== undefined) {
    return isAboutLoginOrTls(result)
      ? 'The server requires a login or TLS before it accepts mail from this service: check POSTSEAL_TRANSPORT.'
      : null
  }
  return result.step === 'end'
    ? `${result.error} (after the data: it may have arrived and is sent again)`
    : result.error
}

/**
 * Returns the wait after an attempt in seconds, give or take a tenth, so that mail that failed together does not come
 * back together.
 */
function backoffSeconds(attempts: number, schedule: readonly number[], random: () => number): number {
  const seconds = schedule[Math.min(attempts, schedule.length - 1)] ?? 60
  return seconds * (0.9 + 0.2 * random())
}

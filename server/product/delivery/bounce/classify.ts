import type { SmtpReply } from '../smtp/reply.js'
import { addressFaultOf } from './address-fault.js'
import { authentication } from './rules/authentication.js'
import { quotedIn, refusesBeforeRecipient, type QuotedReply } from './quoted-reply.js'
import { basicCodes } from './rules/basic-codes.js'
import { content } from './rules/content.js'
import { enhancedCodes, microsoftCodes } from './rules/enhanced-codes.js'
import { mailboxes } from './rules/mailboxes.js'
import { atLast, policies } from './rules/policies.js'
import { rate } from './rules/rate.js'
import { reputation } from './rules/reputation.js'
import type { BounceClass, Rule } from './rules/rule.js'
import { senders } from './rules/senders.js'
import { servers } from './rules/servers.js'
import { unknownUsers } from './rules/unknown-users.js'
import { firstSaid, prepare, readable, type ReplyText } from './says.js'

export type { BounceClass } from './rules/rule.js'

/**
 * Rules in the order in which they are tried: the first that fits decides. Rules about the sender come first: a
 * server that blocks us often says in the same breath, or by its code, that there is no such user, and no recipient
 * should lose their mail for our reputation.
 */
export const rules: readonly Rule[] = [
  ...reputation,
  ...authentication,
  ...rate,
  ...content,
  ...senders,
  ...mailboxes,
  ...unknownUsers,
  ...servers,
]

const known = prepare(rules)
const ofPolicy = prepare(policies)
const weak = prepare(atLast)

/** Deepest nesting of servers' replies that is followed. No mail is forwarded further. */
const deepestQuote = 4

/**
 * Says why a server refused a message, from its reply or from the reply in a delivery status notification: by the
 * texts of known providers, then by the enhanced code (RFC 3463), then by the basic one. If a reply quotes another
 * server's reply, the quoted one decides. The function never throws, and its time grows with the length of the text
 * alone.
 */
export function classify(reply: SmtpReply): BounceClass {
  return judge(readable(reply.text), reply.code, reply.enhanced_code ?? undefined, deepestQuote)
}

function judge(text: ReplyText, code: number, enhanced: string | undefined, depth: number): BounceClass {
  const quoted = depth === 0 ? undefined : quotedIn(text.full)
  const reason =
    quoted === undefined ? judgeAlone(text, code, enhanced) : judgeQuoted(quoted, code, enhanced, depth)
  const fault = addressFaultOf(reason)
  if (fault !== null && refusesBeforeRecipient(text.full, quoted?.before ?? '')) return 'sender_policy'
  // The quoting server gave up on a temporary failure of the other server.
  if (fault === 'hard' && quoted !== undefined && quoted.code < 500 && code >= 500) return 'server'
  return reason
}

/**
 * Judges a reply that quotes another server's. The words and the code around a quoted reply are the same whatever the
 * quoted server said (Cisco's "Unknown address error", Office 365's "unknown recipient or mailbox unavailable"), so
 * they never blame the address.
 */
function judgeQuoted(
  { code, enhanced, text, before }: QuotedReply,
  ownCode: number,
  ownEnhanced: string | undefined,
  depth: number,
): BounceClass {
  const reason = judge(readable(text), code, enhanced, depth - 1)
  if (reason !== 'other') return reason
  const own = judgeAlone(readable(before), ownCode, ownEnhanced)
  return addressFaultOf(own) === null ? own : 'other'
}

function judgeAlone(text: ReplyText, code: number, written: string | undefined): BounceClass {
  const enhanced = subjectAndDetail(written ?? codeWithin(text.full))
  const coded = enhanced === undefined ? undefined : byEnhancedCode(enhanced)
  const said = firstSaid(known, text, code, enhanced)
  if (said !== undefined && addressFaultOf(said) === 'hard' && blamesSender(enhanced, coded))
    return coded ?? said
  if (said !== undefined) return said
  const last = firstSaid(weak, text, code, enhanced)
  return (
    (last !== undefined || leavesOpen(coded ?? basicCodes[code])
      ? firstSaid(ofPolicy, text, code, enhanced)
      : undefined) ??
    last ??
    coded ??
    basicCodes[code] ??
    (saysOnlyUnavailable(text.full, code) ? 'unknown_user' : 'other')
  )
}

/**
 * Returns whether the words of a policy outweigh the code. Many a server answers 5.1.1 or 5.2.1 to everything that it
 * refuses at RCPT, so its words win. Without such words 5.1.1 stands: it says "bad destination mailbox address" (RFC
 * 3463, section 3.2), servers word that in every language, and mail to an address that is gone harms the sender.
 */
function leavesOpen(coded: BounceClass | undefined): boolean {
  return coded !== undefined && coded !== 'mailbox_full' && addressFaultOf(coded) !== null
}

/**
 * Returns whether a permanent refusal says "mailbox unavailable" and nothing else, in RFC 5321's words for 550. With
 * an enhanced code or other words, these words stand for a policy as often.
 */
function saysOnlyUnavailable(text: string, code: number): boolean {
  return code === 550 && /^[@<>:, ]*mailbox (?:is )?unavailable[@<>:,. ]*$/.test(text)
}

/**
 * Returns whether a code leaves no doubt that the sender is at fault. "501 5.1.7 Invalid address" is not about the
 * recipient's address. X.7.0 and X.7.1 leave doubt: many a server that says "user unknown" has no better code for it.
 */
function blamesSender(enhanced: string | undefined, coded: BounceClass | undefined): boolean {
  if (enhanced === '7.0' || enhanced === '7.1') return false
  return coded !== undefined && sendersFault.has(coded)
}

const sendersFault: ReadonlySet<BounceClass> = new Set([
  'authentication',
  'reputation',
  'rate_limited',
  'sender_policy',
])

/** Returns the part of an enhanced code behind its class, which says what the reply is about: `1.1` of 5.1.1. */
function subjectAndDetail(code: string | null | undefined): string | undefined {
  const [, subject, detail] = code?.split('.') ?? []
  return subject === undefined || detail === undefined ? undefined : `${Number(subject)}.${Number(detail)}`
}

function byEnhancedCode(code: string): BounceClass | undefined {
  const known = enhancedCodes.get(code)
  if (known !== undefined || !code.startsWith('7.')) return known
  const detail = Number(code.slice(2))
  return microsoftCodes.find(([first, last]) => detail >= first && detail <= last)?.[2]
}

/**
 * Finds an enhanced code that is not where RFC 2034 puts it, as qmail writes it: "no mailbox here by that name.
 * (#5.1.1)".
 */
function codeWithin(text: string): string | undefined {
  return /(?:^|[\s(#[])([45]\.\d{1,3}\.\d{1,3})(?=$|[\s)\],;:])/.exec(text)?.[1]
}

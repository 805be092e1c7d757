import type { SmtpReply } from '../smtp/reply.js'
import { addressFaultOf } from './address-fault.js'
import { authentication } from './rules/authentication.js'
import { basicCodes } from './rules/basic-codes.js'
import { content } from './rules/content.js'
import { enhancedCodes, microsoftCodes } from './rules/enhanced-codes.js'
import { mailboxes } from './rules/mailboxes.js'
import { rate } from './rules/rate.js'
import { reputation } from './rules/reputation.js'
import type { BounceClass, Rule } from './rules/rule.js'
import { senders } from './rules/senders.js'
import { servers } from './rules/servers.js'
import { unknownUsers } from './rules/unknown-users.js'

export type { BounceClass } from './rules/rule.js'

/** A reply says why in its first lines; what follows are addresses of pages to read. */
const longestText = 2000

/**
 * The first that fits decides. What is about the sender comes first: a server that blocks us often says in
 * the same breath, or by its code, that there is no such user, and nobody shall lose their mail for our
 * reputation.
 */
const rules: readonly Rule[] = [
  ...reputation,
  ...authentication,
  ...rate,
  ...content,
  ...senders,
  ...mailboxes,
  ...unknownUsers,
  ...servers,
]

const prepared = rules.map((rule) => ({ ...rule, says: rule.says.map((text) => text.split(' … ')) }))

/**
 * Says why a server refused a message, from its reply or from that in a delivery status notification: by what
 * known providers say, then by the enhanced code (RFC 3463), then by the basic one. It never throws, and it
 * takes no longer than the text is long.
 */
export function classify(reply: SmtpReply): BounceClass {
  const text = readable(reply.text)
  const said = byText(text, reply.code)
  const enhanced = subjectAndDetail(reply.enhanced_code ?? codeWithin(text))
  const coded = enhanced === undefined ? undefined : byEnhancedCode(enhanced)
  if (said !== undefined && addressFaultOf(said) === 'hard' && blamesSender(enhanced, coded))
    return coded ?? said
  return (
    said ??
    coded ??
    basicCodes[reply.code] ??
    (saysOnlyUnavailable(text, reply.code) ? 'unknown_user' : 'other')
  )
}

/**
 * Whether a refusal for good says "mailbox unavailable" and nothing else, in RFC 5321's words for 550. With a code or
 * with other words they stand for a policy as often.
 */
function saysOnlyUnavailable(text: string, code: number): boolean {
  return code === 550 && /^[@<>:, ]*mailbox (?:is )?unavailable[@<>:,. ]*$/.test(text)
}

/**
 * Whether a code leaves no doubt that the sender is meant. "501 5.1.7 Invalid address" is not about the
 * recipient's. X.7.0 and X.7.1 leave doubt: many a server that says "user unknown" has no better code for it.
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

function byText(text: string, code: number): BounceClass | undefined {
  const lasts = code >= 500 ? 'permanent' : 'temporary'
  return prepared.find(
    (rule) => (rule.only ?? lasts) === lasts && rule.says.some((parts) => says(text, parts)),
  )?.class
}

/** Whether the parts stand in the text, one behind the other. */
function says(text: string, parts: readonly string[]): boolean {
  let from = 0
  for (const part of parts) {
    const at = text.indexOf(part, from)
    if (at === -1) return false
    from = at + part.length
  }
  return true
}

/** The part behind the class, which says what it is about: `1.1` of 5.1.1. */
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
 * The text in lower case, with single spaces, typewriter quotes, and without addresses: what a person calls
 * their mailbox is not what the server says.
 */
function readable(text: string): string {
  return text
    .slice(0, longestText)
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .split(/([\s<>()"',;:]+)/)
    .map((word) => (word.includes('@') ? '@' : word))
    .join('')
    .replace(/\s+/g, ' ')
}

/**
 * An enhanced code that stands elsewhere than RFC 2034 has it, as with qmail: "no mailbox here by that name.
 * (#5.1.1)".
 */
function codeWithin(text: string): string | undefined {
  return /(?:^|[\s(#[])([45]\.\d{1,3}\.\d{1,3})(?=$|[\s)\],;:])/.exec(text)?.[1]
}

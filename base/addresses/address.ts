import { domainToASCII } from 'node:url'
import { hasValidALabels } from './a-labels.js'
import { hasLongLabel } from './long-label.js'
import { normalized } from '../text/normalized.js'
import { ownCopy } from '../text/own-copy.js'

/** The longest address: a path of 256 octets with its angle brackets (RFC 5321, section 4.5.3.1.3). */
const longestAddress = 254

/** The longest local part in octets (RFC 5321, section 4.5.3.1.1). */
const longestLocalPart = 64

/**
 * A dot-atom of RFC 5322 (section 3.2.3), to which RFC 6531 (section 3.3) adds everything that is not ASCII.
 * Quoted local parts are left out: hardly anybody has one, and much software reads them differently.
 */
const dotAtom =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u{80}-\u{10FFFF}-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u{80}-\u{10FFFF}-]+)*$/u

/**
 * Matches characters that nobody sees, or sees elsewhere than they stand: they can only make two addresses look like
 * one.
 */
const invisible =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u

/** Letters, digits and inner hyphens (RFC 1123, section 2.1). */
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The ASCII that a domain may hold before it is mapped. The mapping is a URL parser's, which would also
 * decode `%61`, drop a tab and stop at a slash.
 */
const mappable = /^[A-Za-z0-9.\u{80}-\u{10FFFF}-]+$/u

/** ASCII without A-labels, whose punycode is checked. */
const plainDomain = /^(?!.*xn--)[a-z0-9.-]+$/i

/**
 * The joiners are letters' business in some scripts; the mapping knows where they may stand (RFC 5892, A.1).
 */
const joiners = /[\u200c\u200d]/g

interface ParsedAddress {
  /** The local part in Unicode's normalization form C, as RFC 6532 (section 3.1) asks for. */
  readonly local: string
  /** The domain as A-labels in lower case. */
  readonly domain: string
}

/**
 * Reads a mailbox (RFC 5321, section 2.3.11, with RFC 6531) without a display name. Neither quoted local parts nor
 * address literals nor comments are taken.
 *
 * @returns undefined if the text is none
 */
function parseAddress(text: string): ParsedAddress | undefined {
  const at = text.lastIndexOf('@')
  if (at < 1) return undefined
  const given = text.slice(0, at)
  // Nearly all addresses are ASCII, which has no other form; the dot-atom leaves out invisible ASCII.
  const international = isInternational(given)
  if (international && invisible.test(given)) return undefined
  const local = international ? normalized(given, 'NFC') : given
  if (!dotAtom.test(local) || Buffer.byteLength(local) > longestLocalPart) return undefined
  const domain = normalizeDomain(text.slice(at + 1))
  if (domain === undefined) return undefined
  return Buffer.byteLength(local) + 1 + domain.length > longestAddress ? undefined : { local, domain }
}

/** Tells whether a text is an address that mail can be sent to. The contract calls this format `idn-email`. */
export function isEmailAddress(text: string): boolean {
  return parseAddress(text) !== undefined
}

/** Recently normalized domains, with their forms: a send asks for those of its addresses seven times. */
const recent = new Map<string, string>()
const maxRecent = 1_000

/**
 * Returns a domain of mail in the form to keep and compare: its A-labels in lower case (UTS #46, RFC 5891).
 *
 * @returns undefined if the text is no domain, or has no dot, or is an address of an interface
 */
export function normalizeDomain(text: string): string | undefined {
  const known = recent.get(text)
  if (known !== undefined) return known
  const read = readDomain(text)
  // Only domains are remembered: another text may be of any length.
  if (read === undefined) return undefined
  const domain = ownCopy(read)
  if (recent.size >= maxRecent) recent.clear()
  recent.set(ownCopy(text), domain)
  return domain
}

function readDomain(text: string): string | undefined {
  if (hasLongLabel(text) || !mappable.test(text) || invisible.test(text.replace(joiners, '')))
    return undefined
  // For most domains the mapping only lowers the case, and every address of a batch comes by here.
  const domain = plainDomain.test(text) ? text.toLowerCase() : mappedDomain(text)
  const labels = domain.split('.')
  if (domain.length > 253 || labels.length < 2 || !labels.every((each) => label.test(each))) return undefined
  return /^\d+$/.test(labels.at(-1) ?? '') ? undefined : domain
}

/**
 * Maps a domain to A-labels (UTS #46), alike on every Node: the mapping of Node 20 and 22 makes "ss" of a capital ẞ,
 * that of later ones "ß", as UTS #46 has it since version 15.1.
 *
 * @returns an empty text if the text is no domain
 */
function mappedDomain(text: string): string {
  const domain = domainToASCII(text.replaceAll('\u1e9e', '\u00df'))
  return hasValidALabels(domain) ? domain : ''
}

/**
 * Returns the form to keep and deliver to (RFC 5321, section 2.4): a domain is the same in any case and script; only
 * the receiver knows the meaning of the local part, so it stays as it is.
 *
 * @param email an address, as `isEmailAddress` says; anything else is left alone
 */
export function normalizeAddress(email: string): string {
  const parsed = parseAddress(email)
  return parsed === undefined ? email : `${parsed.local}@${parsed.domain}`
}

/** Returns the form to compare and look up by. In practice no receiver tells two people apart by case alone. */
export function foldAddress(email: string): string {
  return folded(normalizeAddress(email))
}

/** Returns the lower case in form C again: the lower case of a composed letter can be decomposed. */
function folded(address: string): string {
  return normalized(address.toLowerCase(), 'NFC')
}

/** An address in both forms, for callers that read many. */
export interface ReadAddress {
  /** The form of `normalizeAddress`. */
  readonly email: string
  /** The form of `foldAddress`. */
  readonly address: string
}

/**
 * Reads an address in both forms.
 *
 * @returns undefined if the text is none, as `isEmailAddress` says
 */
export function readAddress(text: string): ReadAddress | undefined {
  const parsed = parseAddress(text)
  if (parsed === undefined) return undefined
  const email = `${parsed.local}@${parsed.domain}`
  return { email, address: folded(email) }
}

/** Returns the part behind the last @, as A-labels in lower case. */
export function domainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return normalizeDomain(domain) ?? domain.toLowerCase()
}

/** Tells whether only SMTPUTF8 (RFC 6531) can carry an address. Its domain never asks for that, being A-labels. */
export function isInternational(email: string): boolean {
  return /[^\0-\x7f]/.test(email)
}

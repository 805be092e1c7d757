import { addressFaultOf } from './address-fault.js'
import type { BounceClass, Rule } from './rules/rule.js'
import { speaksOfOthers } from './spoken-of.js'

/** A reply's text in the two forms that rules are compared with. Both have the same length. */
export interface ReplyText {
  /** The text in lower case, with single spaces, typewriter quotes, and `@` for each address. */
  readonly full: string
  /** The full text with a `·` for each character of a host's name, because the names of servers mean nothing. */
  readonly plain: string
}

/** A rule's text, cut at each `…`. */
export interface Phrase {
  readonly parts: readonly Part[]
  /** True if the phrase is or contains the name of a host. */
  readonly hasName: boolean
}

interface Part {
  readonly text: string
  /** The text before the first digit, to search for. */
  readonly head: string
  readonly from: 'word' | 'any'
  readonly to: 'word' | 'any'
}

export type PreparedRule = Omit<Rule, 'says'> & { readonly says: readonly Phrase[] }

export function prepare(rules: readonly Rule[]): PreparedRule[] {
  return rules.map((rule) => ({ ...rule, says: rule.says.map(phraseOf) }))
}

/** Reads a rule's text as rules/rule.ts describes it. */
export function phraseOf(text: string): Phrase {
  return { parts: text.split(' … ').map(partOf), hasName: /\S[./]\S/.test(text) }
}

function partOf(written: string): Part {
  const open = written.endsWith('*')
  const text = open ? written.slice(0, -1) : written
  const [head = ''] = text.split('N', 1)
  return {
    text,
    head,
    from: isWordy(text[0]) ? 'word' : 'any',
    to: !open && isWordy(text.at(-1)) ? 'word' : 'any',
  }
}

/**
 * Returns the class of the first rule that a text satisfies. `enhanced` is the reply's enhanced code without its
 * class.
 */
export function firstSaid(
  rules: readonly PreparedRule[],
  text: ReplyText,
  code: number,
  enhanced: string | undefined,
): BounceClass | undefined {
  const lasts = code >= 500 ? 'permanent' : 'temporary'
  return rules.find(
    (rule) =>
      (rule.only ?? lasts) === lasts &&
      (rule.codes === undefined || rule.codes.includes(enhanced ?? '')) &&
      rule.says.some((phrase) => says(text, phrase, addressFaultOf(rule.class) !== null, enhanced)),
  )?.class
}

/** Most occurrences of a phrase that are looked at. No server repeats itself more often. */
const mostTimes = 5

/**
 * Returns whether a phrase occurs in a text. A phrase that blames an address only counts in a sentence about the
 * recipient's address, not the sender's.
 */
export function says(
  text: ReplyText,
  phrase: Phrase,
  blamesAddress: boolean,
  enhanced: string | undefined,
): boolean {
  const looked = phrase.hasName ? text.full : text.plain
  let from = 0
  for (let times = 0; times < mostTimes; times++) {
    const found = find(looked, phrase.parts, from)
    if (found === undefined) return false
    if (!blamesAddress || !speaksOfOthers(text.plain, found.begin, found.end, enhanced)) return true
    from = found.begin + 1
  }
  return false
}

/** Finds the parts of a phrase one behind the other; returns where the first begins and the last ends. */
function find(
  text: string,
  parts: readonly Part[],
  from: number,
): { readonly begin: number; readonly end: number } | undefined {
  let begin: number | undefined
  let end = from
  for (const part of parts) {
    const at = findPart(text, part, end)
    if (at === -1) return undefined
    begin ??= at
    end = at + part.text.length
  }
  return begin === undefined ? undefined : { begin, end }
}

function findPart(text: string, part: Part, from: number): number {
  for (let at = text.indexOf(part.head, from); at !== -1; at = text.indexOf(part.head, at + 1))
    if (standsAt(text, part, at)) return at
  return -1
}

function standsAt(text: string, part: Part, at: number): boolean {
  const end = at + part.text.length
  if (end > text.length) return false
  for (let index = part.head.length; index < part.text.length; index++) {
    const wanted = part.text[index]
    const is = text[at + index] ?? ''
    if (wanted === 'N' ? is < '0' || is > '9' : is !== wanted) return false
  }
  return (part.from === 'any' || !isWordy(text[at - 1])) && (part.to === 'any' || !isWordy(text[end]))
}

function isWordy(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}

/**
 * Number of characters of a reply that are read: a reply says why in its first lines, and addresses of pages to read
 * follow.
 */
const longestText = 2000

/**
 * Returns a reply's text in the forms that rules are compared with. The names that people give to their mailboxes and
 * servers are blanked, because they are not the server's words.
 */
export function readable(written: string): ReplyText {
  const full = written
    .slice(0, longestText)
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .split(/([\s<>()"',;:]+)/)
    .map((word) => (word.includes('@') ? '@' : word))
    .join('')
    .replace(/\s+/g, ' ')
  const plain = full
    .split(/([a-z0-9._-]+)/)
    .map((word) => (isHost(word) ? '·'.repeat(word.length) : word))
    .join('')
  return { full, plain }
}

/**
 * Returns whether a word is a host name: `mx.example.com` and `example.com` are, but not `rejected.user`, where a
 * space is missing.
 */
function isHost(word: string): boolean {
  const labels = word.split('.').filter((label) => label !== '')
  const last = labels.at(-1) ?? ''
  if (labels.length < 2 || !/^[a-z]/.test(last)) return false
  return labels.length > 2 || ['com', 'net', 'org', 'example'].includes(last)
}

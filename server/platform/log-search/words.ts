import { normalized } from '../../../base/text/normalized.js'

/**
 * Splits searched texts into words. A word stands between separators: the ASCII that is neither letter nor digit, and
 * ranges of punctuation and symbols. The ranges are written out, since PostgreSQL looks through rows by the same
 * ones, whatever its locale takes for a letter.
 */
const separatorRanges: readonly (readonly [from: number, to: number])[] = [
  [0x01, 0x2f],
  [0x3a, 0x40],
  [0x5b, 0x60],
  [0x7b, 0xbf],
  [0x1680, 0x1680],
  [0x2000, 0x206f],
  [0x2190, 0x2bff],
  [0x3000, 0x3004],
  [0x3008, 0x3020],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xff00, 0xff0f],
  [0xff1a, 0xff20],
  [0xff3b, 0xff40],
  [0xff5b, 0xff65],
  [0x1f000, 0x1faff],
]

/** The separators as the inside of a bracket expression of PostgreSQL. */
export const separatorsInSql = separatorRanges
  .map(([from, to]) => `${sqlEscape(from)}-${sqlEscape(to)}`)
  .join('')

function sqlEscape(code: number): string {
  return `\\U${code.toString(16).padStart(8, '0')}`
}

const separatorClass = separatorRanges
  .map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`)
  .join('')

/** Matches a run of separators. Not with the flag `g`, whose place would be shared. */
const separators = new RegExp(`[\\u{0}${separatorClass}]+`, 'u')

const ascii = /^[\0-\x7f]*$/

/** The max length of a kept word, in characters: a longer word is cut to that length. */
const longest = 32

/** The max number of parts of a domain that are kept as one word. */
const maxLabels = 6

/**
 * The kept forms of words that are not ASCII. Most words of a log are in others as well, and folding takes its time.
 */
export type Folded = Map<string, string>

/** The max number of words whose kept form is remembered. */
const maxFolded = 20_000

/** Returns the words of a text, each as often as it occurs. */
export function wordsIn(text: string): string[] {
  const folded: Folded = new Map()
  return partsOf(text)
    .filter(isNotEmpty)
    .map((word) => fold(word, folded))
}

/** Adds to a set the words that a text is found by: its words, and those that an `@` joins. */
export function addWords(words: Set<string>, text: string, folded: Folded): void {
  let left: string | undefined
  for (const part of text.split('@')) {
    const found = partsOf(part)
    for (const word of found) if (isNotEmpty(word)) words.add(fold(word, folded))
    const [right = ''] = found
    // An empty part at an end says that a separator stands there.
    if (left !== undefined && isNotEmpty(left) && isNotEmpty(right)) {
      words.add(joined(fold(left, folded), fold(right, folded)))
    }
    left = found.at(-1)
  }
}

/** Splits a text at its separators, in lower case. Where a separator begins or ends the text, that part is empty. */
function partsOf(text: string): string[] {
  return text.toLowerCase().split(separators)
}

/** Returns the kept form of two words with an `@` in between. The second one is whole, or a prefix. */
export function joined(left: string, right: string): string {
  return `${left}@${right}`
}

/**
 * Adds the kept forms of the domain of an address, and of the domains above it: each is known by its last labels, at
 * most {@link maxLabels} of them.
 */
export function addDomains(words: Set<string>, address: string): void {
  const labels = address
    .slice(address.lastIndexOf('@') + 1)
    .split('.')
    .slice(-maxLabels)
  for (let from = 0; from < labels.length; from += 1) words.add(`@${labels.slice(from).join('.')}`)
}

/** Returns the word that finds logs with a recipient at a domain, or below it. */
export function domainWord(domain: string): string {
  return `@${domain.split('.').slice(-maxLabels).join('.')}`
}

/** Returns the word that finds logs with a key of metadata. */
export function keyWord(key: string): string {
  return `=${key}`
}

/**
 * Returns the kept form of a word. It is folded further than PostgreSQL's `lower` does, so that whatever locale
 * PostgreSQL has, a word that it takes for another's beginning is one here.
 *
 * @param word in lower case
 */
function fold(word: string, folded: Folded): string {
  if (ascii.test(word)) return word.slice(0, longest)
  const known = folded.get(word)
  if (known !== undefined) return known
  const whole = normalized(word, 'NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ς', 'σ').replaceAll('ı', 'i')
  const kept = Array.from(whole).slice(0, longest).join('')
  if (folded.size < maxFolded) folded.set(word, kept)
  return kept
}

function isNotEmpty(text: string): boolean {
  return text !== ''
}

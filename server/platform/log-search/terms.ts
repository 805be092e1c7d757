import { normalized } from '../../../base/text/normalized.js'
import { refusedValue } from '../http/errors/api-error.js'
import { joined, separatorsInSql, wordsIn } from './words.js'

/** A word that a block must have: the word itself, or one that begins with it. */
export interface Sought {
  readonly word: string
  readonly isPrefix: boolean
}

/** A part of a searched text, without white space. */
export interface Term {
  /** A regular expression of PostgreSQL, for text in lower case; the part that `lower` has to go over is separate. */
  readonly before: string
  readonly literal: string
  /** The index words that each matching log has. */
  readonly sought: readonly Sought[]
}

/** The max number of parts that can be searched together. */
export const maxTerms = 10

/**
 * Returns the parts of a search for words. Each part matches as it is written, where a word begins with it;
 * separators at its ends do not count.
 *
 * @throws ApiError 422 if there is no word in the text, or too many parts
 */
export function termsOf(text: string): readonly Term[] {
  const parts = normalized(text, 'NFC').split(/\s+/u).map(withoutEnds)
  const terms = [...new Set(parts)].filter((part) => part !== '').map(termOf)
  if (terms.length === 0) throw refusedValue('/query/q', 'no_words', 'must have a letter or a digit')
  if (terms.length > maxTerms) {
    throw refusedValue('/query/q', 'too_many_words', `must not have more than ${maxTerms} words`)
  }
  return terms
}

function termOf(part: string): Term {
  return { before: `(^|[${separatorsInSql}])`, literal: escaped(part), sought: soughtIn(part, true) }
}

/**
 * Returns the index words of a text that begins where a word begins: all of its words but the last are whole.
 *
 * @param isOpen whether the last word may go on
 */
function soughtIn(text: string, isOpen: boolean): Sought[] {
  const words = wordsIn(text)
  const endsInWord = isOpen && touches(text)
  const sought = words.map((word, at) => ({ word, isPrefix: endsInWord && at === words.length - 1 }))
  // Where one `@` joins two words, both together are rarer than each.
  const parts = text.split('@')
  const [left, right] = parts.map((part) => wordsIn(part))
  if (parts.length !== 2 || left === undefined || right === undefined) return sought
  const [last, first] = [left.at(-1), right[0]]
  if (last === undefined || first === undefined || !touches(parts[0], parts[1])) return sought
  return [...sought, { word: joined(last, first), isPrefix: endsInWord && right.length === 1 }]
}

/** Tells whether words touch the place between two texts. */
function touches(left = '', right = ''): boolean {
  return withoutEnds(`a${left}`) === `a${left}` && withoutEnds(`${right}a`) === `${right}a`
}

/**
 * Returns the index words of every text that has this one anywhere in it: its first letters may be the end of another
 * word.
 */
export function soughtInside(text: string): readonly Sought[] {
  const separated = /^(?<cut>\S*)(?<rest>\s.*)$/su.exec(text)?.groups
  const rest = separated?.rest?.trim() ?? ''
  if (rest === '') return []
  const isOpen = !/\s$/u.test(text)
  return rest
    .split(/\s+/u)
    .flatMap((part, at, all) => soughtIn(part, isOpen && at === all.length - 1))
    .slice(0, maxTerms)
}

/** Makes a literal of a regular expression of PostgreSQL. */
function escaped(text: string): string {
  return text.replaceAll(/[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/g, String.raw`\$&`)
}

const ends = new RegExp(`^[${jsClass()}]+|[${jsClass()}]+$`, 'gu')

function jsClass(): string {
  return separatorsInSql.replaceAll(/\\U([0-9a-f]{8})/g, (_all, code: string) => `\\u{${code}}`)
}

function withoutEnds(text: string): string {
  return text.replaceAll(ends, '')
}

import { ownCopy } from '../../../../base/text/own-copy.js'
import { wellFormed } from '../../../../base/text/well-formed.js'

const longest = 255
/** Longest end of a name that tells a file's type. */
const longestEnd = 20

/**
 * Controls, line separators, and the marks that turn the order of the following characters: `exe.gpj` must not look
 * like a picture.
 */
const hidden = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/**
 * Returns the name of a file to store an attachment under: without folders, control characters and marks that turn
 * the direction of writing; at most 255 characters, of which the end stays.
 *
 * @returns null if nothing is left
 */
export function attachmentName(sent: string): string | null {
  // The slice is long enough for any name of 255 characters, however much is hidden in it.
  const base = sent.slice(-64 * longest).replace(/^.*[/\\]/s, '')
  // A tab marks the place where a field was folded.
  const name = wellFormed(
    base.replace(/[ \t]+/g, (blanks) => (blanks.includes('\t') ? ' ' : blanks)).replace(hidden, ''),
  ).trim()
  if (/^\.{0,2}$/.test(name)) return null
  if (name.length <= longest) return ownCopy(name)
  const dot = name.lastIndexOf('.')
  const end = dot > 0 && name.length - dot <= longestEnd ? name.slice(dot) : ''
  return ownCopy(cutAt(name, longest - end.length) + end)
}

/** Returns the beginning of a text, without half a character at its end. */
export function cutAt(text: string, length: number): string {
  if (text.length <= length) return text
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? length - 1 : length)
}

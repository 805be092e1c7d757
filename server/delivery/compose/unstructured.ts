import { encodedWords } from './encoded-words.js'

/** Lines have at most 998 octets (RFC 5322, section 2.1.1); what stays is room for the field's name. */
const longestWord = 900

/** Words of visible ASCII with single blanks, so that a fold between any two can be undone. */
const plain = /^[\x21-\x7e]+( [\x21-\x7e]+)*$/

/**
 * The words of a field of free text (RFC 5322, section 2.2.1). As encoded-words where it is not ASCII, but also where
 * it would not arrive as it is: blanks in a row or at an end, a word too long for a line, and what a reader would
 * take for an encoded-word itself.
 */
export function textWords(name: string, value: string): string[] {
  const words = value.split(' ')
  const asItIs =
    plain.test(value) && !value.includes('=?') && words.every((word) => word.length <= longestWord)
  return asItIs ? words : encodedWords(value, `${name}: `.length)
}

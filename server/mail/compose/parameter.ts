import { encodedWords } from './encoded-words.js'

/** Longest value in one section; a longer one goes in sections, each of which fits a line. */
const longestSection = 50

/**
 * Values that may stand in a quoted string and are read the same by all: without quotes, which some readers do not
 * unescape.
 */
const plain = /^[\x20-\x7e]*$/

/**
 * Returns a parameter of a MIME field, as words to fold between: in quotes, or in the form of RFC 2231 if it is long
 * (section 3) or not ASCII (section 4).
 */
export function parameterWords(name: string, value: string): string[] {
  if (isPlain(value)) return [`${name}="${value}"`]
  const sections: string[] = []
  let section = "utf-8''"
  for (const character of value) {
    const encoded = percentEncoded(character)
    if (section.length + encoded.length > longestSection) {
      sections.push(section)
      section = ''
    }
    section += encoded
  }
  sections.push(section)
  if (sections.length === 1) return [`${name}*=${section}`]
  return sections.map((each, index) => `${name}*${index}*=${each}${index < sections.length - 1 ? ';' : ''}`)
}

/**
 * Returns a parameter for readers that do not know RFC 2231, and look for `name` in Content-Type: encoded-words in
 * quotes. RFC 2047 does not allow them there, but everybody writes and reads them.
 */
export function legacyParameterWords(name: string, value: string): string[] {
  if (isPlain(value)) return [`${name}="${value}"`]
  const words = encodedWords(value, `${name}="`.length)
  return words.map((word, index) => {
    const opened = index === 0 ? `${name}="${word}` : word
    return index === words.length - 1 ? `${opened}"` : opened
  })
}

function isPlain(value: string): boolean {
  return plain.test(value) && !/["\\]|=\?/.test(value) && value.length <= longestSection
}

/**
 * Percent-encodes a character unless RFC 2231, section 7, lets it stand: attribute-char is a token's character
 * without * ' and %.
 */
function percentEncoded(character: string): string {
  if (/^[A-Za-z0-9!#$&+.^_`{|}~-]$/.test(character)) return character
  return [...Buffer.from(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
}

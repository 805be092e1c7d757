import { encodedWords } from './encoded-words.js'

/** A value longer than this goes in sections, each of which fits a line. */
const longestSection = 50

/**
 * What may stand in a quoted string and is read the same by all: no quotes, which some readers do not
 * unescape.
 */
const plain = /^[\x20-\x7e]*$/

/**
 * A parameter of a MIME field, as words to fold between: in quotes, or as RFC 2231 has it for what is long
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
 * The same for readers that know no RFC 2231, and look for `name` in Content-Type: encoded-words in quotes.
 * RFC 2047 has none there, but this is what everybody writes and reads.
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

/** RFC 2231, section 7: attribute-char is a token's character without * ' and %. */
function percentEncoded(character: string): string {
  if (/^[A-Za-z0-9!#$&+.^_`{|}~-]$/.test(character)) return character
  return [...Buffer.from(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
}

/**
 * Finds the pattern of a reply. Replies that say the same differ in the recipient, in the host that wrote them, and
 * in the ids and numbers by which that host finds them again. Without these parts they are equal.
 */

/** The parts that differ, with their placeholders. Addresses come first, since they contain hosts. */
const varying: readonly (readonly [RegExp, string])[] = [
  [/^.*@.*$/, '<address>'],
  [/^(?:\d{1,3}\.){3}\d{1,3}$/, '<ip>'],
  [/^(?=.*:.*:)[\da-f:.]+$/i, '<ip>'],
  [/^[a-z\d_-]+(?:\.[a-z\d_-]+)+\.[a-z][a-z\d-]*$/i, '<host>'],
  [/^[a-z\d_-]+\.(?:com|net|org|example)$/i, '<host>'],
  [/^\d+(?:[.,:/-]\d+)*$/, '<number>'],
  [/^.*\d.*$/, '<id>'],
  // An id without a digit is recognized by its letters: no word goes from small letters to capitals twice.
  [/^(?=.{12,}$).*[a-z][A-Z].*[a-z][A-Z].*$/, '<id>'],
]

/**
 * Matches a link, up to a character with which a sentence might go on. Links are replaced before a line is cut into
 * words.
 */
const link = /\b(?:https?:\/\/|www\.)[^\s<>"'()[\]]+/gi

/**
 * Matches a word that has digits and is the same for all recipients: enhanced codes, basic ones, and names of rules
 * such as Outlook's S3140.
 */
const constant = /^(?:[245]\.\d{1,3}\.\d{1,3}|[45]\d\d|[A-Z]{1,4}\d{1,4}|RFC-?\d+)$/

/** Separates words: spaces, brackets, quotes and punctuation. */
const separators = /([\s<>()[\]{}"'`‘’“”,;!?=|]+)/

/** Words that replies contain whoever they are about, although somebody's local part may be one of them. */
const usualWords: ReadonlySet<string> = new Set(
  `a abuse access accept accepted account active address admin an and are available bad been blocked box bounce by
  client closed contact content delivery denied deny dest destination disabled does domain email error exceeded exist
  expired failed for found from full has help host here hostmaster in inactive inbox info invalid ip is it limit list
  local mail mailbox mailer member message messages my name no not of office on or out over policy postmaster quota
  receive recipient recipients refused reject rejected relay reply sales security sender server service size smtp spam
  storage support suspended system temporarily test the this to too unavailable unknown user users valid verify web
  webmaster with you your`.split(/\s+/),
)

/**
 * Matches the placeholder of an address or a host in further brackets. A search that began ahead of each bracket of a
 * run would take time by the square of their number.
 */
const bracketed = /(?<!<)<+(<(?:address|host|ip)>)>+/g

/** The most characters of a pattern. */
const longestPattern = 300

/** The most characters of a word that may be an address or a host's name. */
const longestWord = 320

/**
 * Returns the part of a reply that is the same for all recipients of that reply, with `<address>`, `<host>`, `<ip>`,
 * `<link>`, `<number>` and `<id>` for the rest.
 *
 * @param line the reply as `replyLine` writes it
 * @param address the recipient's address, whose parts are replaced even if they stand alone: "ada: no such user at
 *   shop.example"
 */
export function replyPattern(line: string, address: string): string {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at).toLowerCase()
  const domain = address.slice(at + 1).toLowerCase()
  const patternOf = (word: string): string => {
    // Punctuation behind a word is no part of it.
    const bare = withoutEnd(word)
    const end = word.slice(bare.length)
    if (bare.length > longestWord) return '<id>'
    if (bare === '' || constant.test(bare)) return word
    const lower = bare.toLowerCase()
    if (lower === domain) return `<host>${end}`
    if (lower === local && !usualWords.has(lower)) return `<address>${end}`
    const [, placeholder] = varying.find(([form]) => form.test(bare)) ?? []
    return placeholder === undefined ? word : placeholder + end
  }
  return line
    .replace(link, '<link>')
    .split(separators)
    .map((part, index) => (index % 2 === 0 ? patternOf(part) : part))
    .join('')
    .replace(/<number>(?:[.,]<number>)+/g, '<number>')
    .replace(bracketed, '$1')
    .replace(/\s+/g, ' ')
    .slice(0, longestPattern)
    .replace(/\p{Surrogate}$/u, '')
    .trim()
}

function withoutEnd(word: string): string {
  let length = word.length
  while (length > 0 && '.:-'.includes(word.charAt(length - 1))) length -= 1
  return word.slice(0, length)
}

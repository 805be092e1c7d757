/** Longest text of an encoded-word, which has at most 75 characters (RFC 2047, section 2), 12 of them its frame. */
const longestText = 75 - '=?UTF-8?Q??='.length

/**
 * Shortest room for the text of a word. However long the field's name, a word has room for a character of four bytes
 * in either encoding.
 */
const shortestText = 12

/** Characters that may stand for themselves anywhere, in a display name too (RFC 2047, section 5 (3)). */
const literal = /[A-Za-z0-9!*+/-]/

/**
 * Writes text in any language as ASCII (RFC 2047): in the Q encoding, which people can still read, or in base64,
 * whichever is shorter. The blanks between the words are not part of the text (section 6.2): fields fold there.
 *
 * @param taken number of characters that the line already has before the first word
 */
export function encodedWords(text: string, taken = 0): string[] {
  // A word holds whole characters (section 5).
  const characters = Array.from(text)
  const q = characters.map(quoted)
  const bytes = Buffer.byteLength(text)
  const first = Math.max(shortestText, Math.min(longestText, longestText - taken))
  if (q.join('').length <= Math.ceil((bytes * 4) / 3)) {
    return packed(q, (length) => length, first).map((word) => `=?UTF-8?Q?${word}?=`)
  }
  return packed(characters, (length) => Math.ceil(length / 3) * 4, first).map(
    (word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`,
  )
}

/** Encodes a character in the Q encoding (section 4.2). */
function quoted(character: string): string {
  if (character === ' ') return '_'
  if (literal.test(character) && character.length === 1) return character
  return [...Buffer.from(character)]
    .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
}

/** Packs as many pieces into each word as it has room for. */
function packed(
  pieces: readonly string[],
  encodedLength: (bytes: number) => number,
  first: number,
): string[] {
  const words: string[] = []
  let word = ''
  let bytes = 0
  for (const piece of pieces) {
    const more = Buffer.byteLength(piece)
    if (word !== '' && encodedLength(bytes + more) > (words.length === 0 ? first : longestText)) {
      words.push(word)
      word = ''
      bytes = 0
    }
    word += piece
    bytes += more
  }
  return [...words, word]
}

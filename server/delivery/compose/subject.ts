/** The longest line of a message without its end (RFC 5322, section 2.1.1), less room for the field's name. */
const longestWord = 900

/** Bytes of an encoded-word: base64 of 45 is 60 characters, which with the frame stays below 75 (RFC 2047). */
const bytesPerWord = 45

/**
 * The Subject where the library's own form of it would not do: it folds ASCII at blanks only, so a single word
 * could make a line longer than any server has to take, and it leaves alone what looks like an encoded-word, so
 * that a reader would decode it.
 *
 * @returns the value as encoded-words (RFC 2047), or undefined where the library's form is right
 */
export function encodedSubject(subject: string): string | undefined {
  const unfoldable = subject.split(/[ \t]/).some((word) => word.length > longestWord)
  if (!unfoldable && !subject.includes('=?')) return undefined
  const words: Buffer[] = []
  let word = Buffer.alloc(0)
  // By characters: an encoded-word holds whole ones (RFC 2047, section 5).
  for (const character of subject) {
    const bytes = Buffer.from(character)
    if (word.length + bytes.length > bytesPerWord) {
      words.push(word)
      word = bytes
    } else {
      word = Buffer.concat([word, bytes])
    }
  }
  // The blank between two encoded-words is not part of the text (section 6.2), and is where the line folds.
  return [...words, word].map((bytes) => `=?UTF-8?B?${bytes.toString('base64')}?=`).join(' ')
}

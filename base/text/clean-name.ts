/**
 * Matches controls, and the characters that turn the direction of the following text, so that a name could pose as
 * another.
 */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** Matches byte order marks, which files begin with. Readers drop them, some of them within a text too. */
const byteOrderMark = /\ufeff/g

/**
 * Returns a display name as one line of printable text. People's names come out of forms and files with tabs and the
 * like in them; a receipt is not refused for that.
 *
 * @returns null if there is none, or nothing is left of it
 */
export function cleanName(name: string | undefined): string | null {
  const cleaned =
    name?.replace(byteOrderMark, '').replace(unprintable, ' ').replace(/ {2,}/g, ' ').trim() ?? ''
  return cleaned === '' ? null : cleaned
}

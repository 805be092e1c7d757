/**
 * Cleans text of strangers, such as a server's reply, a record of the DNS or a report. It ends up in a database that
 * takes neither U+0000 nor half a surrogate pair, and on people's screens, where control characters are orders to a
 * terminal and others turn the direction of the following text, or are not seen at all.
 */

/** Matches both blocks of control characters, and the separators of lines and paragraphs. */
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g
const controlInText = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/**
 * Matches marks and overrides of the direction, characters without width, and tags. The joiners U+200C and U+200D
 * stay: Persian is not written without the one, nor many an emoji without the other.
 */
const unseen =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

const halfPair = /\p{Surrogate}/gu

/** Stands for a character that cannot be shown (the Unicode Standard, section 23.8). */
const replacement = '\ufffd'

/**
 * Returns a text as one line: a space for each control character, and nothing for unseen characters.
 *
 * @param max the number of its characters to keep
 */
export function printableLine(text: string, max = Infinity): string {
  // Cut first, because that can halve a pair.
  return text.slice(0, max).replace(control, ' ').replace(unseen, '').replace(halfPair, replacement)
}

/** Returns a text of several lines: tabs and line ends stay, as LF. Other control characters become U+FFFD. */
export function printableText(text: string): string {
  return text
    .replace(/\r\n|[\u2028\u2029]/g, '\n')
    .replace(controlInText, replacement)
    .replace(unseen, '')
    .replace(halfPair, replacement)
}

/**
 * Returns a text in which each character that cannot be shown is U+FFFD, so that it does not pass for another text.
 */
export function printableMarked(text: string): string {
  return text.replace(control, replacement).replace(unseen, replacement).replace(halfPair, replacement)
}

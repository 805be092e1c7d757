/** Controls, characters that turn the direction of text, and characters of no width. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** The joiners make emoji and letters of some scripts what they are. */
const joiners = /[\u200c\u200d]/
const joinersAlone = /^[\u200c\u200d]*$/

/**
 * The name that a reader sees and saves under: the last part of a path, of visible characters. Without the dots and
 * blanks at its end, which Windows drops, so that the kind of the file is what it looks like.
 *
 * @returns `attachment` where nothing is left
 */
export function cleanFilename(given: string): string {
  const last =
    given
      .split(/[/\\]/)
      .filter((part) => part !== '')
      .at(-1) ?? ''
  const visible = last
    .normalize('NFC')
    .replace(unseen, (character) => (joiners.test(character) ? character : ''))
  // Readers decode what looks like an encoded-word (RFC 2047) in a file name, so it would become another name.
  const trimmed = visible
    .replaceAll('=?', '=_')
    .trim()
    .replace(/[.\s]+$/, '')
  return joinersAlone.test(trimmed) ? 'attachment' : trimmed
}

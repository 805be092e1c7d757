/**
 * Matches characters that a file name cannot have: line ends and other control characters, those that turn the
 * direction of text, halves of characters, and separators of folders.
 */
const unfit = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\]/gu

/**
 * Returns the value of Content-Disposition by which a browser saves a reply (RFC 6266). A name that is not ASCII, or
 * has characters with a meaning in the header, stands there encoded (RFC 8187), with something like it for old
 * clients.
 *
 * content-disposition 2.0 is not used: names with half of a character make it throw, and it keeps slashes, quotes,
 * percent signs and characters that turn the direction of text. Of the 15 names in the test it writes 2 as they are
 * written here, and cleaning a name for it would take the same code but for `encoded`.
 *
 * @param filename the name that a stranger gave
 */
export function attachmentDisposition(filename: string): string {
  const name = filename.replace(unfit, '_').trim() || 'attachment'
  // Some clients decode a percent sign in the plain form.
  const plain = name.replace(/[^\x20-\x7e]/gu, '_').replace(/["%]/g, '_')
  return plain === name
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${encoded(name)}`
}

/**
 * Encodes a name as RFC 8187 (section 3.2.1) has it: some characters that may stand in a part of a URL may not here.
 */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

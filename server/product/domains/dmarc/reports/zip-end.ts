import { isWhiteSpace, maxTrailing } from './white-space.js'

/** The record that ends a zip archive without a comment has 22 bytes (APPNOTE, section 4.3.16). */
const endBytes = 22
const endSignature = 0x06054b50

/** As many last bytes as {@link trailingBytes} looks at. */
export const tailBytes = endBytes + maxTrailing

/**
 * Counts the white space behind a zip archive. unzip(1) ignores it, but the library refuses the archive.
 *
 * @param tail the last bytes, {@link tailBytes} of them if there are as many
 * @returns 0 if what precedes the white space is not the end of an archive without a comment
 */
export function trailingBytes(tail: Buffer): number {
  let end = tail.length
  while (end > endBytes && isWhiteSpace(tail[end - 1])) end -= 1
  const begin = end - endBytes
  const isEnd = begin >= 0 && tail.readUInt32LE(begin) === endSignature && tail.readUInt16LE(end - 2) === 0
  return isEnd ? tail.length - end : 0
}

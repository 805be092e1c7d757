/** The bytes that have a meaning in CSV. */
export const tab = 0x09
export const lineFeed = 0x0a
export const carriageReturn = 0x0d
export const space = 0x20
export const quote = 0x22
export const comma = 0x2c
export const semicolon = 0x3b

export function endsLine(byte: number | undefined): boolean {
  return byte === lineFeed || byte === carriageReturn
}

/**
 * Where the line after the one that ends at `at` begins. A line ends with CRLF, LF or CR, or with the file.
 *
 * @returns undefined where it takes more bytes to say
 */
export function afterLineEnd(bytes: Uint8Array, at: number, ended: boolean): number | undefined {
  if (bytes[at] === lineFeed) return at + 1
  if (at === bytes.length) return at
  if (at + 1 === bytes.length && !ended) return undefined
  return bytes[at + 1] === lineFeed ? at + 2 : at + 1
}

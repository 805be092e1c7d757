import { crc32 } from 'node:zlib'
import type { LedgerLine } from './entries.js'

/**
 * A line of a file: the checksum of what follows (CRC-32, 8 hexadecimal digits), a space, and JSON. A file begins with a
 * line of the kind `begin`. It only ever grows, so whatever a killed process leaves behind is a last line without its
 * end, which nobody was told of.
 */

/** The version of the format, in each `begin`. A reader refuses what is newer. */
export const formatVersion = 1

/** The max length of a line that is read, in bytes. The longest line that is written has some thousand. */
export const maxLineBytes = 65_536

/** Returns a line as it is written, with its line end. */
export function encodeLine(line: LedgerLine): string {
  const json = JSON.stringify(line)
  return `${checksumOf(json)} ${json}\n`
}

/** Parses a line; undefined if it is damaged. */
export function decodeLine(text: string): LedgerLine | undefined {
  const json = text.slice(9)
  if (text[8] !== ' ' || text.slice(0, 8) !== checksumOf(json)) return undefined
  try {
    const line = JSON.parse(json) as LedgerLine
    return typeof line.kind === 'string' && typeof line.at === 'string' ? line : undefined
  } catch {
    return undefined
  }
}

function checksumOf(json: string): string {
  return crc32(json).toString(16).padStart(8, '0')
}

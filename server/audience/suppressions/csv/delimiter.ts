import { comma, endsLine, quote, semicolon, tab } from './bytes.js'
import { longestRecord } from './rejection.js'

/**
 * What separates the fields of the line that begins at `from`: the first of these outside quotes. Spreadsheets write a
 * semicolon where the comma is a decimal mark.
 *
 * @returns undefined where there is none
 */
export function delimiterOf(bytes: Buffer, from: number): number | undefined {
  let quoted = false
  for (let at = from; at < Math.min(bytes.length, from + longestRecord); at += 1) {
    const byte = bytes[at]
    if (byte === quote) quoted = !quoted
    else if (quoted) continue
    else if (byte === comma || byte === semicolon || byte === tab) return byte
    else if (endsLine(byte)) return undefined
  }
  return undefined
}

/** How many lines are asked. */
const maxLines = 50

/** What separates the fields of most lines from `from` on. */
export function usualDelimiter(bytes: Buffer, from: number): number {
  const votes = new Map([comma, semicolon, tab].map((delimiter) => [delimiter, 0]))
  let at = from
  for (let line = 0; line < maxLines && at < bytes.length; line += 1) {
    const delimiter = delimiterOf(bytes, at)
    if (delimiter !== undefined) votes.set(delimiter, (votes.get(delimiter) ?? 0) + 1)
    while (at < bytes.length && !endsLine(bytes[at])) at += 1
    while (at < bytes.length && endsLine(bytes[at])) at += 1
  }
  return [...votes].reduce((max, each) => (each[1] > max[1] ? each : max))[0]
}

import { isAscii, isUtf8 } from 'node:buffer'
import type { RawField } from './raw-header.js'
import { decodeUnnamed } from '../charset/charsets.js'
import { wellFormed } from '../../../../base/text/well-formed.js'

/** A field of a header (RFC 5322, section 2.2), unfolded. Encoded words are not decoded. */
export interface HeaderField {
  /** Name as the sender wrote it. */
  readonly name: string
  readonly value: string
}

const [tab, escape, space] = [0x09, 0x1b, 0x20]

/**
 * Decodes the text of fields. Each is UTF-8 if it can be (RFC 6532), else in the charset of the body if it fits, else
 * windows-1252. ISO-2022-JP is recognized by its escape sequences.
 *
 * @param header bytes that the fields were read from
 */
export function textsOf(fields: readonly RawField[], header: Uint8Array): HeaderField[] {
  const charset = isUtf8(header) ? undefined : charsetOf(fields)
  const decode =
    isAscii(header) && !header.includes(escape)
      ? (value: string) => value
      : (value: string) => decodeUnnamed(Buffer.from(value, 'latin1'), charset)
  return fields.map(({ name, value }) => ({ name, value: asText(decode(value.replaceAll('\r\n', ''))) }))
}

/** Returns the charset of the body, if the first Content-Type names one. */
function charsetOf(fields: readonly RawField[]): string | undefined {
  const type = fields.find(({ key }) => key === 'content-type')?.value ?? ''
  return /;\s*charset\s*=\s*"?([^\s";]{1,60})/i.exec(type)?.[1]
}

/** Returns the values of fields by their names in lower case, each name's from the top down. */
export function byName(header: readonly HeaderField[]): Map<string, string[]> {
  const named = new Map<string, string[]>()
  for (const { name, value } of header) {
    const values = named.get(name.toLowerCase())
    if (values === undefined) named.set(name.toLowerCase(), [value])
    else values.push(value)
  }
  return named
}

/** Replaces bare CRs: they are no line ends, and must not become any if the value is written again. */
function asText(value: string): string {
  const text = trimWhite(value)
  return wellFormed(text.includes('\r') ? text.replace(/\r+/g, ' ') : text)
}

/** Trims the white space of RFC 5322 at both ends; other white space, such as U+00A0, is text. */
export function trimWhite(text: string): string {
  let [begin, end] = [0, text.length]
  while (begin < end && isWhite(text.charCodeAt(begin))) begin += 1
  while (end > begin && isWhite(text.charCodeAt(end - 1))) end -= 1
  return text.slice(begin, end)
}

function isWhite(code: number): boolean {
  return code === space || code === tab
}

import { quotedPrintable } from './quoted-printable.js'

/** Bytes in the form in which they pass every server: ASCII in lines of at most 76 characters. */
export interface Encoded {
  readonly encoding: '7bit' | 'quoted-printable' | 'base64'
  readonly body: Buffer
}

/** Lines of printable ASCII that need nothing: short, no blank at an end, not beginning with what mailboxes escape. */
const plainLines =
  /^(?:(?!From )(?:[\x20-\x7e\t]{0,75}[\x21-\x7e])?\r\n)*(?!From )(?:[\x20-\x7e\t]{0,75}[\x21-\x7e])?$/

/** A regular expression over megabytes of lines would be slow, and nobody reads those in the source. */
const longestPlain = 64 * 1024

/**
 * Encodes a text (RFC 2045, section 6), as itself where that will do, else in what is shorter. Its line ends become
 * those of mail; everything else comes back as it was.
 */
export function encodeText(text: string): Encoded {
  const canonical = text.replace(/\r\n|\r|\n/g, '\r\n')
  // "=_" is what boundaries begin with: it must not stand in a body as it is.
  if (canonical.length <= longestPlain && plainLines.test(canonical) && !canonical.includes('=_')) {
    return { encoding: '7bit', body: Buffer.from(canonical, 'latin1') }
  }
  const bytes = Buffer.from(canonical)
  // Three characters for each byte that is not ASCII; base64 has four for three bytes of any kind.
  let special = 0
  for (const byte of bytes) if (byte > 0x7e) special += 1
  if (special * 6 > bytes.length) return { encoding: 'base64', body: base64(bytes) }
  return { encoding: 'quoted-printable', body: quotedPrintable(bytes) }
}

/** Encodes a file, which stays as it is to the byte, whatever its lines end with. */
export function encodeBytes(bytes: Buffer): Encoded {
  return { encoding: 'base64', body: base64(bytes) }
}

/** RFC 2045, section 6.8. */
function base64(bytes: Buffer): Buffer {
  const text = bytes.toString('base64')
  const lines = Math.ceil(text.length / 76)
  const body = Buffer.allocUnsafe(text.length + 2 * Math.max(0, lines - 1))
  let end = 0
  for (let start = 0; start < text.length; start += 76) {
    if (start > 0) end += body.write('\r\n', end, 'latin1')
    end += body.write(text.slice(start, start + 76), end, 'latin1')
  }
  return body
}

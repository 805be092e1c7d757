import { createHash } from 'node:crypto'

/**
 * Returns the SHA-256, in hex, of the readable content of a mail: subject, plain text and HTML in UTF-8, with a zero
 * byte between them, nothing for a missing HTML body, and LF as the line break. Line breaks at the end of a body do
 * not count, since a mail has one at its end in any case. The mail has the same hash once it is decoded (RFC 2045)
 * and its CRLF are LF.
 */
export function contentSha256(subject: string, text: string, html: string | null): string {
  const hash = createHash('sha256').update(subject)
  for (const body of [text, html ?? '']) hash.update('\0').update(canonical(body))
  return hash.digest('hex')
}

const cr = 0x0d
const lf = 0x0a

/**
 * Returns a body in UTF-8 with normalized line breaks. Loops over its bytes find the line breaks: a regular
 * expression would take far longer if there are many, and would try each run of those at the end in a long body.
 */
function canonical(body: string): Buffer {
  const bytes = Buffer.from(body)
  const first = bytes.indexOf(cr)
  let end = first === -1 ? bytes.length : first
  for (let at = end; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (byte === cr && bytes[at + 1] === lf) continue
    bytes[end] = byte === cr ? lf : byte
    end += 1
  }
  while (end > 0 && bytes[end - 1] === lf) end -= 1
  return bytes.subarray(0, end)
}

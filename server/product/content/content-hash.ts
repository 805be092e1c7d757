import { createHash } from 'node:crypto'

/**
 * The SHA-256, in hex, of the readable content of a mail: subject, plain text and HTML in UTF-8, with a zero
 * byte between them, nothing for a missing HTML body, and LF as the line break. Line breaks at the end of a
 * body do not count, since a mail has one at its end in any case. The mail has the same hash once it is
 * decoded (RFC 2045) and its CRLF are LF.
 */
export function contentSha256(subject: string, text: string, html: string | null): string {
  return createHash('sha256')
    .update([subject, canonical(text), canonical(html ?? '')].join('\0'))
    .digest('hex')
}

/**
 * A loop takes the line breaks at the end: a regular expression would try each run of them in a long body.
 */
function canonical(body: string): string {
  const lines = body.replace(/\r\n?/g, '\n')
  let end = lines.length
  while (end > 0 && lines[end - 1] === '\n') end -= 1
  return lines.slice(0, end)
}

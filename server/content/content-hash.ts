import { createHash } from 'node:crypto'

/**
 * The SHA-256, in hex, of what people read of a mail: subject, plain text and HTML in UTF-8, with a zero byte
 * between them, nothing for a missing HTML body, and LF as the line break. The mail has the same once it is
 * decoded (RFC 2045) and its CRLF are LF.
 */
export function contentSha256(subject: string, text: string, html: string | null): string {
  return createHash('sha256')
    .update([subject, text, html ?? ''].join('\0').replace(/\r\n?/g, '\n'))
    .digest('hex')
}

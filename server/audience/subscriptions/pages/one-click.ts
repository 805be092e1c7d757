/**
 * Whether a POST is a mail program's, `List-Unsubscribe=One-Click` (RFC 8058, section 3.2), in either of the forms
 * that a program may send it in, and not the button of the page, which sends nothing.
 *
 * @param contentType the header's value
 */
export function isOneClick(body: Uint8Array, contentType: string | undefined): boolean {
  const text = Buffer.from(body).toString('latin1')
  if (contentType?.toLowerCase().startsWith('multipart/')) return multipart.test(text)
  return new URLSearchParams(text.trim()).get('List-Unsubscribe')?.toLowerCase() === 'one-click'
}

/** The part's header fields in any order (RFC 7578, section 4.2), an empty line, the value, the end of its line. */
const multipart = /\bname="?List-Unsubscribe"?(?:;[^\r\n]*)?\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/i

/** Mails as they come over the wire. A character of a string is a byte: `bytes` writes others. */

/** The lines of a mail. */
export const lines = (...all: readonly string[]) => all.join('\r\n')

/** Text in UTF-8, a character for each byte. */
export const bytes = (text: string) => Buffer.from(text).toString('latin1')

export const base64 = (content: string | Buffer, width = 76) =>
  Buffer.from(content)
    .toString('base64')
    .replace(new RegExp(`.{${String(width)}}(?=.)`, 'g'), '$&\r\n')

/** A header, an empty line and a body. */
export const part = (header: readonly string[], body: string) => lines(...header, '', body)

export const text = (body: string, ...more: readonly string[]) =>
  part(['Content-Type: text/plain; charset=utf-8', ...more], body)

export const html = (body: string, ...more: readonly string[]) =>
  part(['Content-Type: text/html; charset=utf-8', ...more], body)

export const file = (type: string, name: string, content: string | Buffer, ...more: readonly string[]) =>
  part(
    [
      `Content-Type: ${type}; name="${name}"`,
      'Content-Transfer-Encoding: base64',
      `Content-Disposition: attachment; filename="${name}"`,
      ...more,
    ],
    base64(content),
  )

/** A multipart with its header. */
export function multipart(type: string, boundary: string, ...parts: readonly string[]): string {
  return part([`Content-Type: multipart/${type}; boundary="${boundary}"`], between(boundary, ...parts))
}

/** The body of a multipart. */
export function between(boundary: string, ...parts: readonly string[]): string {
  return lines(...parts.flatMap((inner) => [`--${boundary}`, inner]), `--${boundary}--`, '')
}

/** A message: the fields that every mail has, then a part. */
export const message = (content: string, ...header: readonly string[]) =>
  lines(
    'From: Ada <ada@example.com>',
    'To: support@in.shop.example',
    ...(header.some((field) => field.startsWith('Subject')) ? [] : ['Subject: A question']),
    'Message-ID: <1@example.com>',
    'MIME-Version: 1.0',
    ...header,
    content,
  )

/** Mails that make mail parsers fail, run for a long time or use much memory, by a name for the oddity. */

const crlf = (...lines: readonly string[]) => lines.join('\r\n')
const html = (body: string) => crlf('Content-Type: text/html; charset=utf-8', '', body)
const multipart = (kind: string, ...parts: readonly string[]) =>
  crlf(
    `Content-Type: multipart/${kind}; boundary=b`,
    '',
    ...parts.flatMap((part) => ['--b', part]),
    '--b--',
    '',
  )

/** An image part in base64 with `bytes` bytes. */
const image = (id: string, bytes: number) =>
  crlf(
    'Content-Type: image/png',
    `Content-ID: <${id}>`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.alloc(bytes, 1).toString('base64').replace(/.{76}/g, '$&\r\n'),
  )

/** Multiparts nested to `depth`. */
function nested(depth: number, kind: string): string {
  const open = Array.from({ length: depth }, (_, level) =>
    crlf(`Content-Type: multipart/${kind}; boundary=b${level}`, '', `--b${level}`),
  )
  return crlf(open.join('\r\n'), 'Content-Type: text/plain', '', 'deep inside', '')
}

const mails: Record<string, () => string> = {
  'an inline image that is shown 5,000 times': () =>
    multipart('related', html('cid:a '.repeat(5_000)), image('a', 100_000)),
  '50,000 multiparts in one another': () => nested(50_000, 'mixed'),
  '3,000 multipart/related in one another': () => nested(3_000, 'related'),
  'a field of 10 MB': () => crlf(`X-Long: ${'a'.repeat(10_000_000)}`, '', 'x'),
  '200,000 fields': () => crlf('X-A: b\r\n'.repeat(200_000), 'x'),
  '50,000 addresses': () =>
    crlf(`To: ${Array.from({ length: 50_000 }, (_, n) => `"n${n}" <a${n}@x.test>`).join(', ')}`, '', 'x'),
  'HTML of 5 MB of nested tags': () => html('<div><table><tr><td>'.repeat(250_000)),
  'HTML with a megabyte of white space in a style': () =>
    html(`<p style="background:url(${' '.repeat(1_000_000)}x`),
  'a charset that is none': () =>
    crlf('Content-Type: text/plain; charset="\0\xff;utf-99"', '', '\xff\xfe\xf8'),
  'base64 that is none': () =>
    crlf('Content-Type: image/png', 'Content-Transfer-Encoding: base64', '', '=!'.repeat(500_000)),
  'uuencode without an end': () =>
    crlf('Content-Transfer-Encoding: x-uuencode', '', 'begin 644 a', `M${'`'.repeat(60)}\r\n`.repeat(20_000)),
}

/** Yields the hostile mails one at a time, because all of them together are large. */
export function* hostileMails(): Generator<readonly [name: string, raw: Buffer]> {
  for (const [name, body] of Object.entries(mails)) {
    yield [name, Buffer.from(`From: mallory@example.com\r\nMIME-Version: 1.0\r\n${body()}`, 'latin1')]
  }
}

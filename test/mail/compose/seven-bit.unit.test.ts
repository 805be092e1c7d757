import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSevenBit, toSevenBit } from '../../../server/mail/compose/seven-bit.js'
import { bufferSource } from '../../../server/mail/mime/mail-source.js'
import { transferDecoder } from '../../../server/mail/mime/body/transfer-decoding.js'
import { walkMail } from '../../../server/mail/mime/body/walk-mail.js'
import { runs } from '../../support/run/sampled.js'
import { turnsWhile } from '../../support/time/turns.js'

/** A message from lines, whose characters stand for bytes unless it is text. */
function bytesOf(lines: readonly string[], encoding: BufferEncoding = 'utf8'): Buffer {
  return Buffer.from(`${lines.join('\r\n')}\r\n`, encoding)
}

async function reencoded(bytes: Buffer): Promise<Buffer | undefined> {
  return toSevenBit(bytes, await walkMail(bufferSource(bytes)), () => true)
}

/** Returns each part as readers see it. */
async function seen(bytes: Buffer) {
  const { parts } = await walkMail(bufferSource(bytes))
  return parts.map(({ type, parent, charset, filename, contentId, disposition, encoding, begin, end }) => {
    const decoder = transferDecoder(encoding)
    const content = Buffer.concat([decoder.update(bytes.subarray(begin, end)), decoder.end()])
    return { type, parent, charset, filename, contentId, disposition, content: content.toString('latin1') }
  })
}

const alternative = (...parts: readonly (readonly string[])[]) => [
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary="b"',
  '',
  ...parts.flatMap((part) => ['--b', ...part]),
  '--b--',
]
const plain = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', 'Grüße']
const calendar = (...lines: readonly string[]) => [
  'Content-Type: text/calendar; charset=utf-8; method=REQUEST; component=VEVENT',
  ...lines,
]

describe('a message is re-encoded part by part', () => {
  test.each<[string, readonly string[]]>([
    ['8-bit text', alternative(plain, calendar('', 'BEGIN:VCALENDAR', 'END:VCALENDAR'))],
    [
      '8-bit bytes in a part that says 7bit',
      alternative(plain, calendar('Content-Transfer-Encoding: 7bit', '', 'Ü')),
    ],
    [
      '8-bit bytes in quoted-printable',
      alternative(calendar('Content-Transfer-Encoding: quoted-printable', '', '=C3=BCü')),
    ],
    ['long lines', alternative(calendar('', 'x'.repeat(1100), `${'y'.repeat(2000)} `))],
    [
      'a long line of base64',
      alternative(calendar('Content-Transfer-Encoding: base64', '', 'QUJD'.repeat(400))),
    ],
    ['blanks at the ends of lines', alternative(calendar('', 'ü \t', ' ', '.', 'From ü'))],
    ['a message that is one part', ['Content-Type: text/calendar; method=REQUEST', '', 'Größe']],
    [
      'an 8-bit name',
      [
        'Content-Type: application/ics; name="Größe.ics"',
        'Content-Disposition: attachment; filename="Größe.ics"',
        '',
        'A',
      ],
    ],
    ['an 8-bit description', ['Content-Description: Größe', 'Content-Type: text/x-a', '', 'A']],
    ['NULs and lone line ends', ['Content-Type: application/x-a', '', 'a\0b\nc\rd']],
    [
      'an 8-bit preamble and epilogue',
      [...alternative(calendar('', 'a')).map((line) => line || '\r\nGröße\r\n'), 'Größe'],
    ],
    [
      'a message within the message',
      [
        'Content-Type: multipart/mixed; boundary=out',
        '',
        '--out',
        'Content-Type: message/rfc822',
        'Content-Transfer-Encoding: 8bit',
        '',
        'From: Jürgen <j@example.com>',
        'Subject: Größe',
        ...alternative(plain),
        '--out--',
      ],
    ],
  ])('%s', async (_, lines) => {
    const bytes = bytesOf(lines)
    const again = (await reencoded(bytes)) ?? Buffer.alloc(0)
    expect(isSevenBit(again)).toBe(true)
    const isNested = lines.includes('Content-Type: message/rfc822')
    const withoutContent = (parts: Awaited<ReturnType<typeof seen>>) =>
      parts.map((part) => ({ ...part, content: isNested ? '' : part.content.replace(/\r\n$/, '') }))
    expect(withoutContent(await seen(again))).toEqual(withoutContent(await seen(bytes)))
    expect(again.toString('latin1').match(/method=REQUEST/g)).toEqual(
      bytes.toString('latin1').match(/method=REQUEST/g),
    )
  })

  test('the message within it too, with its names and subject', async () => {
    const inner = ['From: Jürgen <j@example.com>', 'Subject: Größe', ...alternative(plain)]
    const again = (await reencoded(bytesOf(['Content-Type: message/rfc822', '', ...inner])))?.toString(
      'latin1',
    )
    expect(again).toContain(
      'From: =?UTF-8?B?SsO8cmdlbg==?= <j@example.com>\r\nSubject: =?UTF-8?B?R3LDtsOfZQ==?=',
    )
    expect(again).toContain('Content-Transfer-Encoding: base64\r\n\r\nR3LDvMOfZQ==\r\n--b--')
  })

  test('what is 7-bit stays as it is to the byte', async () => {
    const calm = ['Content-Type:  TEXT/html;  charset=us-ascii', 'X-Own:  a', '', '<p> kept  =20']
    const again = (await reencoded(bytesOf(alternative(calm, plain))))?.toString('latin1')
    expect(again).toContain(`--b\r\n${calm.join('\r\n')}\r\n--b\r\n`)
  })
})

test.each<[string, readonly string[]]>([
  [
    'an encoding that nobody knows',
    ['Content-Type: text/x-a', 'Content-Transfer-Encoding: x-uuencode', '', 'ü'],
  ],
  ['a report with 8-bit bytes', ['Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; ü']],
  [
    'a signature within a message',
    [
      'Content-Type: message/rfc822',
      '',
      'Content-Type: multipart/signed; boundary=s',
      '',
      '--s',
      '',
      'ü',
      '--s',
      'Content-Type: application/pgp-signature',
      '',
      'a',
      '--s--',
    ],
  ],
  ['a field without a form in 7 bits', ['Content-Type: text/x-a', 'Content-Location: ü', '', 'a']],
  ['an address that is not ASCII', ['Content-Type: message/rfc822', '', 'From: ü@example.com', '', 'a']],
])('%s has no form in 7 bits', async (_, lines) => {
  expect(await reencoded(bytesOf(lines))).toBeUndefined()
})

describe('other tasks have their turn', () => {
  test('between parts', async () => {
    const bytes = bytesOf(alternative(...Array.from({ length: 300 }, () => ['', 'a'])))
    const walked = await walkMail(bufferSource(bytes))
    expect(await turnsWhile(() => toSevenBit(bytes, walked, () => true))).toBeGreaterThan(300)
  })

  test('within a message that stands in the message', async () => {
    const long = 'x\r\n'.repeat(500_000)
    const bytes = bytesOf(['Content-Type: message/rfc822', '', ...alternative(plain, ['', long])])
    const walked = await walkMail(bufferSource(bytes))
    // It is walked as it came, and so is the result.
    const chunks = Math.floor(long.length / 64 / 1024)
    expect(await turnsWhile(() => toSevenBit(bytes, walked, () => true))).toBeGreaterThan(chunks)
  })
})

const anyPart = fc.record({
  type: fc.constantFrom(
    'text/plain',
    'text/calendar; method=CANCEL',
    'text/x-amp-html',
    'image/png',
    'application/x-a',
  ),
  encoding: fc.constantFrom('7bit', '8bit', 'binary', 'base64', 'quoted-printable'),
  body: fc.array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('', '.', '--', '--b', 'From a', '=', 'a='),
      fc.string({ minLength: 990, maxLength: 1010 }),
    ),
    { maxLength: 8 },
  ),
})

test('re-encoding keeps types, places and bytes, or is refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyPart, { minLength: 1, maxLength: 4 }), async (made) => {
      const parts = made.map(({ type, encoding, body }) => [
        `Content-Type: ${type}`,
        `Content-Transfer-Encoding: ${encoding}`,
        '',
        ...body,
      ])
      const bytes = bytesOf(alternative(...parts))
      const again = await reencoded(bytes)
      if (again === undefined) return
      expect(isSevenBit(again)).toBe(true)
      expect(await seen(again)).toEqual(await seen(bytes))
    }),
    { numRuns: runs(500) },
  )
})

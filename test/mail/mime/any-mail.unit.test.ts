import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transferDecoder } from '../../../server/mail/mime/body/transfer-decoding.js'
import { mails } from './corpus/mails.js'
import { composed, toMail, type Composed } from './composed.js'
import { expectPromises } from './promises.js'
import { contentOf, read } from './read.js'
import { runs } from '../../support/run/sampled.js'

test('a composed mail is read as what it was composed of', async () => {
  await fc.assert(
    fc.asyncProperty(composed, fc.integer({ min: 1, max: 200 }), async (content: Composed, chunk) => {
      const raw = toMail(content)
      const mail = await read(raw, chunk)
      expect(mail.subject).toBe(content.subject)
      expect(mail.from).toEqual([
        { email: 'ada@example.com', name: content.sender === '' ? null : content.sender },
      ])
      expect(mail.text === null ? [] : mail.text.split(/\n+/)).toEqual(content.texts)
      expect(mail.html === null ? [] : mail.html.split(/\n+/)).toEqual(content.htmls)
      expect(mail.attachments.map(({ filename }) => filename)).toEqual(content.files.map(({ name }) => name))
      for (const [index, attachment] of mail.attachments.entries())
        expect((await contentOf(raw, attachment, chunk)).toString('hex')).toBe(
          content.files[index]?.content.toString('hex'),
        )
      expect(mail.truncated).toBe(false)
      expectPromises(mail, raw.length)
    }),
    { numRuns: runs(150) },
  )
})

test('where the chunks of a mail are cut does not matter', async () => {
  for (const [name, raw] of mails) {
    expectPromises(await read(raw), raw.length)
    if (raw.length > 20_000) continue
    const whole = await read(raw)
    for (const chunk of [1, 2, 3, 7, 64])
      expect({ name, mail: await read(raw, chunk) }).toEqual({ name, mail: whole })
  }
})

const fragment = fc.oneof(
  fc.constantFrom(
    ...[
      '\r\n',
      '\n',
      '\r',
      '\r\n\r\n',
      ' ',
      '\t',
      '\0',
      '--',
      '--b',
      '--b--',
      '\r\n--b\r\n',
      '\r\n--b--\r\n',
      '\n--bb\n',
    ],
    ...[
      'From: ',
      'To: ',
      'Subject: ',
      'Message-ID: ',
      'References: ',
      'Date: ',
      'Received: from ',
      'X'.repeat(300),
    ],
    ...[
      'Content-Type: multipart/mixed; boundary=b\r\n',
      'Content-Type: multipart/alternative; boundary="bb"\n',
    ],
    ...[
      'Content-Type: text/html; charset=',
      'utf-7',
      'utf-16',
      'iso-2022-jp',
      'gb2312',
      'us-ascii',
      '\x1b$B',
      '+AG',
    ],
    ...[
      'Content-Transfer-Encoding: base64\r\n',
      'Content-Transfer-Encoding: quoted-printable\r\n',
      '=',
      '=\r\n',
      '=0',
    ],
    ...[
      'Content-Disposition: attachment; filename',
      "*0*=utf-8''%",
      '*=',
      '%00',
      '%E2%80%AE',
      '; name=',
      '/',
      '\\',
      '"',
    ],
    ...[
      '=?utf-8?q?',
      '=?utf-16le?B?AADY',
      '=00',
      '?=',
      '<',
      '>',
      '@',
      ',',
      ':',
      ';',
      '(',
      ')',
      'a@example.com',
      '<a@b>',
    ],
    ...['format=flowed; delsp=yes', 'Mon, 1 Jan 2026 00:00:00 +0000', '\xff\xfe', '\xc3', '\xed\xa0\x80'],
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
)

test('any bytes at all are read, in any chunks, and what is promised holds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fragment, { maxLength: 60 }),
      fc.integer({ min: 1, max: 40 }),
      async (fragments, chunk) => {
        const raw = Buffer.from(fragments.join(''), 'latin1')
        const mail = await read(raw)
        expectPromises(mail, raw.length)
        expect(await read(raw, chunk)).toEqual(mail)
      },
    ),
    { numRuns: runs(1000) },
  )
})

test.each(['base64', 'quoted-printable', 'identity'] as const)(
  'what comes of %s does not depend on where it is cut',
  (encoding) => {
    const character = fc.constantFrom(...'=aA0F+/\r\n\t !\xff'.split(''))
    fc.assert(
      fc.property(fc.array(fc.string({ unit: character, maxLength: 9 })), (pieces) => {
        const decode = (chunks: readonly string[]) => {
          const decoder = transferDecoder(encoding)
          const decoded = chunks.map((chunk) => Buffer.from(decoder.update(Buffer.from(chunk, 'latin1'))))
          return Buffer.concat([...decoded, decoder.end()]).toString('latin1')
        }
        expect(decode(pieces)).toBe(decode([pieces.join('')]))
      }),
    )
  },
)

function decoded(encoding: 'base64' | 'quoted-printable', encoded: string): string {
  const decoder = transferDecoder(encoding)
  return Buffer.concat([decoder.update(Buffer.from(encoded, 'latin1')), decoder.end()]).toString('latin1')
}

test.each([
  ['one= \r\ntwo=\t\r\nthree =\r\nfour', 'onetwothree four'],
  ['one=\ntwo= \t \nthree', 'onetwothree'],
  ['one \t\r\ntwo \nthree ', 'one\r\ntwo\nthree'],
  ['a=20 \r\nb', 'a \r\nb'],
  ['=c3=bC=3d=3D', '\xc3\xbc=='],
  ['=0D=0Afive=3\r\n=ZZ end=', '\r\nfive=3\r\n=ZZ end'],
  ['a=\rb = c=  d', 'a=\rb = c=  d'],
  ['==\r\n=3', '==3'],
  ['end= \t', 'end'],
  ['end=\r', 'end'],
  [`${' '.repeat(1500)}x =${' '.repeat(1023)}\r\ny`, `${' '.repeat(1500)}x y`],
])('quoted-printable %j', (encoded, text) => {
  expect(decoded('quoted-printable', encoded)).toBe(text)
})

test.each([
  ['QUJDRA', 'ABCD'],
  ['QUI=Q0Q=\r\nRQ==', 'ABCDE'],
  ['QU!J-D\r\n R_EU', 'ABCDE'],
  ['QUJDR', 'ABC'],
  ['====', ''],
])('base64 %j', (encoded, text) => {
  expect(decoded('base64', encoded)).toBe(text)
})

test('what is well encoded is decoded, however its lines were padded on the way', () => {
  const padding = fc.stringMatching(/^[ \t]{0,3}$/)
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      padding,
      fc.constantFrom('\n', '\r\n'),
      (content, blanks, end) => {
        const codes = Array.from(content, (byte) => `=${byte.toString(16).padStart(2, '0')}`)
        const quoted = codes.map((code, at) => (at % 20 === 19 ? `${code}=${blanks}${end}` : code)).join('')
        expect(decoded('quoted-printable', quoted + blanks)).toBe(Buffer.from(content).toString('latin1'))
      },
    ),
    { numRuns: runs(500) },
  )
})

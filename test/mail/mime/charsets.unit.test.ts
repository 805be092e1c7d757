import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { decodeHtml, decodeText } from '../../../server/mail/mime/charset/charsets.js'
import { textDecoder } from '../../../server/mail/mime/charset/text-decoder.js'
import { base64, bytes, lines, message, multipart, part } from './corpus/compose.js'
import { readText } from './read.js'
/** The indexes of the Encoding Standard: the characters of the bytes from 0x80 to 0xFF. */
import singleByte from './single-byte-encodings.json' with { type: 'json' }

const every = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const lower = String.fromCharCode(...every.subarray(0, 128))
const upperBytes = every.subarray(128)
/** A character for each byte. */
const raw = (text: string) => Buffer.from(text, 'latin1')

describe('every label of the Encoding Standard', () => {
  /** Labels that say nothing in mail: bytes beyond ASCII may be UTF-8. */
  const vague = ['ascii', 'us-ascii', 'ansi_x3.4-1968', 'iso-ir-6']
  test.each(Object.entries(singleByte))('%s', (_encoding, { labels, upper }) => {
    for (const label of labels.split(' ')) {
      expect({ label, text: textDecoder(label).decode(every) }).toEqual({ label, text: lower + upper })
      expect(textDecoder(label).encoding).toBe(_encoding)
      if (vague.includes(label)) continue
      expect({ label, text: decodeText(upperBytes, label) }).toEqual({ label, text: upper })
      expect(decodeText(upperBytes, ` ${label.toUpperCase()}; `)).toBe(upper)
    }
  })

  const chinese = 'gbk gb2312 gb_2312 gb_2312-80 chinese csgb2312 csiso58gb231280 iso-ir-58 x-gbk gb18030'
  const korean =
    'euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949'
  const japanese = 'shift_jis csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis'
  test.each([
    ['utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8', bytes('Grüße €'), 'Grüße €'],
    [
      chinese,
      '\xc4\xe3\xba\xc3 \xd6\xec\xe9F\xbb\xf9 \xa2\xe3 \xa6\xd9 \x81\x39\xee\x39',
      '你好 朱镕基 € ︐ 㐀',
    ],
    ['big5 big5-hkscs cn-big5 csbig5 x-x-big5', '\xa7A\xa6n \x87\x40 \xfa\x40 \x88\x62', '你好 䏰 𠕇 Ê̄'],
    [japanese, '\x82\xb1\x82\xf1 \xb1\xb2 \x87@ \xfb\xfc', 'こん ｱｲ ① 髙'],
    ['euc-jp cseucpkdfmtjapanese x-euc-jp', '\xa4\xb3\xa4\xf3 \x8e\xb1 \x8f\xb0\xa1', 'こん ｱ 丂'],
    ['iso-2022-jp csiso2022jp', '\x1b$B$3$s\x1b(I12\x1b(J\\\x1b(B\\', 'こんｱｲ¥\\'],
    [korean, '\xbe\xc8\xb3\xe7 \x94\xee \x8cc', '안녕 뷁 똠'],
    ['utf-16be unicodefffe', '\0G\0r\0\xfc \xac', 'Grü€'],
    ['utf-16le unicodefeff utf-16 ucs-2 unicode csunicode iso-10646-ucs-2', 'G\0r\0\xfc\0\xac ', 'Grü€'],
    ['iso-2022-kr csiso2022kr', '\x1b$)C\x0e>H3g\x0f, \x0e:A\n\x0f?', '안녕, 봐\n?'],
    ['hz-gb-2312', '~{Dc:C~} ~~ wor~\nld', '你好 ~ world'],
    ['iso-2022-cn iso-2022-cn-ext', '\x1b$)A\x0eDc:C\x0f!', '你好!'],
  ])('%s', (labels, encoded, text) => {
    for (const label of labels.split(' '))
      expect({ label, text: decodeText(raw(encoded), label) }).toEqual({ label, text })
  })
})

test.each([
  ['windows1252 cp-1252 Cp1252 win-1252 "windows-1252"; windows-1252,', '5 \x80', '5 €'],
  ['iso8859_1 ISO8859-1 latin-1 8859_1 iso-8859-1:1987', 'Gr\xfc\xdfe', 'Grüße'],
  ['iso-8859-15 latin9 latin-9 ISO8859_15 iso 8859-15', '5 \xa4', '5 €'],
  ['iso-8859-8-i ISO_8859-8-I iso-8859-8-e csisolatinhebrew iso88598i', '\xf9\xec', 'של'],
  ['windows1251 win1251 cp-1251 x-cp1251 ms1251 WINDOWS_1251', '\xcf\xf0\xe8', 'При'],
  ['utf8mb4 UTF_8 utf-8; "utf-8" 3D"utf-8" utf8,format=flowed x-utf-8 cp65001', bytes('Grüße'), 'Grüße'],
  ['cp850 cp-850 ibm850 IBM-850 csPC850Multilingual cp00850', 'Gr\x81\xe1e', 'Grüße'],
  ['cp437 cp-437 ibm437 437 csPC8CodePage437', 'Gr\x81\xe1e \xe0', 'Grüße α'],
  ['cp858 ibm00858 cp-858', '\xd5', '€'],
  ['macintosh x-mac-roman mac MacRoman mac-roman', 'Gr\x9f\xa7e \xdb', 'Grüße €'],
  ['x-mac-ce x-mac-centraleurroman mac-centraleurope', '\x8e', 'é'],
  ['x-mac-cyrillic x-mac-ukrainian mac-cyrillic', '\x8f\xf0\xe8', 'При'],
  ['x-mac-greek macgreek', '\xe1', 'α'],
  [
    'iso-2022-jp-2 iso2022jp _iso-2022-jp$esc cp50221',
    '\x1b$BF|K\\8l\x1b$(C>H3g\x1b$(D0!\x1b(I1',
    '日本語안녕丂ｱ',
  ],
  ['hz HZ-GB-2312 hzgb2312', '~{5Z6~PP~}', '第二行'],
  ['iso-2022-kr iso2022kr cp50225', '\x1b$)C\x0e5QB0\x0f', '둘째'],
  ['euc_jp eucjp x-euc-jp eucJP-ms cp51932', '\xa4\xb3', 'こ'],
  ['x-windows-949 ms949 uhc cp-949', '\x8cc', '똠'],
])('mail calls a charset %s', (labels, encoded, text) => {
  for (const label of labels.split(/ (?!8859-15)/))
    expect({ label, text: decodeText(raw(encoded), label) }).toEqual({ label, text })
})

test.each([
  ['iso-2022-jp', bytes('お問い合わせ'), 'お問い合わせ'],
  ['iso-2022-jp', iconv.encode('お問い合わせ', 'euc-jp').toString('latin1'), 'お問い合わせ'],
  ['iso-2022-jp', iconv.encode('お問い合わせ', 'shift_jis').toString('latin1'), 'お問い合わせ'],
  ['shift_jis', iconv.encode('お問い合わせ', 'euc-jp').toString('latin1'), 'お問い合わせ'],
  ['shift_jis', '\x1b$B$*Ld\x1b(B', 'お問'],
  ['euc-jp', bytes('お問い合わせ'), 'お問い合わせ'],
  ['euc-kr', bytes('안녕하세요'), '안녕하세요'],
  ['iso-2022-kr', iconv.encode('안녕', 'euc-kr').toString('latin1'), '안녕'],
  ['hz', bytes('你好'), '你好'],
  ['hz', '\xc4\xe3\xba\xc3', '你好'],
  ['utf-7', bytes('Grüße'), 'Grüße'],
  ['utf-16', bytes('Grüße'), 'Grüße'],
  ['utf-16', '\0G\0r', 'Gr'],
  ['iso-8859-1', `\xef\xbb\xbf${bytes('Grüße')}`, 'Grüße'],
  [undefined, '\x1b$B$*Ld\x1b(B', 'お問'],
  [undefined, '\x1b$)C\x0e>H3g\x0f', '안녕'],
  ['us-ascii', '\x1b$B$*Ld\x1b(B', 'お問'],
  [undefined, '\xff\xfeG\0r\0', 'Gr'],
  [undefined, bytes('a \ufffd ü'), 'a \ufffd ü'],
  // As other mail readers show it.
  ['utf-8', 'Gr\xfc\xdfe', 'Gr\ufffd\ufffde'],
  ['iso-2022-jp', '\x1b$B$*\xff\xff\x1b(B', 'お\ufffd\ufffd'],
])('%s of bytes that may not fit: %j', (label, encoded, text) => {
  expect(decodeText(raw(encoded), label)).toBe(text)
})

test.each([
  ['<meta charset="windows-1251"><p>\xcf\xf0\xe8</p>', '<p>При</p>'],
  ['<META http-equiv=Content-Type content="text/html; charset=koi8-r"><p>\xf0\xd2</p>', '<p>Пр</p>'],
  ["<meta content='text/html;charset=shift_jis' http-equiv='content-type'><p>\x82\xb1</p>", '<p>こ</p>'],
  [`<meta charset=iso-8859-1><p>${bytes('ü')}</p>`, '<p>ü</p>'],
  ['<meta charset=utf-8><p>\xfc</p>', '<p>ü</p>'],
  ['<meta charset=utf-7><p>+ADw-</p>', '<p>+ADw-</p>'],
  ['<meta charset=x-none><p>\x80</p>', '<p>€</p>'],
])('HTML without a charset of its own: %j', async (html, end) => {
  for (const label of [undefined, 'us-ascii', 'unknown-8bit'])
    expect(decodeHtml(raw(html), label).slice(-end.length)).toBe(end)
  const mail = await readText(part(['Content-Type: text/html'], html))
  expect(mail.html?.endsWith(end)).toBe(true)
  expect(decodeHtml(raw('<meta charset=koi8-r>\xfc'), 'iso-8859-1')).toContain('ü')
})

test('a charset is found wherever a mail names one, or does not', async () => {
  const name = "name*=windows1251''%CF%F0.txt"
  const file = part([`Content-Type: application/pdf; ${name}`], 'x')
  const mail = await readText(
    message(
      multipart('mixed', 'b', part(['Content-Type: text/plain; charset=cp-1251'], '\xcf\xf0'), file),
      `Subject: =?hz-gb-2312?B?${base64('~{Dc:C~}')}?= =?cp-850?Q?Gr=81=E1e?=`,
    ),
  )
  expect(mail).toMatchObject({ subject: '你好Grüße', text: 'Пр', attachments: [{ filename: 'Пр.txt' }] })
})

test.each([
  ['Content-Type: text/plain; charset=koi8-r', '\xf0\xd2', 'Пр'],
  ['Content-Type: text/plain; charset="utf-8"', '\x80 \x93x\x94', '€ “x”'],
  ['Content-Type: text/plain; charset=koi8-r', bytes('Grüße'), 'Grüße'],
  ['Content-Type: text/plain', '\x1b$B$*Ld\x1b(B', 'お問'],
  ['Content-Type: text/plain; charset=iso-2022-jp', '\x1b$B$*Ld\x1b(B', 'お問'],
])('a header with bytes as they are, %s: %j', async (type, subject, text) => {
  expect((await readText(lines(`Subject: ${subject}`, type, '', 'x'))).subject).toBe(text)
})

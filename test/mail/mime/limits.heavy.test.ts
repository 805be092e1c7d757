import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileSource } from '../../../server/mail/mime/mail-source.js'
import { parseLimits } from '../../../server/mail/mime/parsed-mail.js'
import { contentOf, read, readFrom, readText } from './read.js'
import { expectPromises } from './promises.js'

const mixed = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n'
const { textBytes, attachments, addresses, depth, parts } = parseLimits

test('a text of the longest is whole, and one character more is cut', async () => {
  const fits = await readText(`\r\n${'x'.repeat(textBytes)}`)
  expect([fits.text?.length, fits.truncated]).toEqual([textBytes, false])
  const more = await readText(`\r\n${'x'.repeat(textBytes + 1)}`)
  expect([more.text?.length, more.truncated]).toEqual([textBytes, true])
})

test('a text is cut between characters, in any charset and over all its parts', async () => {
  const raw = (charset: string, content: string | Buffer) =>
    Buffer.concat([Buffer.from(`Content-Type: text/plain; charset=${charset}\r\n\r\n`), Buffer.from(content)])
  for (const mail of [
    raw('utf-8', 'x€'.repeat(400_000)),
    raw('utf-16le', Buffer.from('x€'.repeat(400_000), 'utf16le')),
  ]) {
    const { text, truncated } = await read(mail)
    expect([Buffer.byteLength(text ?? ''), text?.endsWith('€'), truncated]).toEqual([textBytes, true, true])
  }
  const part = `--b\r\nContent-Type: text/html\r\n\r\n${'x'.repeat(700_000)}\r\n`
  const { html, truncated } = await readText(`${mixed}${part}${part}--b--`)
  expect([html?.length, truncated]).toEqual([textBytes, true])
})

test('attachments, addresses, levels, parts and fields beyond the limits are left out', async () => {
  const image = '--b\r\nContent-Type: image/png\r\n\r\nx\r\n'
  for (const more of [0, 1]) {
    const files = await readText(`${mixed}${image.repeat(attachments + more)}--b--`)
    expect([files.attachments.length, files.truncated]).toEqual([attachments, more === 1])
    const list = await readText(`To: ${'a@example.com, '.repeat(addresses + more)}\r\n\r\n`)
    expect([list.to.length, list.truncated]).toEqual([addresses, more === 1])
    const levels = Array.from({ length: depth + more }, (_, level) => `b${String(level)}`)
    const nested = levels.map(
      (level) => `Content-Type: multipart/mixed; boundary=${level}\r\n\r\n--${level}\r\n`,
    )
    const deep = await readText(`${nested.join('')}\r\ndeep`)
    expect([deep.text, deep.attachments.map(({ contentType }) => contentType), deep.truncated]).toEqual(
      more === 0 ? ['deep', [], false] : [null, ['multipart/mixed'], true],
    )
  }
  const many = await readText(`${mixed}${'--b\r\n\r\nx\r\n'.repeat(parts + 1)}--b--`)
  expect([many.text?.split('\n\n').length, many.truncated]).toEqual([parts, true])
  const fields = await readText(`Subject: x\r\n${'X: y\r\n'.repeat(100_000)}Cc: a@example.com\r\n\r\nbody`)
  expect([fields.subject, fields.cc, fields.text, fields.truncated]).toEqual(['x', [], 'body', true])
  const long = await readText(`Subject: ${'x'.repeat(1999)}\xf0\x9f\x98\x80\r\n\r\nbody`)
  expect([long.subject, long.truncated]).toEqual(['x'.repeat(1999), false])
})

test('a message in a file is read as one in memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mail-'))
  const path = join(folder, 'mail')
  const content = Buffer.alloc(300_000, 'ABCDEFG')
  const encoded = content.toString('base64').replace(/.{76}/g, '$&\r\n')
  const file = `--b\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded}\r\n`
  const raw = Buffer.from(
    `From: a@example.com\r\n${mixed}--b\r\n\r\n${'text\r\n'.repeat(20_000)}\r\n${file}${file}--b--`,
  )
  await writeFile(path, raw)
  const handle = await open(path)
  try {
    const mail = await readFrom(fileSource(handle, raw.length))
    expect(mail).toEqual(await read(raw))
    expect(mail.attachments.map(({ size }) => size)).toEqual([300_000, 300_000])
    const [first] = mail.attachments
    expect(first && content.equals(await contentOf(raw, first))).toBe(true)
    // A file that is shorter than it was said to be.
    await readFrom(fileSource(handle, raw.length + 100_000))
  } finally {
    await handle.close()
    await rm(folder, { recursive: true })
  }
})

const million = 1_000_000
const nested = Array.from({ length: 20_000 }, (_, level) => `b${String(level)}`)
const fill = (text: string) => text.repeat(million / text.length)

/**
 * Texts for which some parsers take a time that grows with the square: here, the time limit of a test would be
 * passed.
 */
const hostile: Record<string, () => string> = {
  'twenty thousand multiparts in each other': () =>
    nested.map((level) => `Content-Type: multipart/mixed; boundary=${level}\r\n\r\n--${level}\r\n`).join(''),
  'twenty thousand with one boundary': () => `${mixed}--b\r\n`.repeat(20_000),
  'a million parts': () => mixed + fill('--b\n').repeat(4),
  'lines like boundaries': () => mixed + fill('--b-\n') + fill('--bb\n') + fill('--\n'),
  'a header without an end': () => `Subject: ${fill('x').repeat(3)}`,
  'a header of folds': () => `Subject: x\r\n${fill(' x\r\n')}`,
  'a header of fields': () => fill('a:\n'),
  'a line without an end': () => mixed + fill('x').repeat(3),
  'empty lines': () => mixed + fill('\n') + fill('\r\n') + fill('\r'),
  'soft line breaks': () => `Content-Transfer-Encoding: quoted-printable\r\n\r\n${fill('=\r\n')}`,
  padding: () =>
    `${mixed}--b\r\nContent-Type: a/b\r\nContent-Transfer-Encoding: base64\r\n\r\n${fill('=A!')}`,
  paragraphs: () => `Content-Type: text/plain; format=flowed\r\n\r\n${fill('>>> \r\n')}`,
  shifts: () => `Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n${fill('\x1b$B')}`,
  'UTF-7': () => `Content-Type: text/plain; charset=utf-7\r\n\r\n${fill('+')}${fill('+A')}`,
}
const values = [
  ...[
    '(',
    ')',
    '<',
    '"',
    ':',
    ',',
    ';',
    '@',
    '\\',
    '=',
    ' ',
    '=?',
    '=?u?Q?',
    '<a@',
    '"@',
    'a:',
    '():',
    '[',
    '%',
  ],
  ...[
    '=?utf-8?B?AAAA?= ',
    '=?utf-8?q?=C3?=',
    '; a=b',
    '; a*0=b',
    '; (',
    '; a="',
    "; x*=utf-8''%",
    'from ',
    'a@b, ',
  ],
]

test.each(Object.entries(hostile))('%s', async (_, mail) => {
  const raw = Buffer.from(`From: mallory@example.com\r\n${mail()}`, 'latin1')
  expectPromises(await read(raw), raw.length)
})

test.each(values)('fields of 200 kB of %j', async (value) => {
  const long = value.repeat(200_000 / value.length)
  for (const name of [
    'From',
    'Subject',
    'Content-Type: a/b',
    'Content-Disposition',
    'References',
    'Received',
  ]) {
    const raw = Buffer.from(`${name}${name.includes(':') ? '' : ': '}${long}\r\n\r\nbody`)
    expectPromises(await read(raw), raw.length)
  }
})

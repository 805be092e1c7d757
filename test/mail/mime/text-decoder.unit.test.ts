import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { decodedXml } from '../../../server/product/domains/dmarc/reports/xml.js'
import { decodeText } from '../../../server/mail/mime/charset/charsets.js'
import { textDecoder } from '../../../server/mail/mime/charset/text-decoder.js'

/** The Encoding Standard's index windows-1252 has these code points for the bytes 0x80 to 0x9F. */
const upper = [
  ...[0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152],
  ...[0x8d, 0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122],
  ...[0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178],
]
const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
const expected = Array.from(bytes, (byte) => String.fromCodePoint(upper[byte - 0x80] ?? byte)).join('')

const labels = ['windows-1252', 'cp1252', 'x-cp1252', 'iso-8859-1', 'ISO8859-1', 'latin1', 'l1', 'us-ascii']

test.each(labels)('%s is windows-1252 on every Node', (label) => {
  expect(textDecoder(label).decode(bytes)).toBe(expected)
})

test.each([...labels, 'ansi_x3.4-1968', 'x-unknown', undefined])('mail of %s has its euro sign', (label) => {
  expect(decodeText(Buffer.from('\x93Offer\x94 \x80 5', 'latin1'), label)).toBe('“Offer” € 5')
})

test('a label that no encoding has is refused', () => {
  expect(() => textDecoder('windows-9999')).toThrow(RangeError)
})

test.each(['iso-8859-1', 'windows-1252', 'latin1'])('a DMARC report of %s has its dash', async (encoding) => {
  async function* report() {
    yield* await Promise.resolve([
      Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>${' '.repeat(300)}<a>Mail `, 'latin1'),
      Buffer.from('\x96 daily</a>', 'latin1'),
    ])
  }
  let text = ''
  for await (const piece of decodedXml(report())) text += piece
  expect(text).toContain('<a>Mail – daily</a>')
})

test('no other module makes a TextDecoder of anything but UTF-8: Nodes differ in what these read', () => {
  const made = ['base', 'embedded', 'server', 'cli/src', 'sdk-ts/src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => {
        const file = path.posix.join(folder, name)
        const source = readFileSync(file, 'utf8')
        return [...source.matchAll(/new (?:util\.)?TextDecoder\((?!\)|'utf-8'[,)])/g)].map(() => file)
      }),
  )
  expect([...new Set(made)]).toEqual(['server/mail/mime/charset/text-decoder.ts'])
})

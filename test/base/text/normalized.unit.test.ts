import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmailAddress, foldAddress, normalizeDomain } from '../../../base/addresses/address.js'
import { parseUrl } from '../../../base/addresses/parse-url.js'
import { normalized } from '../../../base/text/normalized.js'
import { wordsIn } from '../../../server/platform/log-search/words.js'
import { termsOf } from '../../../server/platform/log-search/terms.js'
import { cleanFilename } from '../../../server/product/messages/admit/attachments.js'
import { usualTargets } from '../../../server/product/programs/contact-imports/targets.js'

/** Texts whose normalization, or whose form in ASCII, takes time by the square of their length. */

const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const
/** Above the letter and below it: a form sorts those below ahead. */
const [above, below] = ['\u0301', '\u0316']
const marks = `e${above.repeat(100_000)}${below.repeat(100_000)}`
const chinese = String.fromCodePoint(...Array.from({ length: 20_000 }, (_, at) => 0x4e00 + at))
const manyLabels = Array.from(chinese.match(/.{1,60}/gu) ?? []).join('.')

test('a text with up to 30 marks on a letter is in the form of Unicode', () => {
  const piece = fc.oneof(
    fc.constantFrom('e', above, below, '\u0323', '\u1100', '\u1161', '\u11a8', '\ufb01'),
    fc.string({ unit: 'binary', maxLength: 2 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.constantFrom(...forms), (pieces, form) => {
      const text = pieces.join('')
      expect(normalized(text, form)).toBe(text.normalize(form))
    }),
  )
})

test('more marks are in order 30 by 30', () => {
  const text = `e${above.repeat(31)}${below}x`
  expect(normalized(text, 'NFD')).toBe(`e${above.repeat(30)}\u034f${below}${above}x`)
})

test.each<readonly [name: string, read: () => unknown]>([
  ...forms.map((form) => [form, () => normalized(marks, form).length] as const),
  ['an address with marks', () => isEmailAddress(`${marks}@shop.example`)],
  ['an address at a domain with marks', () => isEmailAddress(`ada@${marks}.example`)],
  ['an address at a long domain', () => isEmailAddress(`ada@${chinese}.example`)],
  ['an address at a domain of many labels', () => isEmailAddress(`ada@${manyLabels}.example`)],
  ['an address to compare', () => foldAddress(marks)],
  ['a domain', () => normalizeDomain(`${chinese}.example`)],
  ['a domain that begins with xn--', () => normalizeDomain(`xn--${'a'.repeat(100_000)}.example`)],
  ['a URL', () => parseUrl(`https://${chinese}.example/`)],
  ['a URL with line ends', () => parseUrl(` ht\ntp:\t/\r/${chinese}.example/`)],
  ['a URL that is encoded', () => parseUrl(`https://${encodeURIComponent(chinese)}.example/`)],
  ['a URL with a user', () => parseUrl(`ftp:a@${chinese}`)],
  ['words of a search', () => wordsIn(marks).length],
  ['what is searched', () => termsOf(marks).length],
  ['the name of a file', () => cleanFilename(marks).length],
  ['a column of a file', () => usualTargets([marks])],
])('takes no time of others: %s', (_, read) => {
  const begun = process.cpuUsage()
  read()
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(1000)
})

test.each([
  ['https://ex%C3%A4mple.example/', 'https://xn--exmple-cua.example/'],
  [`https://${'ä'.repeat(40)}.example/`, `https://xn--${'4ca'}${'a'.repeat(39)}.example/`],
  [`https://${'a'.repeat(63)}.${'b'.repeat(63)}.example/`, undefined],
  [`https://ada:${'ö'.repeat(200)}@shop.example/${'ü'.repeat(500)}`, undefined],
  [`mailto:${'ö'.repeat(200)}@shop.example`, undefined],
])('%s stays a URL', (given, expected) => {
  const url = parseUrl(given)
  expect(url).toBeDefined()
  if (expected !== undefined) expect(url?.href).toBe(expected)
})

test('only one file of the service normalizes, and few read URLs and domains of strangers', () => {
  const holding = (pattern: RegExp) =>
    ['base', 'embedded', 'server'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => path.posix.join(folder, name))
        .filter((file) => file.endsWith('.ts') && pattern.test(readFileSync(file, 'utf8')))
        .toSorted(),
    )
  expect(holding(/\.normalize\(/)).toEqual(['base/text/normalized.ts'])
  expect(holding(/\bdomainTo(?:ASCII|Unicode)\b/)).toEqual([
    'base/addresses/a-labels.ts',
    'base/addresses/address.ts',
    'server/product/audience/erasure/address-pattern.ts',
  ])
})

import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  csvHeader,
  csvLines,
  type WrittenSuppression,
} from '../../../../server/product/audience/suppressions/csv/write.js'
import { foldAddress, isEmailAddress } from '../../../../base/addresses/address.js'
import { now, readAll } from './read-all.js'
import { runs } from '../../../support/run/sampled.js'

const local = fc
  .array(fc.constantFrom(...`=+-'!#|.aB0\u00e9\u4f8b\u0130\u023a`), { minLength: 1, maxLength: 34 })
  .map((letters) => letters.join(''))
const address = fc
  .tuple(local, fc.constantFrom('example.com', 'b\u00fccher.example'))
  .map(([name, domain]) => `${name}@${domain}`)
  .filter(isEmailAddress)
  .map(foldAddress)

/** As the contract takes them: 1 to 500 characters without control characters. */
const note = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(...`'"=+-@;, ab\u00a0\ufeff\u3000`),
      fc.string({ unit: 'grapheme', maxLength: 1, minLength: 1 }),
    ),
    minLength: 1,
    maxLength: 60,
  })
  .filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text))

const suppression: fc.Arbitrary<WrittenSuppression> = fc.record({
  address,
  reason: fc.constantFrom('hard_bounce', 'soft_bounce', 'complaint', 'unsubscribe', 'manual', 'import'),
  suppressedAt: fc.date({ min: new Date(0), max: now, noInvalidDate: true }),
  note: fc.option(note),
})

async function readBack(
  written: readonly WrittenSuppression[],
  header: string,
): Promise<WrittenSuppression[]> {
  const lines = await readAll(header, csvLines(written))
  return lines.map((read) => {
    if ('code' in read) throw new Error(`line ${read.line} is rejected: ${read.code}`)
    const { address, reason, note, suppressedAt } = read.suppression
    return { address, reason, suppressedAt: suppressedAt ?? new Date(NaN), note }
  })
}

test('what is written is read again as it was, with its header and without', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(suppression, { maxLength: 6 }), fc.boolean(), async (written, headed) => {
      expect(await readBack(written, headed ? csvHeader : '')).toEqual(written)
    }),
    { numRuns: runs(50) },
  )
})

test('each record is one physical line, and no cell of it is a formula', () => {
  fc.assert(
    fc.property(fc.array(suppression, { maxLength: 6 }), (written) => {
      const csv = csvLines(written)
      expect(csv.split(/[\r\n\u0085\u2028\u2029]+/)).toHaveLength(written.length + 1)
      // Some spreadsheets have the semicolon for their separator, and look past quotes.
      for (const cell of [...parse(csv, {}).flat(), ...csv.split(/[;\r\n]/)])
        expect(cell).not.toMatch(/^[\s"]*[=+@\uff1d\uff0b\uff0d\uff20-]/)
    }),
    { numRuns: runs(50) },
  )
})

test('a line is written as a spreadsheet writes it', () => {
  const at = new Date('2026-01-14T09:30:00.000Z')
  expect(
    csvHeader +
      csvLines([
        { address: '+tag@example.com', reason: 'complaint', suppressedAt: at, note: 'She said "no", twice' },
        { address: 'ada@example.com', reason: 'manual', suppressedAt: at, note: null },
        { address: 'eve@example.com', reason: 'manual', suppressedAt: at, note: 'two\r\nlines\0' },
      ]),
  ).toBe(
    'email,reason,suppressed_at,note\r\n' +
      `'+tag@example.com,complaint,2026-01-14T09:30:00.000Z,"She said ""no"", twice"\r\n` +
      'ada@example.com,manual,2026-01-14T09:30:00.000Z,\r\n' +
      'eve@example.com,manual,2026-01-14T09:30:00.000Z,"two lines "\r\n',
  )
})

test('an address that has become too long in lower case is still read', async () => {
  const address = foldAddress(`${'\u0130'.repeat(30)}@example.com`)
  expect(isEmailAddress(address)).toBe(false)
  const written = [{ address, reason: 'manual', suppressedAt: now, note: null } as const]
  expect(await readBack(written, csvHeader)).toEqual(written)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guard, unguard } from '../../../../base/text/spreadsheet-guard.js'
import { runs } from '../../../support/run/sampled.js'

const text = fc.string({
  unit: fc.constantFrom(...`'"=+-@;, \t\rab\uff1d\uff0b\uff0d\uff20\u00a0`),
  maxLength: 8,
})

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1234', "'+49 30 1234"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\uff1d1', "'\uff1d1"],
  ['\t=1', "'\t=1"],
  ['\rx', "'\rx"],
  ['  =1', "'  =1"],
  ['"=1"', '\'"=1"'],
  ["'tis", "''tis"],
  ['yes;=1', "yes;'=1"],
  ['a=b', 'a=b'],
  ["o'brien@example.com", "o'brien@example.com"],
  ['', ''],
])('%j is written as %j', (plain, guarded) => {
  expect(guard(plain)).toBe(guarded)
  expect(unguard(guarded)).toBe(plain)
})

test('an apostrophe that guards nothing stays', () => {
  expect(unguard("'ada@example.com")).toBe("'ada@example.com")
})

test('what is guarded is the same again without its guard', () => {
  fc.assert(
    fc.property(text, (plain) => {
      expect(unguard(guard(plain))).toBe(plain)
    }),
    { numRuns: runs(500) },
  )
})

test('no cell of a guarded text is a formula, whichever separator a spreadsheet has', () => {
  fc.assert(
    fc.property(text, (plain) => {
      for (const cell of [guard(plain), ...guard(plain).split(';')])
        expect(cell).not.toMatch(/^[\s"]*[=+@\uff1d\uff0b\uff0d\uff20-]/)
    }),
    { numRuns: runs(500) },
  )
})

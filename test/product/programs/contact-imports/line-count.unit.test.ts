import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineCount } from '../../../../server/product/programs/contact-imports/line-count.js'
import { tooManyRefused } from '../../../../server/product/programs/contact-imports/too-many-refused.js'
import { runs } from '../../../support/sampled.js'

test('lines are counted however the file is cut', () => {
  const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', '\r', '\n'), maxLength: 6 }))
  fc.assert(
    fc.property(pieces, (parts) => {
      const count = new LineCount()
      let lines = 0
      for (const part of parts) lines = count.add(Buffer.from(part))
      const split = parts.join('').split(/\r\n|\r|\n/)
      expect(lines).toBe(split.at(-1) === '' ? split.length - 1 : split.length)
    }),
    { numRuns: runs(500) },
  )
})

test('a file is given up after 10,000 refused lines in a row, or where more than half of 20,000 are', () => {
  const code = (...of: Parameters<typeof tooManyRefused>) => tooManyRefused(...of)?.code
  expect(code(9_999, 9_999, 9_999, 10_001)).toBeUndefined()
  expect(code(500_000, 10_000, 10_000, 500_002)).toBe('too_many_refused')
  expect(code(19_999, 19_000, 5, 20_001)).toBeUndefined()
  expect(code(20_000, 10_000, 5, 20_002)).toBeUndefined()
  expect(tooManyRefused(20_000, 10_001, 5, 20_002)).toEqual({
    code: 'too_many_refused',
    message:
      'Of the first 20000 lines, 10001 were refused. To import the rest, send the lines from line 20002 on as a file of their own, below the line that names the columns.',
    line: 20_002,
  })
})

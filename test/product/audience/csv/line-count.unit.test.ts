import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineCount } from '../../../../server/product/audience/csv/line-count.js'
import { runs } from '../../../support/run/sampled.js'

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

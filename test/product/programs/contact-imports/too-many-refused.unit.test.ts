import { expect, test } from 'vitest'
import { tooManyRefused } from '../../../../server/product/programs/contact-imports/too-many-refused.js'

test('a file is given up after 10,000 refused lines in a row, or where more than half of 20,000 are', () => {
  const code = (...of: Parameters<typeof tooManyRefused>) => tooManyRefused(...of)?.code
  expect(code(9_999, 9_999, 9_999, 10_001)).toBeUndefined()
  expect(code(500_000, 10_000, 10_000, 500_002)).toBe('too_many_refused')
  expect(code(19_999, 19_000, 5, 20_001)).toBeUndefined()
  expect(code(20_000, 10_000, 5, 20_002)).toBeUndefined()
  expect(tooManyRefused(20_000, 10_001, 5, 20_002)).toEqual({
    code: 'too_many_refused',
    message:
      'Of the first 20000 lines, 10001 were refused. To import the rest, send the lines from line 20002 on as a separate file, below the line that names the columns.',
    line: 20_002,
  })
})

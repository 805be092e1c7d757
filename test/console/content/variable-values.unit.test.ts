import { expect, test } from 'vitest'
import { readValue, typedValue } from '../../../console/ui/variables/values.js'

/** Tests how fields show the values of variables of any type, and read them. */

test.each<[typed: string, value: unknown]>([
  ['Ada', 'Ada'],
  ['42', 42],
  ['"42"', '42'],
  ['true', true],
  ['[1, "two"]', [1, 'two']],
  ['{"a": 1}', { a: 1 }],
  ['{{ code }}', '{{ code }}'],
  ['007', '007'],
  ['1e5', '1e5'],
  ['12345678901234567890', '12345678901234567890'],
  ['null', 'null'],
  ['', undefined],
])('%s is read as a value', (typed, value) => {
  expect(readValue('any', typed)).toEqual(value)
})

test.each<[unknown]>([
  ['Ada'],
  ['42'],
  [42],
  ['true'],
  [true],
  ['"x"'],
  ['[1]'],
  [[1, 'two']],
  [{ a: null }],
])('%j is read as it was shown', (value) => {
  expect(readValue('any', typedValue(value, 'any'))).toEqual(value)
})

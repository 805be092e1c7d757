import { expect, test } from 'vitest'
import { jsonPosition } from '../../../../server/platform/http/body/read-json.js'

test.each([
  ['{"a": 1,}', 'at line 1, column 9'],
  ['{"a": abc}', 'at line 1, column 7'],
  ['{\n  "a": 1\n  "b": 2\n}', 'at line 3, column 3'],
  ["{'a': 1}", 'at line 1, column 2'],
  ['{"a": 1} x', 'at line 1, column 10'],
  ['{"a": truth}', 'at line 1, column 10'],
  ['{"a": "line\nbreak"}', 'at line 1, column 12'],
  ['<html>', 'at line 1, column 1'],
  ['{"a": [1, 2', 'at its end: something is missing there'],
  ['{"a": "b', 'at its end: something is missing there'],
])('%j is wrong %s', (text, place) => {
  expect(jsonPosition(text)).toBe(place)
})

test('of JSON, and of a very long text, nothing is said', () => {
  expect(jsonPosition('{"a": 1}')).toBeUndefined()
  expect(jsonPosition('['.repeat(200_000))).toBeUndefined()
})

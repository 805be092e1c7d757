import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../../../server/platform/http/canonical-json.js'
import { runs } from '../../../support/run/sampled.js'

test('the canonical form of JSON is that of another implementation', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 4 }), (value) => {
      expect(canonicalJson(value)).toBe(canonicalize(value))
    }),
    { numRuns: runs(500) },
  )
})

test('the names of an object are in order, few or many, long or short, seen before or not', () => {
  const name = fc.oneof(fc.nat({ max: 2000 }).map(String), fc.string({ unit: 'grapheme', maxLength: 60 }))
  fc.assert(
    fc.property(fc.dictionary(name, fc.constantFrom('', 1), { maxKeys: 40, size: 'max' }), (value) => {
      expect(canonicalJson(value)).toBe(canonicalize(value))
    }),
    { numRuns: runs(500) },
  )
})

test.each([NaN, Infinity, '\ud800', { ['\udc00']: 1 }, undefined, () => 1])(
  'what JSON cannot hold has none: %s',
  (value) => {
    expect(() => canonicalJson(value)).toThrow(Error)
  },
)

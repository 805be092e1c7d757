import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runAtOnce } from '../../../../base/time/time-slice.js'
import {
  arrayLiteral,
  writtenInPortions,
} from '../../../../server/product/audience/erasure/references/written.js'
import { runs } from '../../../support/run/sampled.js'

/** Rows that an erasure writes, which may have long texts. */

const piece = fc.constantFrom('"', '\\', ',', '{', '}', 'NULL', '$&', '\n', 'a', '\u{1f4e7}')
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))

/** As PostgreSQL reads it: in quotes, a backslash takes its meaning from what follows. */
const asElement = (each: string | null) =>
  each === null ? 'NULL' : `"${each.replace(/["\\]/g, String.raw`\$&`)}"`
const asArray = (texts: readonly (string | null)[]) => `{${texts.map(asElement).join(',')}}`

test('texts are an array with what has a meaning in one escaped', () => {
  fc.assert(
    fc.property(fc.array(fc.option(text), { maxLength: 5 }), (texts) => {
      expect(runAtOnce(arrayLiteral(texts))).toBe(asArray(texts))
    }),
    { numRuns: runs(500) },
  )
  const long = `${'x'.repeat(65_535)}"${'\\'.repeat(65_536)}"`
  expect(runAtOnce(arrayLiteral([long, null]))).toBe(asArray([long, null]))
})

const references = {
  table: 'messages',
  key: { id: 'uuid' },
  columns: { subject: 'text', metadata: 'jsonb' },
  ofProject: null,
} as const
const changed = (id: number, subject: string | null, metadata: unknown) => ({
  before: { key: [`${id}`], subject: '', metadata: null },
  after: { key: [`${id}`], subject, metadata },
})

test('short rows are written together, and each long one alone', () => {
  const long = 'x'.repeat(900_000)
  const rows = [changed(1, 'a', { b: 'c' }), changed(2, null, null), changed(3, long, 1), changed(4, long, 2)]
  const portions = runAtOnce(writtenInPortions(rows, references))
  expect(portions).toEqual([
    [['1', '2', '3'], `{"a",NULL,"${long}"}`, String.raw`{"{\"b\":\"c\"}",NULL,"1"}`],
    [['4'], `{"${long}"}`, '{"2"}'],
  ])
  expect(runAtOnce(writtenInPortions([], references))).toEqual([])
})

test('others may run while a text is escaped', () => {
  const begun = process.cpuUsage()
  expect([...arrayLiteral(Array.from({ length: 5 }, () => '"'.repeat(10_000_000)))].length).toBeGreaterThan(
    700,
  )
  // The driver takes five seconds or so.
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2500)
})

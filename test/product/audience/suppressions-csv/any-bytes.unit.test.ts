import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsOf } from '../../../../server/product/audience/csv/layout.js'
import {
  recordAt,
  scanRecord,
  skipLine,
  type RecordBytes,
} from '../../../../server/product/audience/csv/scan.js'
import { readAll } from './read-all.js'
import { runs } from '../../../support/run/sampled.js'

/** Bytes that look like a file in parts, and what never should be in one. */
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(',', '"', '""', '\n', '\r', '\r\n', ';', '\t', ' ', '",', '"\n') },
  { weight: 3, arbitrary: fc.constantFrom('a@example.com', 'email', 'manual', 'x', "'", '\u00e9', '\u00a0') },
  fc.constantFrom(
    '\ufeff',
    '\0',
    'x'.repeat(9000),
    `"${'y'.repeat(9000)}`,
    ' '.repeat(20_000),
    '\n'.repeat(70_000),
  ),
)
const anyFile = fc
  .tuple(fc.array(piece, { maxLength: 25 }), fc.uint8Array({ maxLength: 12 }))
  .map(([pieces, end]) => Buffer.concat([Buffer.from(pieces.join('')), end]))

test('however a file is cut into pieces, it reads the same; no bytes fail, and lines are numbered in order', async () => {
  await fc.assert(
    fc.asyncProperty(anyFile, fc.array(fc.nat(100_000), { maxLength: 8 }), async (file, cuts) => {
      const places = [0, ...cuts.map((cut) => cut % (file.length + 1)).sort((one, other) => one - other)]
      const pieces = places.map((place, index) => file.subarray(place, places[index + 1] ?? file.length))
      const lines = await readAll(...pieces)
      expect(lines).toEqual(await readAll(file))
      const numbers = lines.map(({ line }) => line)
      expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
      expect(numbers.at(-1) ?? 1).toBeLessThanOrEqual(file.toString('latin1').split(/\r\n|\r|\n/).length)
    }),
    { numRuns: runs(40) },
  )
})

test('a file that comes byte by byte reads the same', async () => {
  const file = Buffer.from(
    '\ufeffemail,note\r\na@example.com,"x\r\ny"\r\n"b@example.com\r\nc@example.com,""\r\n',
  )
  expect(
    await readAll(
      ...file
        .toString('latin1')
        .split('')
        .map((byte) => Buffer.from(byte, 'latin1')),
    ),
  ).toEqual(await readAll(file))
})

test('it does not matter which bytes stand where one window over the file ends', async () => {
  const end = 'b@b.example,,,"x ""y"",\r\nz" \r\n\r\n"c@c.example"\r\n'
  const row = `${'x'.repeat(16_000)}\r\n`
  for (let before = 10; before < 38; before += 1) {
    const rest = 65_536 - 4 * row.length - before
    const lines = await readAll(`${row.repeat(4)}${'y'.repeat(rest - 2)}\r\n${end}`)
    expect(lines.slice(5)).toMatchObject([
      { line: 6, suppression: { email: 'b@b.example', note: 'x "y", z' } },
      { line: 9, suppression: { email: 'c@c.example' } },
    ])
  }
})

test('the library takes records apart where they were found, and nowhere else', () => {
  fc.assert(
    fc.property(anyFile, fc.constantFrom(...',;\t'), (file, delimiter) => {
      const grammar = { delimiter: delimiter.charCodeAt(0), mayBreak: () => true, maxFields: Infinity }
      const records: RecordBytes[] = []
      for (let at = 0; at < file.length;) {
        const found = scanRecord(file, at, grammar, true)
        // Empty lines are no records.
        if (typeof found === 'object' && found.end > at) records.push(recordAt(file, at, found))
        at = typeof found === 'object' ? found.next : skipLine(file, at, true).next
      }
      const one = records.flatMap((record) => cellsOf([record], grammar.delimiter))
      expect(one).toHaveLength(records.length)
      expect(cellsOf(records, grammar.delimiter)).toEqual(one)
    }),
    { numRuns: runs(40) },
  )
})

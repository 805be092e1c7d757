import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from '../../../../server/platform/http/lists/csv-line.js'
import {
  exportRows,
  guarded,
  jsonCell,
  type ExportColumn,
} from '../../../../server/platform/http/lists/export-rows.js'
import { runs } from '../../../support/run/sampled.js'

/** Rows of an export as text, which are as many and as long as tenants have them. */

const special = fc.constantFrom(
  '"',
  ',',
  '\r',
  '\n',
  '\r\n',
  ' ',
  '\t',
  ';',
  '=',
  "'",
  '\u2028',
  '\u{1f4e7}',
  '',
)
const text = fc.array(fc.oneof(special, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 8 })
const field = fc.oneof(
  text.map((pieces) => pieces.join('')),
  fc.double(),
  fc.integer(),
  fc.constant(null),
)

test('a line of CSV is the one that a library for CSV writes', () => {
  fc.assert(
    fc.property(fc.array(field, { minLength: 1, maxLength: 6 }), (fields) => {
      expect(csvLine(fields)).toBe(stringify([fields], { record_delimiter: '\r\n' }))
    }),
    { numRuns: runs(1000) },
  )
})

interface Contact {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
}

const columns: readonly ExportColumn<Contact>[] = [
  ['name', ({ name }) => guarded(name)],
  ['properties', ({ properties }) => jsonCell(properties)],
]

/** A contact whose properties are `count` texts of 500 quotes. */
const contact = (count: number): Contact => ({
  name: '=1',
  properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, '"'.repeat(500)])),
})

async function* pagesOf(...pages: readonly (readonly Contact[])[]): AsyncGenerator<readonly Contact[]> {
  await Promise.resolve()
  yield* pages
}

const partsOf = async (
  pages: AsyncIterable<readonly Contact[]>,
  format: 'text/csv' | 'application/x-ndjson',
) => {
  const parts: string[] = []
  for await (const part of exportRows(pages, columns, format)) parts.push(part)
  return parts
}

test('parts have all rows in order, and the header with the first page', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => ({ ...contact(10), name: `n${at}` }))
  const records = rows.map((row) => columns.map(([, value]) => value(row)))
  const csv = stringify([['name', 'properties'], ...records], { record_delimiter: '\r\n' })
  const parts = await partsOf(pagesOf(rows.slice(0, 20), [], rows.slice(20)), 'text/csv')
  expect(parts.join('')).toBe(csv)
  expect(parts.length).toBeGreaterThan(3)
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(2 * 65_536)

  const lines = await partsOf(pagesOf(rows), 'application/x-ndjson')
  expect(lines.join('')).toBe(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  expect(await partsOf(pagesOf([]), 'text/csv')).toEqual(['name,properties\r\n'])
  expect(await partsOf(pagesOf([]), 'application/x-ndjson')).toEqual([])
})

test.each(['text/csv', 'application/x-ndjson'] as const)('others run within a page of %s', async (format) => {
  const page = Array.from({ length: 400 }, () => contact(100))
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  const begun = process.cpuUsage()
  setImmediate(turn)
  await partsOf(pagesOf(page), format)
  isOver = true
  expect(turns).toBeGreaterThan(0)
  // A library that calls a function for each quote took ten seconds for CSV.
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(4000)
})

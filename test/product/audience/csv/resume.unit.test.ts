import fc from 'fast-check'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { CsvFormat } from '../../../../server/product/audience/csv/layout.js'
import { readCsv, type CsvBatch, type CsvRest } from '../../../../server/product/audience/csv/read.js'
import { runs } from '../../../support/run/sampled.js'

/** Three columns, the last of which may hold line ends. */
const format: CsvFormat<number> = {
  named: (cells) => (cells[0] === 'email' ? cells.length : undefined),
  unnamed: 3,
  count: (columns) => columns,
  mayBreak: (columns, field) => field === columns - 1,
}

async function readAll(file: Buffer, rest?: CsvRest<number>): Promise<CsvBatch<number>[]> {
  const batches: CsvBatch<number>[] = []
  for await (const batch of readCsv(Readable.from([file.subarray(rest?.from.byte ?? 0)]), format, rest))
    batches.push(batch)
  return batches
}

const row = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('a@example.com,x,y\n', 'b,"c\r\nd",e\r\n', 'a;b\r', '\n', 'é,,"x\ny"\n'),
  },
  fc.constantFrom('"open,x\n', '"shut" y,z\n', `${'z'.repeat(17_000)}\n`, 'a,b,c,d,e\n'),
)

test('a reading that goes on where a batch ended reads the rest as the whole file is read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(row, { minLength: 5, maxLength: 30 }),
      fc.integer({ min: 20, max: 300 }),
      async (hasHeader, rows, times) => {
        const file = Buffer.from(`${hasHeader ? 'email,a,b\n' : ''}${rows.join('').repeat(times)}`)
        const batches = await readAll(file)
        for (const [index, { layout, next }] of batches.entries()) {
          const rest = await readAll(file, { layout, from: next })
          expect(rest.flatMap(({ lines }) => lines)).toEqual(
            batches.slice(index + 1).flatMap(({ lines }) => lines),
          )
        }
      },
    ),
    { numRuns: runs(10) },
  )
})

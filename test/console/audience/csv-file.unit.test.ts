import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { layoutOf, rowsOf } from '../../../console/screens/suppressions/csv-file.js'
import { readSuppressions } from '../../../server/product/audience/suppressions/csv/read.js'

/** Tests that the console shows a file before its import as the service will read it. */

/** The lines and addresses that the service takes. */
async function readByService(text: string): Promise<[number, string][]> {
  const taken: [number, string][] = []
  for await (const lines of readSuppressions(Readable.from([Buffer.from(text)]), new Date())) {
    for (const line of lines) if ('suppression' in line) taken.push([line.line, line.suppression.address])
  }
  return taken
}

function readByConsole(text: string): [number, string][] {
  const { delimiter, head, places } = layoutOf(text)
  const place = places.email ?? 0
  return [...rowsOf(text, delimiter)]
    .filter(({ start, cells }) => start !== head?.start && cells.some((cell) => cell !== ''))
    .map(({ line, cells }) => [line, (cells[place] ?? '').trim()])
}

test.each([
  ['a header and commas', 'email,reason\r\nada@example.com,hard_bounce\r\ngrace@example.com,\r\n'],
  ['no header', 'ada@example.com\ngrace@example.com\n'],
  [
    'semicolons and a column of another name',
    'Id;E-Mail-Address;Reason\n1;ada@example.com;\n2;grace@example.com;manual',
  ],
  ['tabs', 'email\tnote\nada@example.com\tby phone\n'],
  [
    'a note of several lines',
    'email,note\nada@example.com,"two\r\nlines"\ngrace@example.com,"a ""quote"", too"\n',
  ],
  ['empty lines and a byte order mark', '\ufeff"email"\n\nada@example.com\n\n\ngrace@example.com'],
  ['white space around fields', ' email , reason \n ada@example.com , import \n "grace@example.com" ,\n'],
  ['line ends of CR', 'email\rada@example.com\rgrace@example.com\r'],
])('%s', async (_, text) => {
  const service = await readByService(text)
  expect(service.length).toBeGreaterThan(0)
  expect(readByConsole(text)).toEqual(service)
})

test('a record tells where it stands, so that a file can be cut between records', () => {
  const text = 'email,note\nada@example.com,"two\nlines"\r\ngrace@example.com,\n'
  const rows = [...rowsOf(text, ',')]
  expect(rows.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text)
  expect(rows.map(({ line }) => line)).toEqual([1, 2, 4])
})

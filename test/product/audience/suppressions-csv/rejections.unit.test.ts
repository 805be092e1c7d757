import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSuppressions } from '../../../../server/product/audience/suppressions/csv/read.js'
import { csvLines } from '../../../../server/product/audience/suppressions/csv/write.js'
import { now, outcomes, readAll, shortly } from './read-all.js'
import { runs } from '../../../support/run/sampled.js'

const a = 'a@example.com'
const latin1 = Buffer.from('caf\u00e9@example.com', 'latin1')

test.each<[string, string, string | Uint8Array]>([
  ['no address', 'email', 'nobody'],
  ['an address with a name', 'email', 'Bob <bob@example.com>'],
  ['an address on two lines', 'quote', '"a@example\n.com"'],
  ['an empty address', 'missing_email', ',manual'],
  ['another reason', 'reason', `${a},because`],
  ['the name of an inherited property', 'reason', `${a},constructor`],
  ['an erasure', 'erasure', `${a},Erasure`],
  ['a date without a time', 'suppressed_at', `${a},,2026-01-14`],
  ['a time without an offset', 'suppressed_at', `${a},,2026-01-14T09:30:00`],
  ['a day that does not exist', 'suppressed_at', `${a},,2026-02-30T09:30:00Z`],
  ['a time before there were any', 'suppressed_at', `${a},,0001-01-01T00:00:00Z`],
  ['a time more than a day ahead', 'suppressed_at', `${a},,2026-03-02T12:00:00.001Z`],
  ['a long note', 'note', `${a},,,${'\u{1f600}'.repeat(501)}`],
  ['a field too many', 'columns', `${a},,,one,two`],
  ['a quote that is left open', 'quote', `${a},,,"one`],
  ['an address with a quote that is left open', 'quote', `"${a},,,one`],
  ['text behind a quote', 'quote', `"${a}"x,,,`],
  ['a record that is too long', 'too_long', `${a},,,${'x'.repeat(20_000)}`],
  ['a record longer than all that is read at once', 'too_long', `${a},,,${'x'.repeat(200_000)}`],
  ['a quoted field that is too long', 'quote', `${a},,,"${'x'.repeat(200_000)}"`],
  ['Latin-1', 'encoding', latin1],
])('%s is rejected as %s, and the lines around it are not', async (_what, code, line) => {
  const file = Buffer.concat([
    Buffer.from('1@example.com,manual\r\n'),
    Buffer.from(line),
    Buffer.from('\r\n3@example.com,manual\r\n"4@example.com","manual"\r\n'),
  ])
  const found = await outcomes(file)
  expect(found.slice(0, 2)).toEqual(['1 1@example.com', `2 ${code}`])
  // A field on two lines takes two.
  const last = line === '"a@example\n.com"' ? ['3 email', '4 3@example.com', '5 4@example.com'] : null
  expect(found.slice(2)).toEqual(last ?? ['3 3@example.com', '4 4@example.com'])
})

test.each([
  ['a note of 500 characters', `${a},,,${'\u{1f600}'.repeat(500)}`],
  ['a time of tomorrow', `${a},,2026-03-02T12:00:00Z`],
])('%s is taken', async (_what, line) => {
  expect(await outcomes(line)).toEqual([`1 ${a}`])
})

test.each<[string, Uint8Array]>([
  ['with a byte order mark', Buffer.from('\ufeffemail\na@example.com\n', 'utf16le')],
  ['without one', Buffer.from('email\na@example.com\n', 'utf16le')],
  ['in the other order', Buffer.from('\ufeffemail\na@example.com\n', 'utf16le').swap16()],
])('a file in UTF-16 %s is rejected as a whole', async (_what, file) => {
  const read = await readAll(file, Buffer.alloc(100_000, 'x\0'))
  expect(read).toEqual([{ line: 1, code: 'encoding', message: 'The file is in UTF-16. Save it as UTF-8.' }])
})

test('a file in UTF-16 is read to its end, for a request has to be', async () => {
  let ended = false
  const file = (async function* () {
    for (let sent = 0; sent < 4; sent += 1) yield Buffer.alloc(65_536, 'x\0')
    ended = true
  })()
  for await (const batch of readSuppressions(file, now)) expect(batch).toHaveLength(1)
  expect(ended).toBe(true)
})

test('a quote that the quote of a later line closes costs its own line alone', async () => {
  const file = 'a@example.com,,,"x\nb@example.com\nc@example.com,,,", y"\n'
  expect(await outcomes(file)).toEqual(['1 quote', '2 b@example.com', '3 c@example.com'])
})

test('a message says nothing of the line', async () => {
  const secret = 'xyzzy'
  const lines = [`${secret}`, `a@example.com,${secret}`, `a@example.com,,${secret}`, `"${secret}"x`]
  for (const line of await readAll(lines.join('\n'))) {
    expect(line).toHaveProperty('code')
    expect(JSON.stringify(line)).not.toContain(secret)
  }
})

const note = fc.string({ unit: fc.constantFrom(...`",;\t 'a`), maxLength: 6 })

/** Good lines whose notes are as confusing as notes can be, each with its number in its address. */
const goodLine = fc.record({ quoted: fc.boolean(), note: fc.option(note) })

const badLine = fc
  .array(
    fc.constantFrom('"', '""', ',', ',,,"', ';', '\t', ' ', "'", 'b', 'b@example.com', 'b\0\0b', '\xff'),
    {
      maxLength: 8,
    },
  )
  .map((parts) => Buffer.from(parts.join(''), 'latin1'))

test('a bad line costs itself alone, wherever it stands', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(goodLine, { minLength: 2, maxLength: 6 }),
      fc.nat(6),
      badLine,
      fc.constantFrom('\n', '\r', '\r\n'),
      async (good, place, bad, lineEnd) => {
        const badAt = Math.min(place, good.length) + 1
        const lines = good.map(({ quoted, note }, index) => {
          const number = index + 1 < badAt ? index + 1 : index + 2
          const written = csvLines([
            { address: `n${number}@example.com`, reason: 'manual', suppressedAt: now, note },
          ]).trimEnd()
          return Buffer.from(quoted ? written.replace(/^([^,]*),([^,]*),/, '"$1","$2",') : written)
        })
        lines.splice(badAt - 1, 0, bad)
        const found = await outcomes(Buffer.concat(lines.flatMap((line) => [line, Buffer.from(lineEnd)])))
        const expected = good.map((_line, index) => (index + 1 < badAt ? index + 1 : index + 2))
        expect(found.filter((each) => !each.startsWith(`${badAt} `))).toEqual(
          expected.map((number) => `${number} n${number}@example.com`),
        )
      },
    ),
    { numRuns: runs(80) },
  )
})

test('many quotes that are left open are found out one by one', async () => {
  const file = Array.from(
    { length: 200 },
    (_each, n) => `n${n + 1}@example.com,,,"x${n % 2 ? '' : '"'}\n`,
  ).join('')
  const found = await readAll(file)
  expect(found.map(shortly)).toEqual(
    Array.from({ length: 200 }, (_each, n) => `${n + 1} ${n % 2 ? 'quote' : `n${n + 1}@example.com`}`),
  )
})

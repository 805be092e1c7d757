import { expect, test } from 'vitest'
import { outcomes, readAll, shortly } from './read-all.js'

const full = {
  email: 'Ada@example.com',
  address: 'ada@example.com',
  reason: 'complaint',
  note: 'by phone',
  suppressedAt: new Date('2026-01-14T08:30:00.000Z'),
}
const time = '2026-01-14T09:30:00+01:00'

test.each([
  ['an export', `email,reason,suppressed_at,note\r\nAda@EXAMPLE.com,complaint,${time},by phone\r\n`, 2],
  ['no header', `Ada@example.com,complaint,${time},by phone\n`, 1],
  ['no line end at the end', `Ada@example.com,complaint,${time},by phone`, 1],
  [
    'a byte order mark',
    `\ufeffemail,reason,suppressed_at,note\nAda@example.com,complaint,${time},by phone`,
    2,
  ],
  ['a byte order mark before a quote', `\ufeff"Ada@example.com","complaint","${time}","by phone"`, 1],
  ['lone carriage returns', `email,reason,date,note\rAda@example.com,complaint,${time},by phone\r`, 2],
  [
    'other columns in another order',
    `Name;E-Mail ;Note;Date;REASON\n"L, A";Ada@example.com;by phone;${time};Complaint`,
    2,
  ],
  ['tabs', `Email Address\tcreated_at\treason\tcomment\nAda@example.com\t${time}\tcomplaint\tby phone`, 2],
  ['tabs and no header', `Ada@example.com\tcomplaint\t${time}\tby phone`, 1],
  ['white space', ` Ada@example.com , "complaint" ,\t${time},  by phone  `, 1],
  ['lower case in the time', `Ada@example.com,complaint,${time.toLowerCase()},by phone`, 1],
  ['a note on two lines', `email,reason,date,note\nAda@example.com,complaint,${time},"by\r\nphone"`, 2],
  ['control characters in a note', `Ada@example.com,complaint,${time},by\0\x07phone`, 1],
  [
    'a header on two lines',
    `"Email\naddress",date,note,reason\nAda@example.com,${time},by phone,complaint`,
    3,
  ],
  [
    'empty rows first',
    `\r\n,,,\r\n  \r\n"",,,\r\nemail,reason,date,note\r\nAda@example.com,complaint,${time},by phone`,
    6,
  ],
  ...[
    ['sep=;', ';'],
    ['"sep=;"', ';'],
    ['\ufeffsep=;', ';'],
    ['sep=,', ','],
    ['sep=\t', '\t'],
    ['sep=\\t', '\t'],
    ['sep=|', '|'],
  ].map(([said = '', by = '']): [string, string, number] => [
    `a first line ${said}`,
    [
      said,
      ['Email', 'reason', 'date', 'note'].join(by),
      ['Ada@example.com', 'complaint', time, 'by phone'].join(by),
    ].join('\r\n'),
    3,
  ]),
  [
    'a first line that says what separates, and no header',
    `sep=;\nAda@example.com;complaint;${time};by phone`,
    2,
  ],
  [
    'another name of the address',
    `Primary Email,reason,date,note\nAda@example.com,complaint,${time},by phone`,
    2,
  ],
  ['cells that are empty behind the last', `Ada@example.com,complaint,${time},by phone,,`, 1],
])('a file with %s', async (_what, file, line) => {
  expect(await readAll(file)).toEqual([{ line, suppression: full }])
})

test('nothing but an address is needed', async () => {
  expect(await readAll('email\nada@example.com\n')).toEqual([
    {
      line: 2,
      suppression: {
        email: 'ada@example.com',
        address: 'ada@example.com',
        reason: 'import',
        note: null,
        suppressedAt: null,
      },
    },
  ])
})

test.each(['', '\n', '\ufeff', '\r\n\r\n', ',,\n;;', 'email,reason\r\n', '   '])(
  '%j holds nothing',
  async (file) => {
    expect(await readAll(file)).toEqual([])
  },
)

test('empty lines are passed and counted', async () => {
  expect(await outcomes('a@example.com\n\n\r\n \n,,,\r\rb@example.com\n"",""\nc@example.com')).toEqual([
    '1 a@example.com',
    '7 b@example.com',
    '9 c@example.com',
  ])
})

test('quotes and separators stand in quotes, and quotes within a bare field for themselves', async () => {
  const lines = await readAll(
    'a@example.com,,,"""no"", she said"\nb@example.com,,,said "no"\nc@example.com,,," no "',
  )
  expect(lines.map((read) => ('code' in read ? read.code : read.suppression.note))).toEqual([
    '"no", she said',
    'said "no"',
    ' no ',
  ])
})

test('a field that holds a quote does not keep the next from standing in quotes', async () => {
  expect(await readAll('note,name,email\nsaid "no","L, A",a@example.com\n')).toMatchObject([
    { line: 2, suppression: { email: 'a@example.com', note: 'said "no"' } },
  ])
})

test('lines are numbered as they stand, whatever number of them a record takes', async () => {
  const file = 'a@example.com,,,"1\r\n2\n3\r4\r\r5"\r\nb@example.com\n'
  expect(await outcomes(file)).toEqual(['1 a@example.com', '7 b@example.com'])
})

test('lines may have any number of fields', async () => {
  const file = 'a@example.com,manual\nb@example.com\nc@example.com,complaint,,x\nd@example.com,import\n'
  expect(await outcomes(file)).toEqual([
    '1 a@example.com',
    '2 b@example.com',
    '3 c@example.com',
    '4 d@example.com',
  ])
})

test('a first line that names columns but holds an address is no header', async () => {
  expect(await outcomes('a@example.com,,,email\n')).toEqual(['1 a@example.com'])
})

test('the separator is that of most lines where the first is none of them', async () => {
  const file = 'Suppressed; as of today\na@example.com,manual\nb@example.com,manual\n'
  expect(await outcomes(file)).toEqual(['1 email', '2 a@example.com', '3 b@example.com'])
})

test('lines come in batches, in their order', async () => {
  const file = Array.from({ length: 1203 }, (_each, n) => `n${n + 1}@example.com\n`).join('')
  expect((await readAll(file)).map(shortly)).toEqual(
    Array.from({ length: 1203 }, (_each, n) => `${n + 1} n${n + 1}@example.com`),
  )
})

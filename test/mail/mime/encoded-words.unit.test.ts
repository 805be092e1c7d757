import { expect, test } from 'vitest'
import { decodeWords } from '../../../server/mail/mime/header/encoded-words.js'

test.each([
  ['=?utf-8?q?Hello=0D=0ABcc:_all@shop.example?=', 'Hello Bcc: all@shop.example'],
  ['=?utf-8?b?YQpiDWMLZAxl?=', 'a b c d e'],
  ['=?utf-8?q?a=E2=80=A8=E2=80=A9=C2=85b?= c', 'a b c'],
  ['=?utf-16be?b?ACAADQAKAGE=?=', '  a'],
])('no line ends in what is encoded in a field: %s', (value, decoded) => {
  expect(decodeWords(value)).toBe(decoded)
})

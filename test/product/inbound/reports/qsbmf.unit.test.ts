import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readQsbmf } from '../../../../server/product/inbound/reports/qsbmf.js'
import { runs } from '../../../support/run/sampled.js'

const begin = 'Hi. This is the qmail-send program at mx.example.net.\n\n'
const recipient = '<ada@example.com>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n'
const end = '--- Below this line is a copy of the message.\n\n'

test('a bounce is read with either line end, and names its recipient in the form to compare', () => {
  const text = begin + recipient.replace('ada@example.com', 'Ada@Example.COM') + end
  for (const written of [text, text.replaceAll('\n', '\r\n')])
    expect(readQsbmf(written)).toMatchObject([{ action: 'failed', final: 'ada@example.com' }])
})

test.each([
  ['does not begin so', `Hello!\n${begin}${recipient}${end}`],
  ['has no recipient', begin + end],
  ['does not end', begin + recipient],
  ['has prose between', `${begin}I am away until Monday.\n\n${recipient}${end}`],
  [
    'is an automatic answer',
    'Hi. This is the office of Ada.\nWe are closed.\n\n<ada@example.com>\n\n-- \nAda\n',
  ],
  ['names no mail address', begin + recipient.replace('ada@example.com', 'ada') + end],
  ['quotes a bounce', begin + recipient.replaceAll(/^/gm, '> ') + end],
])('a text that %s is no bounce', (_, text) => {
  expect(readQsbmf(text)).toEqual([])
})

test('what the original message says is not read', () => {
  expect(readQsbmf(begin + recipient + end + recipient.replace('ada', 'bob'))).toHaveLength(1)
})

test('any text behind the introduction is read without an error', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<',
      '>:',
      '@',
      '\n',
      '\n\n',
      '-',
      'Remote host said: ',
      '550-',
      '450 ',
      '(#5.1.1',
      'Connected to ',
    ),
    fc.constantFrom(recipient, end, 'Giving up on 192.0.2.7.\n'),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      for (const { action, final, reply } of readQsbmf(begin + pieces.join(''))) {
        expect(action).toMatch(/^(?:failed|delayed)$/)
        expect(final).toContain('@')
        expect(reply.code).toBeGreaterThanOrEqual(400)
        expect(reply.text + reply.host).not.toMatch(/[\0-\x1f\x7f]|\p{Surrogate}/u)
        expect(reply.text.length).toBeLessThanOrEqual(1000)
      }
    }),
    { numRuns: runs(500) },
  )
})

test.each([
  ['paragraphs', 'a\n\n'.repeat(300_000)],
  ['recipients', recipient.repeat(20_000) + end],
  ['a long address', `<${'a@'.repeat(500_000)}>:\n\n${end}`],
  ['a long reason', `${recipient.trimEnd()}\n${'Connected to '.repeat(100_000)}\n\n${end}`],
  ['lines of reasons', `${recipient.trimEnd()}\n${'#5.1.\n'.repeat(100_000)}\n${end}`],
])('of many or long %s no more is read than a bounce has', (_, text) => {
  expect(readQsbmf(begin + text).length).toBeLessThanOrEqual(1)
})

import { expect, test } from 'vitest'
import { attachmentName } from '../../../server/mail/mime/filename.js'
import { readAddresses } from '../../../server/mail/mime/addresses.js'
import { trimEnd } from '../../../server/mail/text/trim-end.js'
import { presentBriefly } from '../../../server/platform/log/log-error.js'

/** What strangers write may be long. Nothing takes longer for it than in proportion: a megabyte took minutes. */

const long = (text: string) => text.repeat(1_000_000 / text.length)

function inTime<T>(work: () => T): T {
  const before = process.cpuUsage()
  const result = work()
  expect(process.cpuUsage(before).user).toBeLessThan(3_000_000)
  return result
}

test.each([
  ['blanks in a local part', `<"a${long(' ')}b"@shop.example>`],
  ['blanks around no dot', `<a${long(' ')}b@shop.example>`],
  ['blanks ahead of a bracket', `Ada <ada@shop.example${long(' ')}x>`],
  ['brackets', `ada@shop.example${long('> ')}x`],
  ['a name of brackets', `"a${long('>')}b" <ada@shop.example>`],
])('an address with %s', (_, value) => {
  inTime(() => readAddresses([value]))
})

test.each([' ', '\t', ' x', '\t ', '.', '/'])('the name of an attachment of many %j', (part) => {
  const name = inTime(() => attachmentName(`a${long(part)}.pdf`))
  expect(name?.length).toBeLessThanOrEqual(255)
})

test('an error for the log', () => {
  const { message } = inTime(() => presentBriefly(new Error(`550 ${long('a')}`))) as { message: string }
  expect(message.length).toBeLessThanOrEqual(4000)
})

test('an end is taken off, and nothing else', () => {
  expect([trimEnd(' a> >', /[\s>]/), trimEnd('>>', />/), trimEnd('', />/)]).toEqual([' a', '', ''])
  expect(inTime(() => trimEnd(`${long('>')}a`, />/))).toHaveLength(1_000_001)
})

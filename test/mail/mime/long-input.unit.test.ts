import fc from 'fast-check'
import { addressParser } from 'postal-mime'
import { expect, test } from 'vitest'
import { elementsOf } from '../../../server/mail/mime/header/address-elements.js'
import { attachmentName } from '../../../server/mail/mime/body/filename.js'
import { readAddresses } from '../../../server/mail/mime/header/addresses.js'
import { trimEnd } from '../../../base/text/trim-end.js'
import { presentBriefly } from '../../../server/platform/log/log-error.js'
import { runs } from '../../support/run/sampled.js'

/** Tests that long input of strangers takes no longer than in proportion to its length: a megabyte took minutes. */

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

const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

test.each([
  ['groups within groups', long('a:')],
  ['groups within groups, with names', long('a:b,')],
  ['groups in encoded words', word(`<a@shop.example>,${long('a:b,')}`)],
  [
    'groups in encoded words of another kind',
    word(`<a@shop.example>,${long('a:b,')}`).replace('utf-8', `utf-8*${'x'.repeat(100)}`),
  ],
  ['names', long('b,')],
  ['brackets around nothing', long('<>,')],
  ['addresses', long('a@b,')],
])('a list of %s', (_, value) => {
  const { addresses } = inTime(() => readAddresses([value]))
  expect(addresses.length).toBeLessThanOrEqual(1000)
})

test('a list of the most addresses, which are long, is whole', () => {
  const mailboxes = Array.from({ length: 1001 }, (_, at) => {
    const email = `${'a'.repeat(60)}${String(at)}@${'b'.repeat(170)}.shop.example`
    return { email, name: `Lovelace, Ada: ${'x'.repeat(150)}` }
  })
  const list = mailboxes.map(({ email, name }) => `"${name}" <${email}>`)
  expect(readAddresses([list.slice(1).join(', ')])).toEqual({ addresses: mailboxes.slice(1), cut: false })
  expect(readAddresses([list.join(', ')])).toEqual({ addresses: mailboxes.slice(0, 1000), cut: true })
  const halves = mailboxes.slice(1).map(({ email }) => `Lovelace, Ada <${email}>`)
  expect(readAddresses(halves).cut).toBe(false)
})

test('an address in an encoded word is found', () => {
  const found = { addresses: [{ email: 'a@shop.example', name: 'Ada: x' }], cut: false }
  expect(readAddresses([word('"Ada: x" <a@shop.example>')])).toEqual(found)
  expect(readAddresses([`${word('Ada <x@y.example>')} <a@shop.example>`]).addresses).toEqual([
    { email: 'a@shop.example', name: 'Ada <x@y.example>' },
  ])
})

test('the elements of a list have the addresses that the list has', () => {
  const piece = fc.constantFrom(...'ab@.,,;:"\\()<> \t', 'a@b.example', ', ', 'A: ', '"a"', '<c@d.example>')
  const parsed = (value: string) => addressParser(value, { flatten: true })
  const found = (all: ReturnType<typeof parsed>) =>
    all.map(({ name, address }) => ({ name, address })).filter(({ address }) => address !== '')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const value = pieces.join('')
      const elements = [...elementsOf(value)]
      expect(found(elements.flatMap(parsed))).toEqual(found(parsed(value)))
      // An element without any of these has none.
      expect(found(elements.filter((element) => !/[@<]/.test(element)).flatMap(parsed))).toEqual([])
    }),
    { numRuns: runs(2000) },
  )
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

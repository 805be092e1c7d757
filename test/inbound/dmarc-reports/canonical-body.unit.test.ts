import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { relaxedBody, relaxedBodyHash } from '../../../server/dkim/relaxed-body.js'
import { withCrlf } from '../../../server/inbound/dmarc/verifiable.js'

const relaxed = (text: string) => relaxedBody(Buffer.from(text, 'latin1'))?.toString('latin1')

test('the example of RFC 6376, section 3.4.5', () => {
  expect(relaxed(' C \r\nD \t E\r\n\r\n\r\n')).toBe(' C\r\nD E\r\n')
})

test.each([
  ['', ''],
  ['\r\n\r\n', ''],
  [' \t', ''],
  ['a', 'a\r\n'],
  ['a \r\n \r\n\t\r\nb', 'a\r\n\r\n\r\nb\r\n'],
  ['a\rb\r\n', 'a\rb\r\n'],
])('%j is %j in relaxed form', (text, form) => {
  expect(relaxed(text)).toBe(form)
})

test('any body has the form that ours are signed in', async () => {
  const piece = fc.constantFrom('a', 'bc', ' ', '\t', '\r\n', '\r\n\r\n')
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const body = Buffer.from(pieces.join(''))
      const own = createHash('sha256').update(relaxedBody(body) ?? '')
      expect(own.digest('base64')).toBe(await relaxedBodyHash(body))
    }),
  )
})

test('lines end with CRLF whatever ended them, and one that is too long for mail is not looked at', () => {
  expect(withCrlf(Buffer.from('a\nb\r\n\n\rc\n')).toString()).toBe('a\r\nb\r\n\r\n\rc\r\n')
  expect(relaxedBody(Buffer.alloc(8192, 'x'))).toBeDefined()
  expect(relaxedBody(Buffer.alloc(8193, 'x'))).toBeUndefined()
})

import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { BodyHash, bodyHashOf, type BodyForm } from '../../../server/mail/dkim/body-hash.js'

const sha256 = (text: string) => createHash('sha256').update(text, 'latin1').digest('base64')

function hashOf(form: BodyForm, ...pieces: readonly string[]): string {
  const hash = new BodyHash(form)
  for (const piece of pieces) hash.update(Buffer.from(piece, 'latin1'))
  return hash.digest()
}

test.each([
  // RFC 6376, section 3.4.5 and the hashes of an empty body in section 3.4.3 and 3.4.4.
  [' C \r\nD \t E\r\n\r\n\r\n', ' C\r\nD E\r\n', ' C \r\nD \t E\r\n'],
  ['', '', '\r\n'],
  ['\r\n\r\n', '', '\r\n'],
  ['a', 'a\r\n', 'a\r\n'],
  [' ', '', ' \r\n'],
  ['a\nb\r\n\n\rc\n', 'a\r\nb\r\n\r\n\rc\r\n', 'a\r\nb\r\n\r\n\rc\r\n'],
  ['a \r \r\n', 'a \r\r\n', 'a \r \r\n'],
  ['a\r', 'a\r\r\n', 'a\r\r\n'],
  [' \r\n \r\n', '', ' \r\n \r\n'],
])('%j is hashed as %j in the relaxed form, as %j in the simple one', (body, relaxed, simple) => {
  expect(hashOf('relaxed', body)).toBe(sha256(relaxed))
  expect(hashOf('simple', body)).toBe(sha256(simple))
})

test('any body, in any pieces, has the hash that ours are signed with', async () => {
  const piece = fc.constantFrom('a', 'bc', ' ', '\t', '\r\n', '\r\n\r\n', 'd e', 'f\r\ng', '  ')
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const body = pieces.join('')
      expect(hashOf('relaxed', ...pieces)).toBe(await bodyHashOf(Buffer.from(body), 'relaxed', 7))
      expect(hashOf('relaxed', ...body)).toBe(hashOf('relaxed', body))
      expect(hashOf('simple', ...pieces)).toBe(sha256(`${body.replace(/(\r\n)+$/, '')}\r\n`))
    }),
  )
})

test('bytes in any pieces have the same hash', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '\t', '\r', '\n') })
  fc.assert(
    fc.property(fc.array(text), fc.constantFrom<BodyForm>('simple', 'relaxed'), (pieces, form) => {
      expect(hashOf(form, ...pieces)).toBe(hashOf(form, pieces.join('')))
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseReply } from '../../../../server/product/delivery/smtp/reply.js'
import { runs } from '../../../support/run/sampled.js'

test.each([
  ['250 2.0.0 OK', 250, '2.0.0', 'OK'],
  ['250 OK', 250, null, 'OK'],
  ['250', 250, null, ''],
  ['250-first\r\n250 second', 250, null, 'first second'],
  ['550-5.1.1 No such\r\n550 5.1.1 user', 550, '5.1.1', 'No such user'],
  ['550-5.1.1 No such\n550 user', 550, '5.1.1', 'No such user'],
  ['451 4.7.1 Greylisted, try in 5 minutes', 451, '4.7.1', 'Greylisted, try in 5 minutes'],
  ['554 5.7.999 Long code', 554, '5.7.999', 'Long code'],
  // Not an enhanced code, so it stays in the text.
  ['250 3.0.0 OK', 250, null, '3.0.0 OK'],
  ['550 5.1.1234 x', 550, null, '5.1.1234 x'],
  ['550 10.0.0.1 is blocked', 550, null, '10.0.0.1 is blocked'],
  ['550 5.1.1x', 550, null, '5.1.1x'],
  ['550 a\u0000b\u001b[31m', 550, null, 'a b [31m'],
])('%j', (response, code, enhanced, text) => {
  expect(parseReply(response, 'mx:25')).toEqual({ code, enhanced_code: enhanced, text, host: 'mx:25' })
})

test.each(['', 'OK', '25 OK', '2500 OK', '199 x', '600 x', 'abc', '-250 x', '250_x'])(
  '%j is no reply',
  (response) => {
    expect(parseReply(response, 'mx:25')).toBeUndefined()
  },
)

test('whatever a server says is read, and fit to be stored', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .tuple(fc.integer({ min: 0, max: 999 }), fc.constantFrom(' ', '-', ''), fc.string({ unit: 'binary' }))
      .map(([code, separator, text]) => `${code}${separator}${text}`),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
      const reply = parseReply(lines.join('\r\n'), 'mx:25')
      if (reply === undefined) return
      expect(reply.code).toBeGreaterThanOrEqual(200)
      expect(reply.code).toBeLessThanOrEqual(599)
      expect(reply.text.length).toBeLessThanOrEqual(1000)
      expect(reply.text).not.toMatch(/[\u0000-\u001f\u007f]|\p{Surrogate}/u)
      expect(reply.enhanced_code ?? '2.0.0').toMatch(/^[245]\.\d{1,3}\.\d{1,3}$/)
    }),
    { numRuns: runs(1000) },
  )
})

test('a long text is cut between characters', () => {
  const reply = parseReply(`550 x${'👋'.repeat(2000)}`, 'mx:25')
  expect(reply?.text).not.toMatch(/\p{Surrogate}/u)
})

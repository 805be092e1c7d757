import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replyPattern } from '../../../../server/product/audience/suppressions/reply-pattern.js'
import { runs } from '../../../support/run/sampled.js'

/** Replies that say the same have one pattern, whoever they are about and whichever host wrote them. */

const patternOf = (line: string, address = 'ada@shop.example') => replyPattern(line, address)

test.each<[pattern: string, ...lines: string[]]>([
  [
    '550 5.1.1 <address>: Recipient address rejected: User unknown in virtual mailbox table',
    '550 5.1.1 <ada@shop.example>: Recipient address rejected: User unknown in virtual mailbox table',
    '550 5.1.1 ada@shop.example: Recipient address rejected: User unknown in virtual mailbox table',
    '550 5.1.1 <ADA+x@Shop.example>:  Recipient address rejected: User unknown in virtual mailbox table',
  ],
  [
    '550 5.7.1 Refused by policy at <host> [<ip>], see <link> (<id>)',
    '550 5.7.1 Refused by policy at mx1.shop.example [192.0.2.7], see https://shop.example/r?id=7 (a1b2-c3)',
    '550 5.7.1 Refused by policy at mx22.shop.example [2001:db8::7], see https://shop.example/r (4XyZ00Ab)',
  ],
  [
    '550 5.2.2 Mailbox full: <number> of <number>',
    '550 5.2.2 Mailbox full: 10 of 10',
    '550 5.2.2 Mailbox full: 7,000 of 6',
  ],
  [
    '550 <address>: no such user at <host>',
    '550 ada: no such user at shop.example',
    '550 Ada: no such user at Shop.Example',
  ],
  [
    '554 5.7.1 host <host> said: 550 5.7.606 Blocked S3140',
    '554 5.7.1 host a.b.example said: 550 5.7.606 Blocked S3140',
  ],
  ['550 No such mailbox', '550 No such mailbox'],
  ['550', '550'],
  ['550 <address>', '550 <<<ada@shop.example>>>', '550 <ada@shop.example>>', '550 <<ada@shop.example>'],
  ['550 <<x> <address>', '550 <<x> <<ada@shop.example>'],
])('%s', (pattern, ...lines) => {
  expect(lines.map((line) => patternOf(line))).toEqual(lines.map(() => pattern))
})

test('a local part that is a word of every reply does not tear its group apart', () => {
  expect(patternOf('550 5.1.1 User unknown', 'user@shop.example')).toBe('550 5.1.1 User unknown')
})

test('any text has a pattern: bounded, well-formed and made in a moment', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1000 }), (text) => {
      const pattern = patternOf(`550 5.1.1 ${text}`)
      expect(pattern.length).toBeLessThanOrEqual(300)
      expect(pattern).not.toMatch(/\p{Surrogate}/u)
    }),
    { numRuns: runs(500) },
  )
  const begun = process.cpuUsage()
  for (const part of ['a', 'a.', 'aA', '1:', 'a@', '<', '-']) patternOf(`550 ${part.repeat(500)}`)
  // Of '<', the square of the length would take many seconds.
  patternOf(`550 ${'<'.repeat(100_000)}`)
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(1000)
})

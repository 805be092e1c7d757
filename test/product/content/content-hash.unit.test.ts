import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentSha256 } from '../../../server/product/content/content-hash.js'
import { runs } from '../../support/run/sampled.js'

/** The hash of what is read of a mail, in time that grows with its length alone. */

test('line breaks are LF, and those at the end of a body do not count', () => {
  const piece = fc.oneof(
    fc.constantFrom('\r', '\n', '\r\n', '\0', 'ä'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  const body = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''))
  const half = fc.constantFrom('', '\ud83d', '\ude00')
  const canonical = (text: string) => text.replace(/\r\n?/g, '\n').replace(/\n+$/, '')
  fc.assert(
    fc.property(body, body, fc.option(body), half, (subject, text, html, end) => {
      const given = [subject, canonical(text + end), canonical(html ?? '')].join('\0')
      const expected = createHash('sha256').update(given).digest('hex')
      expect(contentSha256(subject, text + end, html)).toBe(expected)
    }),
    { numRuns: runs(500) },
  )
})

test.each(['\r', '\r\n', 'a\r\n\r'])('many line breaks take no time of others: %j', (breaks) => {
  const text = breaks.repeat(30_000_000 / breaks.length)
  const begun = process.cpuUsage()
  contentSha256('x', text, `${text}x`)
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2000)
})

import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { decodeText } from '../../../server/mail/mime/charset/charsets.js'
import { standardLabels } from '../../../server/mail/mime/charset/standard-labels.js'
import { textDecoder } from '../../../server/mail/mime/charset/text-decoder.js'

test.each([...standardLabels])('%s is a label that can be decoded', (label) => {
  expect(() => textDecoder(label)).not.toThrow()
})

const bytes = Buffer.from(Array.from({ length: 128 }, (_, at) => at + 128))

test.each(['cp437', 'cp850', 'cp1125', 'koi8-t', 'macgreek', 'viscii', 'georgian-ps', 'hproman8'])(
  '%s, which is in no standard, is decoded as well',
  (label) => {
    expect(decodeText(bytes, label)).toBe(iconv.decode(bytes, label))
  },
)

// A word of an unknown charset took 36 µs, and a header of 256 KB has 28,000 of them.
test('a charset that is unknown takes about as long as one that is known', () => {
  const secondsOf = (labelOf: (index: number) => string) => {
    const before = process.cpuUsage()
    for (let index = 0; index < 10_000; index += 1) decodeText(bytes, labelOf(index))
    const { user } = process.cpuUsage(before)
    return user / 1e6
  }
  // The quickest of some rounds, since other threads of the process and the garbage collector count in each.
  const quickest = (labelOf: (index: number) => string) =>
    Math.min(...Array.from({ length: 8 }, () => secondsOf(labelOf)))
  const known = quickest(() => 'iso-8859-2')
  for (const unknown of [() => 'a', (index: number) => `cp${index}a`, (index: number) => `mac${index}`]) {
    expect(quickest(unknown)).toBeLessThan(12 * known + 0.02)
  }
})
